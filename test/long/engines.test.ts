/**
 * The whole service with a fake of every shipped engine, each in a process of its own: every offered model runs, its output
 * is stored, and it is charged once.
 */
import { createHash } from 'node:crypto';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, finished, generate, type Json, newCaller } from '../support/client.js';
import {
  type EngineFleet,
  offeredModels,
  requestOf,
  startFleet,
  wantsPublicLink,
} from '../support/engine-fleet.js';
import { expectSoundLedger } from '../support/ledger-audit.js';

/** Content types that a model of the modality may return. */
const CONTENT: Record<string, RegExp> = {
  image: /^image\//,
  video: /^video\//,
  audio: /^audio\//,
  '3d': /^model\//,
};

/** Operator settings that change the offered models; the first entry is the default. */
const INSTALLATIONS: [title: string, provider: RegExp, choices: Record<string, string>][] = [
  ['as shipped', /./, {}],
  ['with LocalAI', /^openai-compatible$/, { OPENAI_COMPATIBLE_DIALECT: 'localai' }],
  ['with vLLM-Omni', /^openai-compatible$/, { OPENAI_COMPATIBLE_DIALECT: 'vllm-omni' }],
  ['with stable-diffusion.cpp', /^openai-compatible$/, { OPENAI_COMPATIBLE_DIALECT: 'stable-diffusion-cpp' }],
  ['with LiteLLM', /^openai-compatible$/, { OPENAI_COMPATIBLE_DIALECT: 'litellm' }],
  ['with version 2 of Comfy’s API', /^comfyui$/, { COMFYUI_DIALECT: 'api-v2' }],
];

const installations = await Promise.all(
  INSTALLATIONS.map(async ([title, provider, choices]) => {
    const models = (await offeredModels(choices)).filter((model) => provider.test(model.provider));
    return { title, choices, offered: models.filter((model) => !wantsPublicLink(model)) };
  }),
);

describe.each(installations)('engines $title', ({ choices, offered }) => {
  let fleet: EngineFleet;
  let app: TestApp;
  let key: string;
  /** All run concurrently: most of the time is the wait between two polls. */
  const started = new Map<string, Promise<Json>>();

  beforeAll(async () => {
    fleet = await startFleet(choices);
    for (const engine of new Set(fleet.engines.values())) await engine.set({ polls: 1 });
    app = await startApp({ ...fleet.env, SIGNUP_CREDITS: '100000' });
    ({ key } = await newCaller(app.base));
    for (const model of offered) {
      const answer = requestOf(model).then((request) => generate(app.base, key, request));
      answer.catch(() => undefined); // The model's own test reports it.
      started.set(model.modelKey, answer);
    }
  });
  afterAll(async () => {
    await app?.close();
    await fleet?.end();
  });

  it.each(offered.map((model) => [model.provider, model.modelKey, model] as const))(
    '%s: %s runs, is stored and is charged once',
    async (_provider, modelKey, model) => {
      const { predictionId, creditCost } = await started.get(modelKey)!;
      const done = await finished(app.base, key, predictionId);
      expect(done).toMatchObject({
        status: 'completed',
        modelKey,
        model: model.model,
        progress: 100,
        creditCost,
      });
      expect(done.outputs.length).toBeGreaterThan(0);
      for (const output of done.outputs as Json[]) {
        expect(output.contentType).toMatch(CONTENT[model.modality]!);
        const bytes = Buffer.from(await (await fetch(output.url)).arrayBuffer());
        expect(bytes.length).toBe(output.bytes);
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(output.sha256);
      }
      const { body } = await call(app.base, 'GET', '/api/credits/ledger?limit=100', { token: key });
      const transfers = (body.items as Json[]).filter((item) => item.predictionId === predictionId);
      expect(transfers).toMatchObject([{ kind: 'charge', amount: -creditCost }]);
    },
  );

  it('were paid once per prediction, the ledger is correct, and the database contains no secret', async () => {
    expect(offered.length).toBeGreaterThan(0);
    for (const engine of new Set(offered.map(({ provider }) => fleet.engines.get(provider)!))) {
      const { requests, paid } = await engine.state();
      const calls = Object.values(paid).reduce((sum, count) => sum + count, 0);
      expect(requests.filter(({ isSubmit }) => isSubmit)).toHaveLength(calls);
      const models = offered.filter(({ provider }) => fleet.engines.get(provider) === engine);
      expect(calls).toBeGreaterThanOrEqual(models.length);
    }
    const costs = await Promise.all(
      [...started.values()].map(async (answer) => (await answer).creditCost as number),
    );
    const spent = costs.reduce((sum, cost) => sum + cost, 0);
    expect(await balanceOf(app.base, key)).toBeCloseTo(100_000 - spent, 3);
    await expectSoundLedger(app.url);
    expect(await whereSecretsAre(app, fleet.secrets)).toEqual([]);
  });
});

/** Returns the tables that contain one of these texts. */
async function whereSecretsAre({ database }: TestApp, secrets: string[]): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  expect(tables.length).toBeGreaterThan(5);
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await database.query<{ text: string | null }>(
      `select string_agg(t::text, ' ') as text from "${name}" t`,
    );
    if (secrets.some((secret) => row!.text?.includes(secret))) found.push(name);
  }
  return found;
}
