/** A busy engine: one event of the timeline, and no attempt, however long it is busy and whatever comes before and after. */
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, finished, generate, newCaller } from '../support/client.js';
import { type EngineProcess, startEngine } from '../support/engine-process.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { uuidOf } from '../support/public-ids.js';
import { endServices } from '../support/service-process.js';
import { writeTrialCatalogue } from '../support/trial-catalogue.js';

const MODEL = { modelKey: 'paint', options: { onAmbiguous: 'retry' } };
const request = { modelKey: 'paint', prompt: 'a lighthouse' };

let engine: EngineProcess;
let app: TestApp;
let key: string;
beforeAll(async () => {
  engine = await startEngine('sdapi');
  const { env } = await writeTrialCatalogue([
    { provider: 'own', like: 'catalogue/sdapi.yaml', url: engine.url, models: [MODEL] },
  ]);
  app = await startApp(env);
  ({ key } = await newCaller(app.base));
});
afterAll(async () => {
  await app.close();
  await engine.end();
  await endServices();
});
afterEach(async () => {
  await engine.mend();
  await expectSoundLedger(app.url);
});

/** Ends the waits of the prediction until it is final. */
async function hurried(id: string) {
  const timer = setInterval(() => {
    void app.database.query(
      `update predictions set run_at = clock_timestamp() where id = $1 and status = 'processing' and lease_until is null`,
      [uuidOf(id)],
    );
  }, 50);
  try {
    return await finished(app.base, key, id);
  } finally {
    clearInterval(timer);
  }
}

const BEGUN = ['accepted', 'charged', 'queued'];
const ENDED = ['output_stored', 'completed'];

it.each([
  ['throttle-seconds', 1],
  ['throttle-seconds', 4],
  ['throttle-date', 2],
])('%s, %d times', async (fault, times) => {
  await engine.fault(fault, times);
  const { predictionId } = await generate(app.base, key, request);
  const { status, attempts, timeline } = await hurried(predictionId);
  expect([status, attempts]).toEqual(['completed', 1]);
  const events = timeline.map(({ event }: { event: string }) => event);
  expect(events).toEqual([...BEGUN, 'engine_busy', 'attempt_started', ...ENDED]);
});

it('that fails and is busy then counts the failure', async () => {
  await engine.fault('error-503', 1);
  const { predictionId } = await generate(app.base, key, request);
  const before = await balanceOf(app.base, key);
  for (;;) {
    const values = [uuidOf(predictionId)];
    const [row] = await app.database.query<{ errors: number }>(
      'select errors from predictions where id = $1',
      values,
    );
    if (row!.errors === 1) break;
  }
  await engine.fault('throttle-seconds', 2);
  const { attempts, timeline } = await hurried(predictionId);
  expect(attempts).toBe(2);
  const events = timeline.map(({ event, attempt }: { event: string; attempt?: number }) =>
    `${event} ${attempt ?? ''}`.trim(),
  );
  expect(events).toEqual([
    ...BEGUN,
    'attempt_started 1',
    'attempt_failed 1',
    'retry_scheduled',
    'engine_busy',
    'attempt_started 2',
    ...ENDED,
  ]);
  expect(await balanceOf(app.base, key)).toBe(before);
});
