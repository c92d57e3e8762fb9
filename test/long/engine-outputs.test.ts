/**
 * Invalid outputs of engines: the prediction is refunded, no private address is fetched, and no second run is paid for.
 */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dump, load } from 'js-yaml';
import type { CatalogueModel } from '../../src/catalogue/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, finished, generate, type Json, newCaller } from '../support/client.js';
import { type EngineFleet, offeredModels, requestOf, startFleet } from '../support/engine-fleet.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { endServices, temporaryDirectory } from '../support/service-process.js';

/** Engines whose results are URLs; the others return bytes in their responses. */
const BY_ADDRESS = ['replicate', 'fal', 'comfyui'];

const models = await offeredModels();
const modelOf = (provider: string): CatalogueModel => models.find((model) => model.provider === provider)!;

let fleet: EngineFleet;
let app: TestApp;
let key: string;

beforeAll(async () => {
  fleet = await startFleet();
  for (const engine of new Set(fleet.engines.values())) await engine.set({ polls: 1 });
  await fleet.engines.get('sdapi')!.set({ polls: 0 });
  app = await startApp({ ...fleet.env, SIGNUP_CREDITS: '100000', CATALOGUE_DIR: await impatientCatalogue() });
  ({ key } = await newCaller(app.base));
});
afterEach(async () => {
  for (const engine of new Set(fleet.engines.values())) await engine.mend();
});
afterAll(async () => {
  await app?.close();
  await fleet?.end();
  await endServices();
});

const paidCalls = async (provider: string): Promise<number> => {
  const { paid } = await fleet.engines.get(provider)!.state();
  return Object.values(paid).reduce((sum, calls) => sum + calls, 0);
};

/** Runs the request and expects a failure with a refund and one paid call. */
async function expectRefunded(provider: string, request: object, code: string): Promise<void> {
  const [before, calls] = [await balanceOf(app.base, key), await paidCalls(provider)];
  const { predictionId } = await generate(app.base, key, request);
  const done = await finished(app.base, key, predictionId);
  expect(done).toMatchObject({ status: 'failed', error: { code } });
  expect(await balanceOf(app.base, key)).toBeCloseTo(before, 3);
  const { body } = await call(app.base, 'GET', '/api/credits/ledger?limit=10', { token: key });
  const transfers = (body.items as Json[]).filter((item) => item.predictionId === predictionId);
  expect(transfers.map(({ kind }) => kind).sort()).toEqual(['charge', 'refund']);
  expect(await paidCalls(provider)).toBe(calls + 1);
}

describe.each(BY_ADDRESS)('an output URL of %s', (provider) => {
  it.each([
    ['wrong-type', 'a page instead of a file'],
    ['redirect', 'a way into the operator’s network'],
    ['oversize', 'a file without end'],
  ])('%s (%s): refunded, and the model does not run again', async (fault) => {
    const engine = fleet.engines.get(provider)!;
    await engine.fault(fault, Infinity);
    await expectRefunded(provider, await requestOf(modelOf(provider)), 'output_unavailable');
    expect((await engine.state()).canary).toBe(0);
  });

  it('a very slow file fails at the deadline and is refunded', async () => {
    const engine = fleet.engines.get(provider)!;
    await engine.fault('drip', Infinity);
    const { modelKey, ...input } = await requestOf(modelOf(provider));
    await expectRefunded(provider, { modelKey: impatient(String(modelKey)), ...input }, 'deadline_exceeded');
    // The download had begun: such a file never ends.
    expect((await engine.state()).requests.some(({ answer }) => answer === null)).toBe(true);
  });

  it('a temporarily unavailable file is copied later, and the model does not run again', async () => {
    const engine = fleet.engines.get(provider)!;
    const calls = await paidCalls(provider);
    await engine.fault('output-503');
    const { predictionId } = await generate(app.base, key, await requestOf(modelOf(provider)));
    expect(await finished(app.base, key, predictionId)).toMatchObject({ status: 'completed' });
    expect(await paidCalls(provider)).toBe(calls + 1);
    expect((await engine.state()).requests.some(({ answer }) => answer?.status === 503)).toBe(true);
  });
});

it('bytes other than a picture: refunded, and the model does not run again', async () => {
  await fleet.engines.get('sdapi')!.fault('wrong-type', Infinity);
  await expectRefunded('sdapi', await requestOf(modelOf('sdapi')), 'output_unavailable');
});

it('the ledger is correct afterwards', async () => {
  await expectSoundLedger(app.url);
});

/** Writes the shipped catalogue with an additional model per engine whose deadline is a few seconds. */
async function impatientCatalogue(): Promise<string> {
  const directory = await temporaryDirectory();
  await cp('catalogue', directory, { recursive: true });
  for (const provider of BY_ADDRESS) {
    const path = join(directory, `${provider}.yaml`);
    const file = load(await readFile(path, 'utf8')) as { models: Json[] };
    const first = file.models.find(({ modelKey }) => modelKey === modelOf(provider).modelKey);
    file.models.push({ ...first, modelKey: impatient(first.modelKey as string), deadlineSeconds: 8 });
    await writeFile(path, dump(file));
  }
  return directory;
}

function impatient(modelKey: string): string {
  return `${modelKey}-impatient`;
}
