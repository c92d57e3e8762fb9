/** The TypeScript client against the real service, also through a network that loses a fifth of all exchanges. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GenerationFailedError, InvalidRequestError, Offprint, type PredictionBody } from '@offprint/client';
import { FakeEngine, startTestService, type TestAccount, type TestService } from '../../src/testing/index.js';
import { LossyRelay } from '../support/lossy-relay.js';

/** More with LOSS_GENERATIONS=1000, which takes two minutes. */
const GENERATIONS = Number(process.env.LOSS_GENERATIONS ?? 200);
const BEGUN_AT_ONCE = 20;

let service: TestService;
let account: TestAccount;
let offprint: Offprint;
let directory: string;

beforeAll(async () => {
  service = await startTestService({ engines: [new FakeEngine()] });
  account = await service.account({ credits: 10_000 });
  offprint = new Offprint({ url: service.url, apiKey: (await account.key()).secret });
  directory = await mkdtemp(join(tmpdir(), 'offprint-client-'));
});
afterAll(async () => {
  await service.close();
  await rm(directory, { recursive: true });
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const textOf = (id: string) => ({ modelKey: 'fake-image', prompt: id });

describe('a generation', () => {
  it('is started, awaited with its progress, and saved whole', async () => {
    service.engine.next({
      prompt: 'a lighthouse',
      submit: 'pending',
      poll: ['pending', 'done'],
      progress: 40,
    });
    const seen: PredictionBody[] = [];
    const image = await offprint.generate(textOf('a lighthouse'), { onProgress: (body) => seen.push(body) });
    expect(seen.at(-1)).toMatchObject({ status: 'completed', progress: 100 });
    const progress = seen.map((body) => body.progress);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    await image.save(join(directory, 'lighthouse.png'));
    const saved = await readFile(join(directory, 'lighthouse.png'));
    expect(sha256(saved)).toBe(image.output.sha256);
    expect(image).toMatchObject({ modelKey: 'fake-image', creditCost: 1 });
    expect(await readdir(directory)).toEqual(['lighthouse.png']);
  });

  it('that fails throws the reason, and was refunded', async () => {
    service.engine.next({
      prompt: 'refused',
      submit: 'refuse',
      code: 'content_rejected',
      message: 'Not allowed.',
    });
    const balance = await account.balance();
    const error = await offprint.generate(textOf('refused')).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GenerationFailedError);
    expect(error).toMatchObject({ code: 'content_rejected', message: 'Not allowed.', creditsRefunded: 1 });
    expect(await account.balance()).toBe(balance);
  });

  it('is cancelled and refunded when its signal aborts', async () => {
    service.engine.next({ prompt: 'aborted', submit: 'pending', poll: 'pending' });
    const balance = await account.balance();
    const controller = new AbortController();
    const waiting = offprint.generate(textOf('aborted'), {
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('enough')),
    });
    await expect(waiting).rejects.toThrow('enough');
    expect(await account.balance()).toBe(balance);
    for await (const entry of offprint.history({ status: 'failed' })) {
      expect(entry).toMatchObject({ prompt: 'aborted', error: { code: 'cancelled' } });
      break;
    }
  });

  it('with an Idempotency-Key of the caller is the same prediction for a second caller', async () => {
    const options = { idempotencyKey: 'order-1' };
    const first = await offprint.start(textOf('once'), options);
    expect((await offprint.generate(textOf('once'), options)).predictionId).toBe(first.predictionId);
  });
});

it('a rejected request throws the fields or the numbers', async () => {
  const wrong = await offprint.start({ modelKey: 'fake-image', prompt: 1 }).catch((error: unknown) => error);
  expect(wrong).toBeInstanceOf(InvalidRequestError);
  expect((wrong as InvalidRequestError).fields).toEqual([expect.objectContaining({ field: 'prompt' })]);
  const poor = await service.account({ credits: 0 });
  const client = new Offprint({ url: service.url, apiKey: (await poor.key()).secret });
  await expect(client.generate(textOf('no credits'))).rejects.toMatchObject({
    details: [{ required: 1, balance: 0 }],
  });
});

