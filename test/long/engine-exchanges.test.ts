/**
 * Handling of engine responses: no resubmission while the engine may have the job, circuits depend only on submits, a
 * stopping worker keeps accepted jobs, and every prediction ends.
 */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PredictionQueue } from '../../src/generation/queue/prediction.queue.js';
import { type Outcome, Provider, type ProviderRef, type Work } from '../../src/providers/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, finished, generate, type Json, newCaller } from '../support/client.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { filePath } from '../support/engine-work.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { until } from '../support/service-process.js';

type Exchange = (work: Work) => Outcome | Promise<Outcome>;

/** A scripted engine; `submits` are the ids by which it would recognise each submit. */
abstract class Scripted extends Provider {
  abstract readonly script: Script;
  override offers(): boolean {
    return true;
  }
  override submit(work: Work): Promise<Outcome> {
    this.script.submits.push(`${work.predictionId}-${work.attempt}`);
    return Promise.resolve(this.script.submit(work));
  }
  override poll(work: Work, _ref: ProviderRef): Promise<Outcome> {
    return Promise.resolve(this.script.poll(work));
  }
  override cancel(ref: ProviderRef): Promise<void> {
    this.script.cancelled.push(ref);
    return Promise.resolve();
  }
  override check() {
    return Promise.resolve({ ok: false, detail: 'still away' });
  }
}

interface Script {
  submits: string[];
  cancelled: ProviderRef[];
  submit: Exchange;
  poll: Exchange;
}

const done: Exchange = () => ({
  kind: 'done',
  files: [{ path: filePath('png'), contentType: 'image/png' }],
});
const newScript = (): Script => ({ submits: [], cancelled: [], submit: done, poll: done });
const scripts: Record<'first' | 'spare' | 'paid', Script> = {
  first: newScript(),
  spare: newScript(),
  paid: newScript(),
};

class First extends Scripted {
  readonly name = 'first';
  readonly resubmission = 'idempotent';
  readonly script = scripts.first;
}
class Spare extends Scripted {
  readonly name = 'spare';
  readonly resubmission = 'idempotent';
  readonly script = scripts.spare;
}
class Paid extends Scripted {
  readonly name = 'paid';
  readonly resubmission = 'none';
  readonly script = scripts.paid;
}
const options = { providers: [First, Spare, Paid] };

const model = (modelKey: string, deadlineSeconds: number, routes: string) => `
  - modelKey: ${modelKey}
    modality: image
    operation: text-to-image
    title: ${modelKey}
    description: An engine of the tests.
    typicalSeconds: 1
    deadlineSeconds: ${deadlineSeconds}
    pricing: { base: 1 }
    input: { properties: { prompt: { type: string } } }
    routes: [${routes}]`;
const at = (provider: string) => `{ provider: ${provider}, model: ${provider}/one }`;
const CATALOGUE = `provider: first
models:${model('alone', 120, at('first'))}${model('with-spare', 120, `${at('first')}, ${at('spare')}`)}
${model('anew', 120, `{ provider: first, model: first/one, options: { onAmbiguous: retry } }`)}
${model('paid', 120, at('paid'))}${model('brief', 2, at('paid'))}`;

let directory: string;
let database: TestDatabase;
let app: TestApp;
let key: string;
let env: Record<string, string>;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'offprint-exchanges-'));
  await cp('catalogue', directory, { recursive: true });
  await writeFile(join(directory, 'scripted.yaml'), CATALOGUE);
  env = { CATALOGUE_DIR: directory, LEASE_SECONDS: '5' };
  database = await createDatabase();
  app = await startApp(env, database, options);
  ({ key } = await newCaller(app.base));
});
afterEach(async () => {
  await expectSoundLedger(database.url);
  await database.query('delete from provider_circuits');
});
afterAll(async () => {
  await app.close();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});
beforeEach(() => {
  for (const script of Object.values(scripts)) Object.assign(script, newScript());
});

const start = async (modelKey: string): Promise<string> =>
  (await generate(app.base, key, { modelKey })).predictionId as string;
const circuitOf = async (provider: string) =>
  (
    await database.query<{ failures: number; open: boolean }>(
      'select failures, open_until is not null as open from provider_circuits where provider = $1',
      [provider],
    )
  )[0];

