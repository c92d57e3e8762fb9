/** Adapters of extensions: a catalogue file names one, and the service starts, runs and charges its engine like any other. */
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer, json } from 'node:stream/consumers';
import { type Adapter, SetupError } from '../../src/index.js';
import { mergePlugins, PluginError } from '../../src/plugin.js';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, finished, generate, newCaller } from '../support/client.js';
import easel from '../support/easel-adapter.js';
import { temporaryDirectory } from '../support/service-process.js';

const CATALOGUE = `provider: studio
engine:
  adapter: easel
  url: { from: STUDIO_URL }
  secret: { from: STUDIO_KEY }
models:
  - modelKey: studio-picture
    model: studio/picture-1
    modality: image
    operation: text-to-image
    title: A picture of the studio
    description: Painted on an easel.
    typicalSeconds: 1
    deadlineSeconds: 60
    pricing: { base: 2 }
    options: { input: { text: '{{prompt}}', strokes: '{{steps}}' } }
    input:
      required: [prompt]
      properties: { prompt: { type: string }, steps: { type: integer, default: 7 } }
`;

/** What Easel was asked: one line for each request, with the body of a submit. */
const asked: string[] = [];
let server: Server;
let directory: string;
let app: TestApp;

async function answer(request: IncomingMessage): Promise<string | Buffer> {
  const { method, url, headers } = request;
  const body = method === 'POST' ? JSON.stringify(await json(request)) : (await buffer(request)).toString();
  asked.push([method, url, headers.authorization, body].join(' ').trim());
  if (method === 'POST') return '{"id":"j1"}';
  if (url === '/files/j1.png') return readFile('test/engines/files/picture.png');
  return JSON.stringify({ state: 'done', file: `${addressOf(server)}/files/j1.png` });
}

const addressOf = (one: Server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`;

beforeAll(async () => {
  server = createServer((request, response) => void answer(request).then((text) => response.end(text)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  directory = await temporaryDirectory();
  await writeFile(join(directory, 'plans.yaml'), await readFile('catalogue/plans.yaml'));
  await writeFile(join(directory, 'studio.yaml'), CATALOGUE);
  const env = { CATALOGUE_DIR: directory, SIGNUP_CREDITS: '10', STUDIO_KEY: 'k-studio' };
  app = await startApp({ ...env, STUDIO_URL: addressOf(server) }, undefined, mergePlugins([easel]));
});
afterAll(async () => {
  await app.close();
  server.close();
});

it('an engine of a catalogue file runs by the adapter of an extension', async () => {
  const { key } = await newCaller(app.base);
  const model = await call(app.base, 'GET', '/api/models/studio-picture');
  expect(model.body).toMatchObject({ model: 'studio/picture-1', pricing: { base: 2 } });
  const { predictionId } = await generate(app.base, key, { modelKey: 'studio-picture', prompt: 'a boat' });
  const done = await finished(app.base, key, predictionId);
  expect(done).toMatchObject({ status: 'completed', creditCost: 2 });
  expect(await balanceOf(app.base, key)).toBe(8);
  expect(asked).toEqual([
    'POST /jobs Bearer k-studio {"text":"a boat","strokes":7}',
    'GET /jobs/j1 Bearer k-studio',
    'GET /files/j1.png Bearer k-studio',
  ]);
});

it('is the example of packages/engines/README.md', async () => {
  const readme = await readFile('packages/engines/README.md', 'utf8');
  expect(readme).toContain(`\`\`\`ts\n${await readFile('test/support/easel-adapter.ts', 'utf8')}\`\`\`\n`);
});

it.each<[string, Record<string, unknown>, string]>([
  [
    'one of the service’s names',
    { fal: easel.adapters.easel },
    'The adapter "fal" cannot be added: the service has one of that name.',
  ],
  ['no class', { easel: {} }, 'The adapter "easel" cannot be added: it is not a class.'],
])('%s stops the start with a sentence', async (_what, adapters, sentence) => {
  const start = startApp({}, undefined, { adapters: adapters as Record<string, Adapter> });
  const error = await start.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SetupError);
  expect((error as SetupError).message).toBe(sentence);
});

it('two extensions cannot add adapters of one name', () => {
  const merge = () => mergePlugins([easel, { ...easel, name: 'atelier' }]);
  expect(merge).toThrow(PluginError);
  expect(merge).toThrow('The plugins easel and atelier both add the adapter easel.');
});
