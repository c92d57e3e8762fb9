/**
 * A second job on the first one's result is paid for as well. It is submitted in a poll, for which the service writes no
 * intent: the adapter must submit it at most once.
 */
import type { Outcome, ProviderRef, Work } from '@offprint/engines';
import { HttpJobProvider } from '../../../packages/engines/src/http-job/http-job.provider.js';
import { type EngineProcess, startEngine } from '../../support/engine-process.js';
import { expectPending, openWorkshop, pollToEnd, stored, type Workshop } from '../../support/engine-work.js';
import { declared, SECRET } from './declared.js';

const meshy = await declared('catalogue/meshy.yaml');
const TEXT = meshy.work('meshy-text-to-3d');

let engine: EngineProcess;
let workshop: Workshop;
let provider: HttpJobProvider;

beforeAll(async () => {
  engine = await startEngine('http-job');
  workshop = await openWorkshop();
  provider = meshy.provider(engine.url);
});
beforeEach(async () => {
  await engine.mend();
  await engine.clear();
});
afterAll(async () => {
  await engine.end();
  await workshop.close();
});

type Steps = (fence: number) => Work;

/** Steps of a prediction: the fence increases each time that a worker claims it. */
function steps(): Steps {
  const work = workshop.make(TEXT);
  return (fence) => Object.assign(work, { fence });
}

const secondSubmits = async () => (await engine.state()).inputs.filter((input) => 'refined' in input).length;

/** Step 1 submits, 2 to 4 poll: the first job is done with the third poll. @returns the reference for step 5. */
async function toTheSecond(step: Steps): Promise<ProviderRef> {
  let outcome: Outcome = await provider.submit(step(1));
  for (const fence of [2, 3, 4])
    outcome = await provider.poll(step(fence), stored(expectPending(outcome).ref));
  return stored(expectPending(outcome).ref);
}

describe('a second job made of the first one’s result', () => {
  it('uses it, and returns only its own result; progress continues where the first ended', async () => {
    const step = steps();
    const reported: number[] = [];
    let outcome: Outcome = await provider.submit(step(1));
    for (let fence = 2; outcome.kind === 'pending'; fence += 1) {
      if (outcome.progress !== undefined) reported.push(outcome.progress);
      outcome = await provider.poll(step(fence), stored(outcome.ref));
    }
    expect(outcome).toMatchObject({ kind: 'done', files: [{ url: expect.stringContaining('glb') }] });
    expect(reported).toEqual([...reported].sort((a, b) => a - b));
    expect(reported.filter((percent) => percent < 50).length).toBeGreaterThan(0);
    expect(reported.filter((percent) => percent > 50).length).toBeGreaterThan(0);
    const bodies = (await engine.state()).requests
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => JSON.parse(String(body)) as Record<string, unknown>);
    expect(bodies).toEqual([
      expect.objectContaining({ mode: 'preview', prompt: expect.any(String) }),
      { mode: 'refine', preview_task_id: expect.any(String), enable_pbr: false },
    ]);
  });

  it('is submitted only after its intent was stored', async () => {
    await toTheSecond(steps());
    expect(await secondSubmits()).toBe(0);
  });

  it('is not submitted again when a worker crashed after submitting it', async () => {
    const step = steps();
    const ref = await toTheSecond(step);
    // Its response was never stored: the worker crashed, and another one claims the prediction with the same reference.
    expectPending(await provider.poll(step(5), ref));
    expect(await provider.poll(step(6), ref)).toMatchObject({ kind: 'unknown' });
    expect(await secondSubmits()).toBe(1);
  });

  it('is not submitted when a worker may have crashed during its submit', async () => {
    const step = steps();
    const ref = await toTheSecond(step);
    expect(await provider.poll(step(6), ref)).toMatchObject({ kind: 'unknown' });
    expect(await secondSubmits()).toBe(0);
  });

  it('has an unknown outcome after a lost response, and is not submitted again', async () => {
    const step = steps();
    const ref = await toTheSecond(step);
    await engine.fault('answer-lost');
    expect(await provider.poll(step(5), ref)).toMatchObject({ kind: 'unknown' });
    expect(await secondSubmits()).toBe(1);
  });

  it.each(['throttle-seconds', 'error-503'])('is submitted by the next step after %s', async (fault) => {
    const step = steps();
    const ref = await toTheSecond(step);
    await engine.fault(fault);
    const outcome = expectPending(await provider.poll(step(5), ref));
    if (fault === 'throttle-seconds') expect(outcome.pollAfterMs).toBeGreaterThanOrEqual(7_000);
    expect(await secondSubmits()).toBe(0);
    const next = await provider.poll(step(6), stored(outcome.ref));
    expect(await pollToEnd(provider, step(7), next)).toMatchObject({ kind: 'done' });
    expect(await secondSubmits()).toBe(1);
  });

  it('is submitted by the next step after a refused connection', async () => {
    const step = steps();
    const ref = await toTheSecond(step);
    const outcome = expectPending(await meshy.provider('http://127.0.0.1:1').poll(step(5), ref));
    expectPending(await provider.poll(step(6), stored(outcome.ref)));
    expect(await secondSubmits()).toBe(1);
  });

  it.each([
    ['error-400', { kind: 'refuse', code: 'invalid_input' }],
    ['error-402', { kind: 'refuse', code: 'provider_error', operatorSide: true }],
  ])('fails the prediction when the engine rejects it with %s', async (fault, expected) => {
    const step = steps();
    const ref = await toTheSecond(step);
    await engine.fault(fault);
    expect(await provider.poll(step(5), ref)).toMatchObject(expected);
  });

  it('has an unknown outcome when the step is aborted during its submit', async () => {
    const step = steps();
    const ref = await toTheSecond(step);
    const work = step(5) as ReturnType<Workshop['make']>;
    work.abort('shutdown');
    await expect(provider.poll(work, ref)).rejects.toBe('shutdown');
    expect(
      await provider.poll({ ...work, signal: new AbortController().signal, fence: 6 }, ref),
    ).toMatchObject({
      kind: 'unknown',
    });
  });

  it('has nothing to cancel before it is submitted', async () => {
    await provider.cancel(await toTheSecond(steps()));
    expect((await engine.state()).cancelled).toEqual([]);
  });
});

