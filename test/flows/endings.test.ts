/**
 * Every ending of a failed prediction: whether its error is retryable, and the last attempt in its timeline. No worker
 * runs: each test takes the worker's steps itself, so that every ending occurs.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputRefused } from '../../src/assets/index.js';
import type { ClaimedPrediction } from '../../src/generation/prediction.js';
import { PredictionQueue } from '../../src/generation/queue/prediction.queue.js';
import { type Ending, ENDING_RULES, type EndingRule } from '../../src/generation/settlement/ending-rules.js';
import { PredictionEnding } from '../../src/generation/settlement/prediction.ending.js';
import { AdvancingModule } from '../../src/generation/worker/advancing.module.js';
import { PredictionAdvancer } from '../../src/generation/worker/prediction.advancer.js';
import { type Outcome, Provider, type Work } from '../../src/providers/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, generate, type Json, newCaller } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { uuidOf } from '../support/public-ids.js';

let submit: (work: Work) => Outcome | Promise<Outcome>;
class Painter extends Provider {
  readonly name = 'painter';
  readonly resubmission = 'none';
  override offers(): boolean {
    return true;
  }
  override submit(work: Work): Promise<Outcome> {
    return Promise.resolve().then(() => submit(work));
  }
  override poll(): Promise<Outcome> {
    return Promise.reject(new Error('nothing is asked for twice'));
  }
  override check() {
    return Promise.resolve({ ok: true, detail: 'here' });
  }
}

const CATALOGUE = `provider: painter
models:
  - modelKey: painted
    modality: image
    operation: text-to-image
    title: Painted
    description: An engine of the tests.
    typicalSeconds: 1
    deadlineSeconds: 600
    pricing: { base: 1 }
    input: { properties: { prompt: { type: string } } }
    routes: [{ provider: painter, model: painter/one }]
`;

let directory: string;
let app: TestApp;
let key: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'offprint-endings-'));
  await cp('catalogue', directory, { recursive: true });
  await writeFile(join(directory, 'painter.yaml'), CATALOGUE);
  app = await startApp({ ROLES: 'api', CATALOGUE_DIR: directory }, undefined, {
    providers: [Painter],
    plugins: [AdvancingModule],
  });
  ({ key } = await newCaller(app.base));
});
afterAll(async () => {
  await expectSoundLedger(app.url);
  await app.close();
  await rm(directory, { recursive: true, force: true });
});

const part = <T>(token: abstract new (...args: never[]) => T): T => app.app.get(token, { strict: false });

/** Runs a worker's next step of the only prediction. @param change fields of the claimed row to replace */
async function step(change: Partial<ClaimedPrediction> = {}): Promise<void> {
  await app.database.query(`update predictions set run_at = clock_timestamp() where status = 'processing'`);
  const free = [{ provider: 'painter', submits: 1, polls: 1 }];
  const [claimed] = await part(PredictionQueue).claim(free, 1, 1, 60);
  const { signal } = new AbortController();
  const advance = { claimed: { ...claimed!, ...change }, signal, progress: () => undefined };
  await part(PredictionAdvancer).advance(advance);
}

const retry: Outcome = { kind: 'retry', code: 'provider_timeout', internal: 'silent' };
const refuse: Outcome = { kind: 'refuse', code: 'content_rejected', message: 'Not this.' };
async function untilFinal(id: string): Promise<void> {
  for (let steps = 0; steps < 10 && (await statusOf(id)).status === 'processing'; steps += 1) await step();
}
const statusOf = async (id: string): Promise<Json> =>
  (await call(app.base, 'GET', `/api/generate/status/${id}?timeline=true`, { token: key })).body;
async function broken(work: Work): Promise<Outcome> {
  const path = join(work.directory, 'picture.png');
  await writeFile(path, 'no picture');
  return { kind: 'done', files: [{ path, contentType: 'image/png' }] };
}
/** Runs `act` after one failed attempt, before the next attempt begins. */
async function afterOneAttempt(act: () => Promise<unknown>): Promise<void> {
  submit = () => retry;
  await step();
  await act();
}

interface Way {
  ending: Ending;
  code: string;
  message?: string;
  attempts: number;
  act: (id: string) => Promise<unknown>;
}
const to = (answer: typeof submit, act: (id: string) => Promise<unknown>) => (id: string) => {
  submit = answer;
  return act(id);
};

