/** SIGTERM while predictions run: all leases are released, another worker continues at once, no process is left. */
import { descendantsOf, isAlive } from '../../prove/harness/cluster/process-list.mjs';
import { balanceOf, call, finished, generate, newCaller } from '../support/client.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { endServices, type ServiceProcess, spawnService, until } from '../support/service-process.js';

/** Time that an orchestrator gives a process to exit. */
const STOP_MS = 10_000;
/** Long, so that an earlier continuation cannot be due to an expired lease. */
const LEASE_SECONDS = 120;

interface Row {
  id: string;
  leased: boolean;
  crashes: number;
  fence: number;
}

let database: TestDatabase;
let leaving: ServiceProcess;
let staying: ServiceProcess;
beforeAll(async () => {
  database = await createDatabase();
  const env = { DATABASE_URL: database.url, LEASE_SECONDS: String(LEASE_SECONDS) };
  [leaving, staying] = await Promise.all([spawnService(env), spawnService(env)]);
});
afterAll(() => database.drop());
afterAll(endServices);

const look = () =>
  database.query<Row>(
    'select id, lease_until is not null as leased, crashes, fence from predictions order by id',
  );

it('releases its leases, answers long polls, exits with 0 and no child process; another worker finishes everything', async () => {
  const { key } = await newCaller(leaving.base);
  staying.signal('SIGSTOP'); // The stopping worker claims everything.
  const bodies = [
    { modelKey: 'embedded-music', prompt: 'a slow waltz', duration: 40 },
    { modelKey: 'embedded-image', prompt: 'a lighthouse at dusk', resolution: 2048 },
    ...Array.from({ length: 4 }, () => ({ modelKey: 'embedded-fault', mode: 'slow', seconds: 2 })),
  ];
  const started = await Promise.all(bodies.map((body) => generate(leaving.base, key, body)));
  await until(async () => {
    const rows = await look();
    return rows.every(({ fence }) => fence > 0) && rows.some(({ leased }) => leased);
  });
  const children = descendantsOf(leaving.pid);
  const poll = call(leaving.base, 'GET', `/api/generate/status/${started[0].predictionId}?wait=60`, {
    token: key,
  });
  // The poll is waiting when its key has one more use than there were creates.
  await until(async () => {
    const [row] = await database.query<{ requests: string }>(
      `select requests from budgets where subject like 'key:%'`,
    );
    return Number(row!.requests) > bodies.length;
  });

  const exit = await leaving.end('SIGTERM');
  const handedBack = await look();
  expect((await poll).body).toMatchObject({ success: true, status: 'processing' });
  staying.signal('SIGCONT');
  const releasedAt = performance.now();
  const results = await Promise.all(
    started.map(({ predictionId }) => finished(staying.base, key, predictionId)),
  );
  const seconds = ((performance.now() - releasedAt) / 1000).toFixed(1);
  const rows = await look();

  const audit = await expectSoundLedger(database.url);
  console.log(
    `SIGTERM with ${bodies.length} predictions under way: exit ${exit.code} after ${exit.ms} ms, leases left ${handedBack.filter(({ leased }) => leased).length}, children left ${children.filter(isAlive).length} of ${children.length}; the other worker was done ${seconds} s later; ${audit}`,
  );
  expect(exit).toMatchObject({ code: 0, signal: null });
  expect(exit.ms).toBeLessThan(STOP_MS);
  expect(handedBack.filter(({ leased }) => leased)).toEqual([]);
  expect(children.filter(isAlive)).toEqual([]);
  expect(results.map(({ status }) => status)).toEqual(bodies.map(() => 'completed'));
  // A release is not a crash, and no lease expired.
  expect(rows.map(({ crashes }) => crashes)).toEqual(bodies.map(() => 0));
  expect(Number(seconds)).toBeLessThan(LEASE_SECONDS);
  const spent = started.reduce((sum, { creditCost }) => sum + creditCost, 0);
  expect(await balanceOf(staying.base, key)).toBeCloseTo(1000 - spent, 3);
});
