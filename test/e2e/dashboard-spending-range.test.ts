import { startApp, type TestApp } from '../support/app.js';
import { call, register } from '../support/client.js';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  ({ accessToken: token } = await register(app.base));
});
afterAll(() => app.close());

describe('GET /api/dashboard/credits/spend', () => {
  it.each(['9999-12-31T23:59:59Z', '9999-01-01'])('400: days up to %s', async (to) => {
    const { status, body } = await call(app.base, 'GET', `/api/dashboard/credits/spend?by=day&to=${to}`, {
      token,
    });
    expect(status).toBe(400);
    expect(body.details).toEqual([{ field: 'to', message: 'to must be before 9999' }]);
  });

  it('200: days of the year 9998', async () => {
    const path = '/api/dashboard/credits/spend?by=day&timeZone=Pacific/Kiritimati&to=9998-12-31T23:59:59Z';
    const { status, body } = await call(app.base, 'GET', path, { token });
    expect(status).toBe(200);
    expect(body.items.at(-1).date).toBe('9999-01-01');
  });
});