const WAYS: Record<string, Way> = {
  'an engine that never answers in time': {
    ending: 'outOfAttempts',
    code: 'provider_timeout',
    attempts: 5,
    act: to(() => retry, untilFinal),
  },
  'a fault of our own in every attempt': {
    ending: 'outOfAttempts',
    code: 'internal_error',
    attempts: 5,
    act: to(
      () => Promise.reject(new Error('a bug')),
      async (id) => {
        for (let steps = 0; steps < 5; steps += 1) {
          // This engine is not resubmitted to after an unknown outcome; that ending has a test of its own.
          await app.database.query('update predictions set submit_open = false where id = $1', [uuidOf(id)]);
          await step();
        }
      },
    ),
  },
  'an input whose host is away': {
    ending: 'outOfAttempts',
    code: 'invalid_input',
    attempts: 5,
    act: to(() => Promise.reject(new InputRefused('The host is busy.', true)), untilFinal),
  },
  'an answer that was lost': {
    ending: 'answerLost',
    code: 'provider_error',
    attempts: 1,
    act: to(
      () => ({ kind: 'unknown', internal: 'the connection was cut' }),
      () => step(),
    ),
  },
  'a refusal of the engine': {
    ending: 'refused',
    code: 'content_rejected',
    message: 'Not this.',
    attempts: 1,
    act: to(
      () => refuse,
      () => step(),
    ),
  },
  'a refusal in the second attempt': {
    ending: 'refused',
    code: 'content_rejected',
    attempts: 2,
    act: () => afterOneAttempt(() => ((submit = () => refuse), step())),
  },
  'a broken file': {
    ending: 'outputUnusable',
    code: 'output_unavailable',
    attempts: 1,
    act: to(broken, () => step()),
  },
  'no file at all': {
    ending: 'outputUnusable',
    code: 'output_unavailable',
    attempts: 1,
    act: to(
      () => ({ kind: 'done', files: [] }),
      () => step(),
    ),
  },
  'an input that is not what it has to be': {
    ending: 'inputUnusable',
    code: 'invalid_input',
    message: 'The file is not an image.',
    attempts: 1,
    act: to(
      () => Promise.reject(new InputRefused('The file is not an image.', false)),
      () => step(),
    ),
  },
  'a model whose engine is not there any more': {
    ending: 'notOffered',
    code: 'provider_error',
    attempts: 0,
    act: () => step({ provider: 'nobody' }),
  },
  'workers that ended with it': {
    ending: 'workersLost',
    code: 'internal_error',
    attempts: 1,
    act: () => afterOneAttempt(() => step({ crashes: 1_000 })),
  },
  'its deadline, before an attempt': {
    ending: 'pastDeadline',
    code: 'deadline_exceeded',
    attempts: 0,
    act: () => step({ remaining_ms: 0 }),
  },
  'its deadline, after an attempt': {
    ending: 'pastDeadline',
    code: 'deadline_exceeded',
    attempts: 1,
    act: () => afterOneAttempt(() => step({ remaining_ms: 0 })),
  },
  'its caller': {
    ending: 'cancelled',
    code: 'cancelled',
    attempts: 1,
    act: (id) => afterOneAttempt(() => call(app.base, 'POST', `/api/generate/${id}/cancel`, { token: key })),
  },
  'the operator': {
    ending: 'endedByOperator',
    code: 'internal_error',
    attempts: 0,
    act: (id) => part(PredictionEnding).failByOperator(uuidOf(id), 'a test'),
  },
};

describe('a prediction that fails by', () => {
  it.each(Object.entries(WAYS))('%s', async (_what, { ending, code, message, attempts, act }) => {
    const { predictionId: id } = await generate(app.base, key, { modelKey: 'painted' });
    await act(id as string);
    const status = await statusOf(id as string);
    const { retryable, attemptFailed, codes }: EndingRule = ENDING_RULES[ending];
    expect(codes).toContain(code);
    expect(status).toMatchObject({
      status: 'failed',
      attempts,
      creditsRefunded: 1,
      error: { code, retryable },
    });
    if (message) expect(status.error.message).toBe(message);
    expectTimeline(status, attemptFailed);
  });
});

/** Each started attempt has a failure; the last one only when it failed and was not aborted. */
function expectTimeline({ timeline, attempts, error }: Json, attemptFailed: boolean): void {
  const events = timeline as { event: string; attempt?: number; message?: string; at: string }[];
  const end = error.code === 'cancelled' ? 'cancelled' : 'failed';
  expect(events.slice(-2).map(({ event }) => event)).toEqual([end, 'refunded']);
  const begun = events.filter(({ event }) => event === 'attempt_started').length;
  expect(begun).toBe(attempts);
  const last = events.at(-3)!;
  if (attemptFailed)
    expect(last).toMatchObject({ event: 'attempt_failed', attempt: attempts, message: error.message });
  else expect(last.event).not.toBe('attempt_failed');
  expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).sort());
}

describe('the endings', () => {
  it('all occur in this test', () => {
    const met = new Set(Object.values(WAYS).map(({ ending }) => ending));
    expect([...met].sort()).toEqual(Object.keys(ENDING_RULES).sort());
  });

  it('match docs/prediction-states.md', async () => {
    const text = await readFile('docs/prediction-states.md', 'utf8');
    const row = /^\| `(\w+)` +\| (?:[^|]*)\| ([^|]*)\| (yes|no) +\| (yes|no) +\|$/gm;
    const rows = [...text.matchAll(row)].map(([, ending, codes, retryable, attemptFailed]) => [
      ending,
      {
        codes: codes!.match(/\w+/g),
        retryable: retryable === 'yes',
        attemptFailed: attemptFailed === 'yes',
      },
    ]);
    expect(Object.fromEntries(rows)).toEqual(ENDING_RULES);
  });
});
