/**
 * kill -9 during a prediction: another process, or the restarted service, continues within a lease and 5 seconds, and
 * nothing is charged or settled twice.
 */
import { startEmbeddedPostgres } from '@offprint/embedded-postgres';
import { descendantsOf, isAlive } from '../../prove/harness/cluster/process-list.mjs';
import { finished, generate, newCaller } from '../support/client.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { uuidOf } from '../support/public-ids.js';
import {
  endServices,
  type ServiceProcess,
  spawnService,
  temporaryDirectory,
  until,
} from '../support/service-process.js';

/** For the start of two services and a database on a slow machine. */
const PATIENCE_MS = 180_000;
const LEASE_SECONDS = 15;
const LIMIT_MS = (LEASE_SECONDS + 5) * 1000;

interface Work {
  status: string;
  fence: number;
  leased: boolean;
  attempts: number;
  crashes: number;
  begun: boolean;
  transfers: string[];
}

async function look(database: Pick<TestDatabase, 'query'>, predictionId: string): Promise<Work> {
  const [row] = await database.query<Work>(
    `select status, fence, lease_until is not null as leased, attempts, crashes, started_at is not null as begun,
       array(select kind from ledger_transfers t where t.prediction_id = p.id order by t.id) as transfers
     from predictions p where id = $1`,
    [uuidOf(predictionId)],
  );
  return row!;
}

afterAll(endServices);

describe('two processes on one database', () => {
  let database: TestDatabase;
  let victim: ServiceProcess;
  let heir: ServiceProcess;
  const env = () => ({ DATABASE_URL: database.url, LEASE_SECONDS: String(LEASE_SECONDS) });

  beforeAll(async () => {
    database = await createDatabase();
    [victim, heir] = await Promise.all([spawnService(env()), spawnService(env())]);
  });
  afterAll(() => database.drop());

  /** Freezes the second worker while the first one claims the work, kills the first, and continues the second. */
  async function killInTheMiddle(body: object, isInTheMiddle: (work: Work) => boolean) {
    if (!victim.isRunning()) victim = await spawnService(env());
    const { key } = await newCaller(victim.base);
    heir.signal('SIGSTOP');
    const { predictionId } = await generate(victim.base, key, body);
    await until(async () => isInTheMiddle(await look(database, predictionId)));
    const children = descendantsOf(victim.pid);
    await victim.end('SIGKILL');
    const before = await look(database, predictionId);
    heir.signal('SIGCONT');
    const killedAt = performance.now();
    await until(async () => (await look(database, predictionId)).fence > before.fence);
    const resumedMs = Math.round(performance.now() - killedAt);
    const result = await finished(heir.base, key, predictionId);
    const finishedMs = Math.round(performance.now() - killedAt);
    return { predictionId, result, before, resumedMs, finishedMs, children };
  }

  it('continues a prediction that waits for its engine from its reference, without a second attempt', async () => {
    const body = { modelKey: 'embedded-fault', mode: 'slow', seconds: 3 };
    const { predictionId, result, resumedMs, finishedMs } = await killInTheMiddle(
      body,
      ({ begun, attempts, leased }) => begun && attempts === 1 && !leased,
    );
    const after = await look(database, predictionId);
    console.log(
      `kill -9 while an engine works: resumed after ${resumedMs} ms, done after ${finishedMs} ms, attempts ${after.attempts}, ${after.transfers.join(' + ')}; ${await expectSoundLedger(database.url)}`,
    );
    expect(result.status).toBe('completed');
    expect(after).toMatchObject({ attempts: 1, transfers: ['charge', 'capture'] });
    expect(finishedMs).toBeLessThan(LIMIT_MS);
  });

  it('repeats a leased prediction of the built-in engine, and leaves no engine process of the killed worker', async () => {
    const body = { modelKey: 'embedded-music', prompt: 'slow piano in the rain', duration: 30 };
    const { predictionId, result, before, resumedMs, finishedMs, children } = await killInTheMiddle(
      body,
      ({ leased, attempts }) => leased && attempts === 1,
    );
    const after = await look(database, predictionId);
    console.log(
      `kill -9 with a lease: resumed after ${resumedMs} ms, done after ${finishedMs} ms, attempts ${after.attempts}, ${after.transfers.join(' + ')}; ${await expectSoundLedger(database.url)}`,
    );
    expect(before).toMatchObject({ status: 'processing', leased: true });
    expect(result.status).toBe('completed');
    expect(result.outputs[0]).toMatchObject({
      contentType: 'audio/mpeg',
      durationSeconds: expect.any(Number),
    });
    expect(after).toMatchObject({ attempts: 2, crashes: 1, transfers: ['charge', 'capture'] });
    expect(finishedMs).toBeLessThan(LIMIT_MS);
    await until(() => !children.some(isAlive));
  });
});

describe('one process with its own database', () => {
  it(
    'restarts after kill -9 and continues its predictions',
    async () => {
      const directory = await temporaryDirectory();
      const env = { DATA_DIR: directory, LEASE_SECONDS: String(LEASE_SECONDS) };
      const first = await spawnService(env);
      const { key } = await newCaller(first.base);
      const waiting = await generate(first.base, key, {
        modelKey: 'embedded-fault',
        mode: 'slow',
        seconds: 2,
      });
      const leased = await generate(first.base, key, {
        modelKey: 'embedded-sound',
        prompt: 'rain on a tin roof',
        duration: 30,
      });
      await first.end('SIGKILL');
      const killedAt = performance.now();

      const second = await spawnService(env);
      const readyMs = Math.round(performance.now() - killedAt);
      const results = await Promise.all(
        [waiting, leased].map(({ predictionId }) => finished(second.base, key, predictionId)),
      );
      const finishedMs = Math.round(performance.now() - killedAt) - readyMs;
      expect(results.map(({ status }) => status)).toEqual(['completed', 'completed']);
      expect(finishedMs).toBeLessThan(LIMIT_MS);
      const children = descendantsOf(second.pid);
      expect((await second.end('SIGTERM')).code).toBe(0);
      expect(children.filter(isAlive)).toEqual([]);

      const server = await startEmbeddedPostgres({ directory });
      try {
        console.log(
          `kill -9 and restart on its own database: ready after ${readyMs} ms, both done ${finishedMs} ms later; ${await expectSoundLedger(server.url)}`,
        );
      } finally {
        await server.stop();
      }
    },
    PATIENCE_MS,
  );
});
