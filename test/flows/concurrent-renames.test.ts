/** Concurrent renames of one key: each returns the name that it has set, and one of them is stored. */
import { startApp, type TestApp } from '../support/app.js';
import { call, newCaller } from '../support/client.js';

let app: TestApp;
beforeAll(async () => (app = await startApp({ ROLES: 'api' })));
afterAll(() => app.close());

it('returns to each of 40 concurrent renames its own name', async () => {
  const { person, record } = await newCaller(app.base);
  const names = Array.from({ length: 40 }, (_, index) => `name ${index}`);
  const path = `/api/keys/${record.id}`;
  const answers = await Promise.all(
    names.map((name) => call(app.base, 'PATCH', path, { token: person.accessToken, body: { name } })),
  );
  expect(answers.map(({ body }) => body.name)).toEqual(names);
  const { body } = await call(app.base, 'GET', '/api/keys', { token: person.accessToken });
  expect(names).toContain(body.keys[0].name);
});