const away: Outcome = {
  kind: 'retry',
  code: 'provider_error',
  internal: 'nobody listens',
  operatorSide: true,
};
const lost: Outcome = { kind: 'unknown', internal: 'the answer was lost' };

describe('a submit with a lost response', () => {
  it.each([
    ['throttled', { kind: 'retry', code: 'provider_error', internal: '429', throttled: true, afterMs: 1 }],
    ['away', { kind: 'retry', code: 'provider_error', internal: '503' }],
  ] satisfies [string, Outcome][])(
    'keeps its id when it is sent again and the engine is %s',
    async (_, busy) => {
      const answers: Outcome[] = [lost, busy];
      scripts.first.submit = (work) => answers.shift() ?? done(work);
      const id = await start('alone');
      expect(await finished(app.base, key, id)).toMatchObject({ status: 'completed' });
      expect(scripts.first.submits).toEqual([`${id}-1`, `${id}-1`, `${id}-1`]);
    },
  );

  it('is not rerouted to another engine', async () => {
    const answers: Outcome[] = [lost, away];
    scripts.first.submit = (work) => answers.shift() ?? done(work);
    const id = await start('with-spare');
    expect(await finished(app.base, key, id)).toMatchObject({ status: 'completed' });
    expect(scripts.spare.submits).toEqual([]);
    expect(scripts.first.submits).toEqual([`${id}-1`, `${id}-1`, `${id}-1`]);
  });
});

describe('an engine that already knows the id', () => {
  it('gets a new id where the operator accepts the risk', async () => {
    const reused: Outcome = { kind: 'retry', code: 'provider_error', internal: 'id used before' };
    scripts.first.submit = (work) => {
      if (scripts.first.submits.length === 1) return lost;
      return work.attempt === 1 ? reused : done(work);
    };
    const id = await start('anew');
    expect(await finished(app.base, key, id)).toMatchObject({ status: 'completed' });
    expect(scripts.first.submits).toEqual([`${id}-1`, `${id}-1`, `${id}-2`]);
  });
});

describe('the deadline', () => {
  it('fails a running prediction, and cancels it at the engine', async () => {
    scripts.paid.submit = () => ({ kind: 'pending', ref: { id: 7 }, pollAfterMs: 60_000 });
    const id = await start('brief');
    expect(await finished(app.base, key, id)).toMatchObject({
      status: 'failed',
      creditsRefunded: 1,
      error: { code: 'deadline_exceeded' },
    });
    await until(() => scripts.paid.cancelled.length > 0);
    expect(scripts.paid.cancelled).toEqual([{ id: 7 }]);
  });

  it('fails a prediction also when the adapter ignores the abort', async () => {
    let answer = (_outcome: Outcome) => {};
    scripts.paid.submit = () => new Promise((resolve) => (answer = resolve));
    const id = await start('brief');
    const ended = await finished(app.base, key, id);
    expect(ended).toMatchObject({
      status: 'failed',
      creditsRefunded: 1,
      error: { code: 'deadline_exceeded' },
    });
    // Its late result has no effect.
    answer(await done({} as Work));
    scripts.paid.submit = done;
    expect(await finished(app.base, key, await start('paid'))).toMatchObject({ status: 'completed' });
    expect(await finished(app.base, key, id)).toEqual(ended);
  }, 90_000);
});

describe('an engine that throttles for long', () => {
  it('is one event of the timeline, and no attempt', async () => {
    let left = 45;
    scripts.first.submit = (work) =>
      left-- > 0
        ? { kind: 'retry', code: 'provider_error', internal: '429', throttled: true, afterMs: 1 }
        : done(work);
    const id = await start('alone');
    await until(async () => {
      await database.query(
        `update predictions set run_at = clock_timestamp() where status = 'processing' and lease_until is null`,
      );
      return left < 0;
    });
    const { status, timeline, attempts } = await finished(app.base, key, id);
    expect(status).toBe('completed');
    expect(attempts).toBe(1);
    expect(timeline.map(({ event, message }: Json) => (message ? [event, message] : event))).toEqual([
      'accepted',
      'charged',
      'queued',
      ['engine_busy', 'The engine is busy.'],
      'attempt_started',
      'output_stored',
      'completed',
    ]);
  });
});

