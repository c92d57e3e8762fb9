/** The seed of a prediction: chosen at acceptance, shown everywhere, and good for the same file again. */
import { startApp, type TestApp } from '../support/app.js';
import { call, finished, generate, newCaller } from '../support/client.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const IMAGE = { modelKey: 'embedded-image', prompt: 'a lighthouse at dusk', resolution: 256 };
const MAX_SEED = 4_294_967_295;
const statusOf = async (token: string, id: string) =>
  (await call(app.base, 'GET', `/api/generate/status/${id}`, { token })).body;
const newestOf = async (token: string) =>
  (await call(app.base, 'GET', '/api/generate/history?limit=1', { token })).body.items[0];
const start = async (token: string, body: object, headers = {}) =>
  (await generate(app.base, token, body, headers)).predictionId as string;
const fileOf = async (token: string, id: string) =>
  (await finished(app.base, token, id)).outputs[0].sha256 as string;

describe('seed', () => {
  it('is chosen when none was sent: the same one in status and history from the start, and in the input', async () => {
    const { key } = await newCaller(app.base);
    const id = await start(key, IMAGE);
    const { seed } = await statusOf(key, id);
    expect(Number.isInteger(seed) && seed >= 0 && seed <= MAX_SEED).toBe(true);
    expect(await newestOf(key)).toMatchObject({ predictionId: id, seed, input: { seed } });
    expect(await finished(app.base, key, id)).toMatchObject({ status: 'completed', seed });
  });

  it('differs between requests, and sending it again makes the same file', async () => {
    const { key } = await newCaller(app.base);
    const [one, other] = [await start(key, IMAGE), await start(key, IMAGE)];
    const { seed } = await statusOf(key, one);
    expect((await statusOf(key, other)).seed).not.toBe(seed);
    const again = await start(key, { ...IMAGE, seed });
    expect(await fileOf(key, again)).toBe(await fileOf(key, one));
    expect(await fileOf(key, other)).not.toBe(await fileOf(key, one));
  });

  it.each([0, 7, MAX_SEED])('that was sent is kept: %i', async (seed) => {
    const { key } = await newCaller(app.base);
    const id = await start(key, { ...IMAGE, seed });
    expect((await statusOf(key, id)).seed).toBe(seed);
    expect((await newestOf(key)).input.seed).toBe(seed);
  });

  it('is kept by a replay: one prediction, one seed', async () => {
    const { key } = await newCaller(app.base);
    const once = () => start(key, IMAGE, { 'idempotency-key': 'a seed' });
    const [id, again] = [await once(), await once()];
    expect(again).toBe(id);
    expect((await statusOf(key, id)).seed).toBe((await newestOf(key)).seed);
  });

  it('is absent for a model without one', async () => {
    const { key } = await newCaller(app.base);
    const id = await start(key, { modelKey: 'embedded-fault', mode: 'ok' });
    expect(await statusOf(key, id)).not.toHaveProperty('seed');
    const entry = await newestOf(key);
    expect(entry).not.toHaveProperty('seed');
    expect(entry.input).not.toHaveProperty('seed');
  });
});
