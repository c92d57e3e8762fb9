/** A catalogue file that does not fit its engine: one run is paid for, also where the operator accepts to pay twice. */
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, finished, generate, newCaller } from '../support/client.js';
import { type EngineProcess, startEngine } from '../support/engine-process.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { endServices } from '../support/service-process.js';
import { writeTrialCatalogue } from '../support/trial-catalogue.js';

const CORE = {
  submit: {
    path: '/v2beta/stable-image/generate/core',
    form: {
      prompt: '{{prompt}}',
      negative_prompt: '{{negativePrompt}}',
      aspect_ratio: '{{aspectRatio}}',
      seed: '{{seed}}',
      output_format: '{{format}}',
    },
  },
  onAmbiguous: 'retry',
};
/** What the engine does not send: it sends `{image, finish_reason, seed}`. */
const UNFIT: Record<string, object> = {
  'another-field': { base64: 'picture' },
  'a-text': { base64: 'finish_reason.text' },
  addresses: { files: 'images[*].url' },
  'the-body': { bytes: true, contentType: 'image/png' },
};

let engine: EngineProcess;
let app: TestApp;
let key: string;
beforeAll(async () => {
  engine = await startEngine('http-job');
  const { env } = await writeTrialCatalogue([
    {
      provider: 'unfit',
      like: 'catalogue/stability.yaml',
      url: engine.url,
      models: Object.entries(UNFIT).map(([modelKey, result]) => ({ modelKey, options: { ...CORE, result } })),
    },
  ]);
  app = await startApp(env);
  ({ key } = await newCaller(app.base));
});
afterAll(async () => {
  await app.close();
  await engine.end();
  await endServices();
});

it.each(Object.keys(UNFIT))('%s: fails after one run, and is refunded', async (modelKey) => {
  await engine.clear();
  const before = await balanceOf(app.base, key);
  const { predictionId } = await generate(app.base, key, { modelKey, prompt: 'a lighthouse' });
  expect(await finished(app.base, key, predictionId)).toMatchObject({
    status: 'failed',
    attempts: 1,
    error: { code: 'provider_error' },
  });
  const { requests } = await engine.state();
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(await balanceOf(app.base, key)).toBe(before);
  await expectSoundLedger(app.url);
});