describe('a response of an engine', () => {
  it('opens its circuit also when the database cannot store its text', async () => {
    const denied: Outcome = {
      kind: 'refuse',
      code: 'provider_error',
      message: 'The engine refused this request.',
      internal: 'HTTP 401: \0 who are you?',
      operatorSide: true,
    };
    scripts.paid.submit = () => denied;
    for (const failures of [1, 2, 3]) {
      expect(await finished(app.base, key, await start('paid'))).toMatchObject({
        error: { retryable: false },
      });
      expect(await circuitOf('paid')).toEqual({ failures, open: failures === 3 });
    }
  });

  it('delays no prediction beyond its deadline', async () => {
    scripts.paid.submit = () => ({ kind: 'pending', ref: { id: 8 }, pollAfterMs: 1e23 });
    expect(await finished(app.base, key, await start('brief'))).toMatchObject({
      error: { code: 'deadline_exceeded' },
    });
    await until(() => scripts.paid.cancelled.length > 0);
  });
});

describe('a queue of thousands at an unreachable engine', () => {
  it('is rerouted to the next engine in batches, in queue order', async () => {
    const [account] = await database.query<{ id: string }>('select id from accounts');
    await database.query(
      `insert into predictions (id, account_id, env, model_key, model, modality, operation, provider, input, cost, fair_tag, deadline_at)
       select gen_random_uuid(), $1, 'live', 'long-line', 'm', 'image', 'text-to-image', 'gone', '{}', 0, i, now() + interval '1 hour'
       from generate_series(1, 2500) i`,
      [account!.id],
    );
    const queue = app.app.get(PredictionQueue, { strict: false });
    const next = { provider: 'gone-too', model: 'm', options: {} };
    const last = () =>
      database.query<{ moved: number; last: number }>(
        `select count(*)::int as moved, max(fair_tag)::int as last from predictions where provider = 'gone-too'`,
      );
    try {
      expect(await queue.reroute('gone', 'long-line', next)).toBe(1000);
      expect(await last()).toEqual([{ moved: 1000, last: 1000 }]);
      expect(await queue.reroute('gone', 'long-line', next)).toBe(1000);
      expect(await queue.reroute('gone', 'long-line', next)).toBe(500);
      expect(await queue.reroute('gone', 'long-line', next)).toBe(0);
    } finally {
      await database.query(`delete from predictions where model_key = 'long-line'`);
    }
  });
});

describe('a stopping worker', () => {
  it('keeps a job that an engine has just accepted', async () => {
    let answer = (_outcome: Outcome) => {};
    scripts.paid.submit = () => new Promise((resolve) => (answer = resolve));
    const leaving = await startApp({ ...env, ROLES: 'worker' }, database, options);
    await app.close();
    const elsewhere = await startApp({ ...env, ROLES: 'api' }, database, options);
    try {
      const { predictionId } = await generate(elsewhere.base, key, { modelKey: 'paid' });
      await until(() => scripts.paid.submits.length > 0);
      const stopped = leaving.close();
      await until(async () => !(await fetch(leaving.base).catch(() => null)));
      answer({ kind: 'pending', ref: { id: 9 }, pollAfterMs: 0 });
      await stopped;
      app = await startApp(env, database, options);
      expect(await finished(app.base, key, predictionId)).toMatchObject({ status: 'completed' });
      expect(scripts.paid.submits).toHaveLength(1);
    } finally {
      await elsewhere.close();
    }
  });
});

describe('a circuit', () => {
  it('is not closed by polls of earlier jobs', async () => {
    const pending: Exchange = () => ({ kind: 'pending', ref: { id: 1 }, pollAfterMs: 20 });
    let polls = 0;
    scripts.first.submit = pending;
    scripts.first.poll = (work) => {
      polls += 1;
      return pending(work);
    };
    const old = await start('alone');
    await until(() => polls > 0);
    scripts.first.submit = () => away;
    const waiting = [await start('alone'), await start('alone'), await start('alone')];
    await until(async () => (await circuitOf('first'))?.open);
    const before = polls;
    await until(() => polls > before + 20);
    expect(await circuitOf('first')).toMatchObject({ open: true });
    for (const id of [old, ...waiting])
      await call(app.base, 'POST', `/api/generate/${id}/cancel`, { token: key });
  });
});