describe('a second job at an engine that knows a submit by its key', () => {
  const job = { json: { text: '{{prompt}}', size: '{{width}}x{{height}}' } };
  const options = {
    submit: job,
    then: { submit: { json: { text: 'varnish {{previousId}}', size: 'same' } } },
  };
  const painter = () =>
    new HttpJobProvider({
      name: 'easel',
      url: engine.url,
      secret: SECRET,
      options: {
        auth: { header: 'authorization', value: 'Token {{secret}}' },
        submit: { path: '/easel/v1/jobs', idempotencyHeader: 'Idempotency-Key' },
        answer: { id: 'job.id' },
        poll: { path: '/easel/v1/jobs/{{id}}', state: 'job.state', states: { done: ['done'] } },
        result: { files: 'job.images[*].href' },
      },
    });

  it('is resubmitted with the same key after a lost response, and paid for once', async () => {
    const example = { ...TEXT, modality: 'image', operation: 'text-to-image', options, kind: 'png' } as const;
    const work = workshop.make(example);
    const step = (fence: number): Work => Object.assign(work, { fence });
    let outcome: Outcome = await painter().submit(step(1));
    for (const fence of [2, 3, 4])
      outcome = await painter().poll(step(fence), stored(expectPending(outcome).ref));
    await engine.fault('answer-lost');
    outcome = expectPending(await painter().poll(step(5), stored(expectPending(outcome).ref)));
    // Also after a worker that crashed in between.
    expect(await pollToEnd(painter(), step(9), outcome)).toMatchObject({ kind: 'done' });
    const { paid, requests } = await engine.state();
    const keys = requests.filter(({ isSubmit }) => isSubmit).map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([`${work.predictionId}-1`, `${work.predictionId}-1-2`, `${work.predictionId}-1-2`]);
    expect(Object.values(paid)).toEqual([1, 1]);
  });
});
