/**
 * One account sends only what engines refuse: no circuit opens that the engine's own check does not confirm, other models of
 * the engine go on, and an operation that its server cannot do is not on offer.
 */
import { readFile } from 'node:fs/promises';
import { startApp, type TestApp } from '../support/app.js';
import { call, finished, generate, type Json, newCaller } from '../support/client.js';
import { type EngineProcess, startEngine } from '../support/engine-process.js';
import { circuitSeen } from '../support/engine-watch.js';
import { filePath } from '../support/engine-work.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { endServices, until } from '../support/service-process.js';
import { writeTrialCatalogue } from '../support/trial-catalogue.js';

let hosted: EngineProcess;
let own: EngineProcess;
let app: TestApp;
let env: Record<string, string>;
let key: string;
let picture: string;

beforeAll(async () => {
  [hosted, own] = await Promise.all([startEngine('replicate'), startEngine('sdapi')]);
  await hosted.set({ polls: 0 });
  await own.set({ without: ['/sdapi/v1/extra-single-image'] });
  picture = `data:image/png;base64,${(await readFile(filePath('png'))).toString('base64')}`;
  ({ env } = await writeTrialCatalogue([
    {
      provider: 'hosted',
      like: 'catalogue/replicate.yaml',
      url: `${hosted.url}/v1`,
      models: [{ modelKey: 'paint' }],
    },
    {
      provider: 'own',
      like: 'catalogue/sdapi.yaml',
      url: own.url,
      models: [{ modelKey: 'own-image' }, { modelKey: 'own-upscale', ...UPSCALE }],
    },
  ]));
  app = await startApp(env);
  ({ key } = await newCaller(app.base));
});
afterAll(async () => {
  await app.close();
  await Promise.all([hosted.end(), own.end()]);
  await endServices();
});
afterEach(async () => {
  await Promise.all([hosted.mend(), own.mend()]);
  await expectSoundLedger(app.url);
});

const UPSCALE = {
  operation: 'upscale',
  options: { onAmbiguous: 'retry' },
  input: {
    type: 'object',
    required: ['imageUrl'],
    additionalProperties: false,
    properties: { imageUrl: { type: 'string', format: 'media-url' }, scale: { enum: [2, 4], default: 2 } },
  },
};
const run = async (fields: Json): Promise<Json> =>
  finished(app.base, key, (await generate(app.base, key, fields)).predictionId as string);
const offered = async (base: string): Promise<string[]> =>
  (await call(base, 'GET', '/api/models', {})).body.items.map(({ modelKey }: Json) => modelKey);

it.each([
  'error-404',
  'error-403',
  'error-402',
  'error-401',
  'error-400',
  'error-413',
  'error-415',
  'error-422',
  'error-405',
  'error-501',
  'moderated',
])('%s of a submit opens no circuit while the check of the engine passes', async (fault) => {
  await hosted.fault(fault, 4);
  for (let count = 0; count < 4; count += 1) {
    const ended = await run({ modelKey: 'paint', prompt: 'a lighthouse' });
    expect(ended).toMatchObject({ status: 'failed', creditsRefunded: 1 });
    expect(await circuitSeen(app.base, 'hosted')).toBe('accepting');
  }
  await hosted.mend();
  expect(await run({ modelKey: 'paint', prompt: 'a lighthouse' })).toMatchObject({ status: 'completed' });
});

it('an operation that the server cannot do is refunded once, then not on offer, and the others go on', async () => {
  expect(await offered(app.base)).toContain('own-upscale');
  const fields = { modelKey: 'own-upscale', imageUrl: picture };
  expect(await run(fields)).toMatchObject({
    status: 'failed',
    creditsRefunded: 2,
    error: { code: 'provider_error' },
  });
  expect(await offered(app.base)).not.toContain('own-upscale');
  expect(await call(app.base, 'POST', '/api/generate', { token: key, body: fields })).toMatchObject({
    status: 400,
    body: { code: 'model_not_found' },
  });
  expect(await circuitSeen(app.base, 'own')).toBe('accepting');
  expect(await run({ modelKey: 'own-image', prompt: 'a lighthouse' })).toMatchObject({ status: 'completed' });

  // A process that only serves the API learns it from the database.
  const serving = await startApp({ ...env, ROLES: 'api' }, app.database);
  await until(async () => !(await offered(serving.base)).includes('own-upscale'));

  // The server is replaced by one that has the route: the next probe puts the model on offer again.
  await own.set({ without: [] });
  await app.database.query('update provider_circuits set open_until = clock_timestamp()');
  await until(async () => (await offered(app.base)).includes('own-upscale'));
  await until(async () => (await offered(serving.base)).includes('own-upscale'));
  await serving.close();
  expect(await run(fields)).toMatchObject({ status: 'completed' });
});
