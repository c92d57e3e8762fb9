/** GET /api/admin/extensions: what extensions show to administrators. dashboard-page.test.ts is about a service without. */
import { Injectable, Module } from '@nestjs/common';
import { ExtensionFacts } from '../../src/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call } from '../support/client.js';
import { itRequiresAdmin, registerAdmin } from '../support/dashboard.js';
import { requestRaw } from '../support/raw-request.js';

@Injectable()
class Presses {
  count = 1;
}

@Module({ providers: [Presses], exports: [Presses] })
class PressModule {}

@Injectable()
class PressFacts extends ExtensionFacts {
  readonly title = 'Presses';
  readonly columns = ['Of', 'Count'];
  constructor(private readonly presses: Presses) {
    super();
  }
  rows = () => [['acme', String(this.presses.count)]];
}

@Injectable()
class PaperFacts extends ExtensionFacts {
  readonly title = 'Papers';
  readonly columns = ['Name'];
  rows = () => Promise.resolve([]);
}

@Injectable()
class LostFacts extends ExtensionFacts {
  readonly title = 'Ink';
  readonly columns = ['Name'];
  rows = () => Promise.reject(new Error('no ink'));
}

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' }, undefined, {
    plugins: [PressModule],
    facts: [PressFacts, LostFacts, PaperFacts],
  });
});
afterAll(() => app.close());

const list = (token: string | undefined) =>
  call(app.base, 'GET', '/api/admin/extensions', { token, undescribed: true });

it('200: a table for each, as it holds now, with what the modules of extensions export; one that fails keeps no other back', async () => {
  const { accessToken } = await registerAdmin(app);
  for (const count of [1, 2]) {
    app.service.get(Presses).count = count;
    expect((await list(accessToken)).body).toEqual({
      success: true,
      items: [
        { title: 'Presses', columns: ['Of', 'Count'], rows: [['acme', String(count)]] },
        { title: 'Ink', columns: ['Name'], rows: null },
        { title: 'Papers', columns: ['Name'], rows: [] },
      ],
    });
  }
});

it('tells the page that there is something', async () => {
  expect((await requestRaw(app.base, '/')).text).toContain('<meta name="offprint-extension-facts">');
});

itRequiresAdmin(
  () => app,
  (token) => list(token),
);
