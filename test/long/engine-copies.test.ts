/**
 * A result is not generated again because the service failed to store it: it is stored later. A job that an engine lost is
 * run again only where that costs no money.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalDiskAssetStorage, StorageFull } from '../../src/assets/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, finished, generate, type Json, newCaller } from '../support/client.js';
import { type EngineProcess, startEngine } from '../support/engine-process.js';
import { paidAt, submitsAt } from '../support/engine-watch.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { endServices, until } from '../support/service-process.js';
import { type TrialEngine, writeTrialCatalogue } from '../support/trial-catalogue.js';

/** Asset storage that rejects the next few files, like a full disk. */
let refusals = 0;
class CrampedStorage extends LocalDiskAssetStorage {
  constructor() {
    super(join(assets, 'outputs'));
  }
  override async put(...file: Parameters<LocalDiskAssetStorage['put']>) {
    if (refusals > 0) {
      refusals -= 1;
      throw new StorageFull('ENOSPC');
    }
    return super.put(...file);
  }
}

const PROTOCOLS = ['openai-compatible', 'replicate', 'comfyui', 'easel'] as const;
type Protocol = (typeof PROTOCOLS)[number];
const FAKES: Record<Protocol, string> = {
  'openai-compatible': 'openai-compatible',
  replicate: 'replicate',
  comfyui: 'comfyui',
  easel: 'http-job',
};

let assets: string;
let engines: Record<Protocol, EngineProcess>;
let app: TestApp;
let key: string;

beforeAll(async () => {
  assets = await mkdtemp(join(tmpdir(), 'offprint-copies-'));
  const started = await Promise.all(
    PROTOCOLS.map(async (protocol) => [protocol, await startEngine(FAKES[protocol])] as const),
  );
  engines = Object.fromEntries(started) as Record<Protocol, EngineProcess>;
  const trial = (protocol: Protocol): TrialEngine => ({
    provider: protocol,
    like: protocol === 'easel' ? 'examples/yaml-engine/easel.yaml' : `catalogue/${protocol}.yaml`,
    url: engines[protocol].url + (protocol === 'openai-compatible' || protocol === 'replicate' ? '/v1' : ''),
    models: [{ modelKey: protocol }],
  });
  const { env } = await writeTrialCatalogue(PROTOCOLS.map(trial));
  app = await startApp(env, undefined, { replace: { AssetStorage: CrampedStorage } });
  ({ key } = await newCaller(app.base));
});
beforeEach(async () => {
  refusals = 0;
  for (const engine of Object.values(engines)) {
    await engine.mend();
    await engine.clear();
    await engine.set({ polls: 0 });
  }
});
afterEach(async () => {
  await expectSoundLedger(app.url);
});
afterAll(async () => {
  await app.close();
  await Promise.all(Object.values(engines).map((engine) => engine.end()));
  await rm(assets, { recursive: true, force: true });
  await endServices();
});

const start = async (modelKey: string): Promise<string> =>
  (await generate(app.base, key, { modelKey, prompt: 'a lighthouse' })).predictionId as string;
const chargesOf = async (id: string): Promise<string[]> => {
  const { body } = await call(app.base, 'GET', '/api/credits/ledger?limit=50', { token: key });
  return body.items.filter((item: Json) => item.predictionId === id).map(({ kind }: Json) => kind as string);
};

it.each(PROTOCOLS)(
  'a result of %s that cannot be stored at first is stored later, and paid for once',
  async (protocol) => {
    refusals = 2;
    const id = await start(protocol);
    const done = await finished(app.base, key, id);
    expect(done).toMatchObject({ status: 'completed', attempts: 1, creditsRefunded: 0 });
    expect(refusals).toBe(0);
    expect((await fetch(done.outputUrl as string)).status).toBe(200);
    expect(await paidAt(engines[protocol])).toBe(1);
    expect(await submitsAt(engines[protocol])).toHaveLength(1);
    expect(await chargesOf(id)).toEqual(['charge']);
  },
);

describe('an engine that lost its jobs in a restart', () => {
  const forget = async (protocol: Protocol): Promise<string> => {
    const engine = engines[protocol];
    await engine.set({ polls: 1_000 });
    const id = await start(protocol);
    await until(async () => (await engine.state()).requests.some(({ isPoll }) => isPoll));
    await engine.restart();
    await engine.set({ polls: 0 });
    return id;
  };

  it('self-hosted: the prediction runs again, and the customer pays once', async () => {
    const before = await balanceOf(app.base, key);
    const id = await forget('comfyui');
    const done = await finished(app.base, key, id);
    expect(done).toMatchObject({ status: 'completed', attempts: 2 });
    expect(await balanceOf(app.base, key)).toBe(before - done.creditCost);
    expect(await submitsAt(engines.comfyui)).toHaveLength(2);
  });

  it('hosted: the prediction is refunded, and no second run is paid for', async () => {
    const before = await balanceOf(app.base, key);
    const id = await forget('replicate');
    expect(await finished(app.base, key, id)).toMatchObject({
      status: 'failed',
      attempts: 1,
      error: { code: 'provider_error' },
    });
    expect(await balanceOf(app.base, key)).toBe(before);
    expect(await paidAt(engines.replicate)).toBe(1);
  });
});
