/** What each instruction to a fake engine ends in: the status, the refund and the exchanges of docs/extending.md. */
import { type Outcome, Provider, type Resubmission } from '../../src/index.js';
import { FakeEngine, type FakePlan, startTestService, type TestService } from '../../src/testing/index.js';

const RESUBMISSIONS: Resubmission[] = ['none', 'harmless', 'idempotent', 'lookup'];
const engines = new Map(RESUBMISSIONS.map((resubmission) => [resubmission, engineOf(resubmission)]));

function engineOf(resubmission: Resubmission): FakeEngine {
  const name = `fake-${resubmission}`;
  const twice = { modelKey: `${name}-twice`, options: { onAmbiguous: 'retry' } };
  return new FakeEngine({ name, resubmission, models: [{ modelKey: name }, twice] });
}

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ engines: [...engines.values(), new FakeEngine()] });
});
beforeEach(() => {
  for (const engine of engines.values()) engine.reset();
});
afterAll(() => service.close());

interface RunOptions {
  resubmission?: Resubmission;
  model?: string;
  /** Number of failed attempts whose wait is skipped. */
  skip?: number;
}

/** Runs a prediction to its end. @returns its status, what it cost, and the exchanges with the engine. */
async function run(
  plans: FakePlan[],
  { resubmission = 'none', model = `fake-${resubmission}`, skip = 0 }: RunOptions = {},
) {
  const engine = engines.get(resubmission)!.next(...plans);
  const account = await service.account({ credits: 10 });
  const key = await account.key();
  const { id } = await service.generate(key, { modelKey: model, prompt: 'a lighthouse' });
  // Waits between attempts are skipped.
  for (let submits = 1; submits <= skip; submits += 1) {
    await engine.called('submit', submits);
    await written(id, submits);
    await service.clock.advance({ minutes: 2 });
  }
  const { status, error } = await service.settled(id, key);
  const cost = 10 - (await account.balance());
  const exchanges = engine.calls.map(({ method }) => method).join(' ');
  return { status, code: error?.code, message: error?.message, cost, exchanges, engine, id, key };
}

/** Waits until the outcome of an attempt is stored. */
async function written(id: string, errors: number): Promise<void> {
  const uuid = id.replace('pred_', '');
  for (;;) {
    const [row] = await service.query<{ errors: number }>(
      `select errors from predictions where id = $1::uuid`,
      [uuid],
    );
    if (row!.errors >= errors) return;
  }
}

it.each<[string, FakePlan, object]>([
  ['done', 'done', { status: 'completed', cost: 1, exchanges: 'submit' }],
  ['pending', 'pending', { status: 'completed', cost: 1, exchanges: 'submit poll' }],
  ['polls', { poll: ['pending', 'pending', 'done'] }, { cost: 1, exchanges: 'submit poll poll poll' }],
  [
    'an outcome of its own',
    { kind: 'refuse', code: 'invalid_input', message: 'Smaller, please.' },
    { code: 'invalid_input', cost: 0 },
  ],
  [
    'a refusal',
    { submit: 'refuse', code: 'content_rejected', message: 'Not this.' },
    { status: 'failed', code: 'content_rejected', message: 'Not this.', cost: 0, exchanges: 'submit' },
  ],
  [
    'a refused poll',
    { poll: ['pending', 'refuse'] },
    { status: 'failed', cost: 0, exchanges: 'submit poll poll' },
  ],
  [
    'a response that was lost',
    'unknown',
    { status: 'failed', code: 'provider_error', cost: 0, exchanges: 'submit' },
  ],
  ['no file', { files: [] }, { status: 'failed', code: 'output_unavailable', cost: 0 }],
  ['a corrupt file', { files: 'corrupt' }, { status: 'failed', code: 'output_unavailable', cost: 0 }],
  ['an empty file', { files: ['good', 'empty'] }, { status: 'failed', code: 'output_unavailable', cost: 0 }],
  ['a text', { files: 'wrong-type' }, { status: 'failed', code: 'output_unavailable', cost: 0 }],
  [
    'a file that is too large',
    { files: 'too-large' },
    { status: 'failed', code: 'output_unavailable', cost: 0, exchanges: 'submit poll' },
  ],
  [
    'a file that is missing',
    { files: 'missing' },
    // It may be there a moment later.
    { status: 'failed', code: 'output_unavailable', cost: 0, exchanges: 'submit poll poll poll poll poll' },
  ],
])('%s ends as the port promises', async (_, plan, expected) => {
  expect(await run([plan])).toMatchObject(expected);
});

it.each<[string, FakePlan]>([
  ['a retry', 'retry'],
  ['a throttled submit', { submit: 'throttled', afterMs: 10 }],
])('%s is followed by another submit', async (_, plan) => {
  expect(await run([plan])).toMatchObject({ status: 'completed', cost: 1, exchanges: 'submit submit' });
});

