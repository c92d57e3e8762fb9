/** The operator's commands beside a running service: they use its database without disturbing it. */
import { balanceOf, call, finished, generate, newCaller } from '../support/client.js';
import {
  endServices,
  runTool,
  type ServiceProcess,
  spawnService,
  temporaryDirectory,
} from '../support/service-process.js';

/** For the start of half a dozen processes on a slow machine. */
const PATIENCE_MS = 180_000;

let service: ServiceProcess;
let env: { DATA_DIR: string };
beforeAll(async () => {
  env = { DATA_DIR: await temporaryDirectory() };
  service = await spawnService(env);
});
afterAll(endServices);

it(
  'credits grant, users role and ledger verify work beside a service with its own database',
  async () => {
    const { person, key } = await newCaller(service.base);
    const underWay = await generate(service.base, key, {
      modelKey: 'embedded-fault',
      mode: 'slow',
      seconds: 2,
    });
    const grantAsAdmin = () =>
      call(service.base, 'POST', '/api/admin/credits/grants', {
        token: person.accessToken,
        body: { accountId: person.accountId, amount: 1.5, note: 'by the admin' },
      });
    expect((await grantAsAdmin()).status).toBe(403);

    const note = 'goodwill, after the outage';
    const results = await Promise.all([
      runTool(['credits', 'grant', '--email', person.email, '--amount', '12.345', '--note', note], env),
      runTool(['users', 'role', '--email', person.email, '--role', 'admin'], env),
      runTool(['ledger', 'verify'], env),
      runTool(['credits', 'grant', '--email', 'nobody@example.test', '--amount', '1', '--note', 'x'], env),
    ]);
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0, 1]);
    expect(results[3].stderr).toMatch(/no user nobody@example.test/);
    expect(results[3].stderr).not.toMatch(/\n\s+at /);

    // The role is effective with the next request, the credits with the next balance.
    expect(await balanceOf(service.base, key)).toBe(1011.345);
    expect(await grantAsAdmin()).toMatchObject({ status: 201, body: { amount: 1.5, balance: 1012.845 } });
    const ledger = await call(service.base, 'GET', '/api/credits/ledger', { token: key });
    expect(ledger.body.items).toContainEqual(
      expect.objectContaining({ kind: 'grant', amount: 12.345, note, predictionId: null }),
    );
    expect((await finished(service.base, key, underWay.predictionId)).status).toBe('completed');
    expect(service.isRunning()).toBe(true);
    expect((await runTool(['ledger', 'verify'], env)).code).toBe(0);
    console.log(
      'beside a running service: credits grant, users role, 2 × ledger verify exit 0; an unknown email exits 1',
    );
  },
  PATIENCE_MS,
);