describe('an upload', () => {
  it('of a path, of bytes, of a Blob and of a stream gives the same file', async () => {
    const image = await offprint.generate(textOf('to upload'));
    const bytes = await image.data();
    const path = join(directory, 'input.png');
    await writeFile(path, bytes);
    const sources = [path, bytes, new Blob([bytes]), createReadStream(path)];
    for (const source of sources) {
      const upload = await offprint.upload(source);
      expect(upload.sha256).toBe(image.output.sha256);
      const quote = await offprint.quote({ modelKey: 'fake-image', imageUrl: upload.url });
      expect(quote).toMatchObject({ creditCost: 1, affordable: true });
    }
  });
});

it('reads the models, a quote’s price, the key, the balance, the usage and the limits of end users', async () => {
  const { priceVersion } = await offprint.quote(textOf('a price'));
  const started = await offprint.start({ ...textOf('a price'), priceVersion, externalUserId: 'ann' });
  await offprint.wait(started.predictionId);
  const [other] = await offprint
    .statuses([started.predictionId, 'pred_none'])
    .then((states) => states.slice(1));
  expect(other).toMatchObject({ status: null, error: { code: 'prediction_not_found' } });
  expect((await offprint.models({ modality: 'image' })).map(({ modelKey }) => modelKey)).toContain(
    'fake-image',
  );
  expect(await offprint.model('fake-image')).toMatchObject({ modelKey: 'fake-image' });
  expect(await offprint.balance()).toMatchObject({ balance: await account.balance() });
  expect(await offprint.key()).toMatchObject({ status: 'active', rateLimit: 6000 });
  await offprint.limitEndUser('ann', { credits: 5, period: 'day' });
  expect(await offprint.endUser('ann')).toMatchObject({ spendLimit: { credits: 5, period: 'day' } });
  await offprint.limitEndUser('ann', null);
  const usage = await offprint.usage({ groupBy: ['externalUserId'] });
  expect(usage).toContainEqual(expect.objectContaining({ externalUserId: 'ann', count: 1, credits: 1 }));
  expect(await offprint.delete(started.predictionId)).toMatchObject({ deletedAt: expect.any(String) });
});

/** The promise of the Idempotency-Key: a lost answer is asked again, and charged once. */
it('each generation through a network that loses a fifth of all exchanges is one charge and one whole file', async () => {
  const payer = await service.account({ credits: GENERATIONS });
  const relay = await LossyRelay.start(service.url);
  relay.loss = 0.2;
  try {
    const keys = await Promise.all([payer.key(), payer.key()]);
    const clients = keys.map(
      ({ secret }) => new Offprint({ url: relay.url, apiKey: secret, retrySeconds: 600 }),
    );
    let begun = 0;
    const made = new Set<string>();
    const worker = async (client: Offprint) => {
      while (begun < GENERATIONS) {
        begun += 1;
        const image = await client.generate(textOf(`picture ${begun}`));
        expect(sha256(await image.data())).toBe(image.output.sha256);
        made.add(image.predictionId);
      }
    };
    await Promise.all(
      Array.from({ length: BEGUN_AT_ONCE }, (_, at) => worker(clients[at % clients.length]!)),
    );
    expect(made.size).toBe(GENERATIONS);
    expect(await payer.balance()).toBe(0);
    const charged: string[] = [];
    for await (const { kind, predictionId } of clients[0]!.ledger())
      if (kind === 'charge') charged.push(predictionId!);
    expect(charged).toHaveLength(GENERATIONS);
    expect(new Set(charged).size).toBe(GENERATIONS);
    // Each kind of loss has happened often, and the response of a charge among them.
    for (const count of Object.values(relay.lost)) expect(count).toBeGreaterThan(GENERATIONS / 20);
  } finally {
    await relay.stop();
  }
}, 600_000);