it('a poll that fails is repeated, and the engine is not asked to work again', async () => {
  expect(await run([{ poll: ['throw', 'done'] }])).toMatchObject({
    status: 'completed',
    exchanges: 'submit poll poll',
  });
});

it('a job that the engine gave up is submitted again', async () => {
  expect(await run([{ poll: 'retry' }, 'done'])).toMatchObject({
    status: 'completed',
    exchanges: 'submit poll submit',
  });
});

it('five retries fail and are refunded', async () => {
  expect(await run(Array<FakePlan>(5).fill('retry'), { skip: 4 })).toMatchObject({
    status: 'failed',
    code: 'provider_error',
    cost: 0,
    exchanges: 'submit submit submit submit submit',
  });
});

describe('after a lost response', () => {
  it.each<[Resubmission, FakePlan, string]>([
    ['harmless', 'unknown', 'submit submit'],
    ['idempotent', 'unknown', 'submit submit'],
    ['lookup', 'unknown', 'submit find poll'],
    ['lookup', { submit: 'unknown', find: 'missing' }, 'submit find submit'],
    ['lookup', { submit: 'throw', find: 'found' }, 'submit find poll'],
  ])('an engine of the class %s completes (%j)', async (resubmission, plan, exchanges) => {
    expect(await run([plan], { resubmission })).toMatchObject({ status: 'completed', cost: 1, exchanges });
  });

  it('the class none submits again when the operator accepts to pay twice', async () => {
    expect(await run(['unknown'], { model: 'fake-none-twice' })).toMatchObject({
      status: 'completed',
      exchanges: 'submit submit',
    });
  });

  it('the same attempt is submitted again to an idempotent engine', async () => {
    const { engine } = await run(['unknown'], { resubmission: 'idempotent' });
    expect(engine.callsOf('submit').map(({ work }) => work!.attempt)).toEqual([1, 1]);
  });
});

it.each(['accepted', 'refused'] as const)(
  'a cancel that the engine has %s cancels the prediction',
  async (cancel) => {
    const engine = engines.get('none')!.next({ poll: 'pending', cancel });
    const account = await service.account({ credits: 10 });
    const key = await account.key();
    const { id } = await service.generate(key, { modelKey: 'fake-none' });
    await engine.called('poll');
    await service.request('POST', `/api/generate/${id}/cancel`, { key });
    expect((await service.settled(id, key)).error).toMatchObject({ code: 'cancelled' });
    expect((await engine.called('cancel')).predictionId).toBe(id);
    expect(await account.balance()).toBe(10);
  },
);

it('instructions for a prompt or a model leave other submits as they are', async () => {
  const engine = engines.get('none')!.always({ submit: 'refuse', prompt: 'forbidden' });
  engine.next({ submit: 'refuse', modelKey: 'fake-none-twice' });
  expect(await run([])).toMatchObject({ status: 'completed' });
  const key = await (await service.account()).key();
  const endOf = async (body: object) => {
    const { id } = await service.generate(key, { modelKey: 'fake-none', ...body });
    return (await service.settled(id, key)).status;
  };
  expect(await endOf({ prompt: 'forbidden' })).toBe('failed');
  expect(await endOf({ modelKey: 'fake-none-twice', prompt: 'allowed' })).toBe('failed');
  expect(await endOf({ modelKey: 'fake-none-twice', prompt: 'allowed' })).toBe('completed');
});

it('every modality has a model whose output is a real file of it', async () => {
  const key = await (await service.account({ credits: 10 })).key();
  const types = ['image', 'video', 'audio', '3d'].map(async (modality) => {
    const { id } = await service.generate(key, { modelKey: `fake-${modality}` });
    return (await service.settled(id, key)).outputs?.[0]?.contentType;
  });
  expect(await Promise.all(types)).toEqual(['image/png', 'video/webm', 'audio/wav', 'model/gltf-binary']);
});

it('a health check reports what the test has set', async () => {
  const engine = new FakeEngine();
  expect(engine).toBeInstanceOf(Provider);
  engine.health = { ok: false, detail: 'no credits' };
  expect(await engine.check()).toEqual({ ok: false, detail: 'no credits' });
  expect(engine.calls).toEqual([{ method: 'check' }]);
});

it('a function is given the work and returns any outcome', async () => {
  const seen: unknown[] = [];
  const outcome: Outcome = { kind: 'refuse', code: 'provider_error', message: 'No.' };
  const { code } = await run([
    ({ input, attempt }) => {
      seen.push(input.prompt, attempt);
      return outcome;
    },
  ]);
  expect(code).toBe('provider_error');
  expect(seen).toEqual(['a lighthouse', 1]);
});
