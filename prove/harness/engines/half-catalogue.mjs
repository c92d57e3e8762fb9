// The catalogue of the trials with half-engine.mjs: a model of each kind in an http-job declaration, and the models of ComfyUI.
import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SHIPPED = fileURLToPath(new URL('../../../catalogue', import.meta.url));
export const COST = 2;
const OPERATIONS = {
  image: 'text-to-image',
  video: 'text-to-video',
  audio: 'sound-effect',
  '3d': 'text-to-3d',
};

/** Kind of pictures whose downloads are repeated until the deadline. */
const HURRIED = 'hurried';
const modalityOf = (kind) => (kind === HURRIED ? 'image' : kind);

/** JSON is YAML. */
const DECLARATION = {
  provider: 'half',
  engine: {
    ...{ adapter: 'http-job', url: { from: 'HALF_URL' }, secret: { from: 'HALF_KEY' } },
    ...{ auth: { header: 'authorization', value: 'Token {{secret}}' }, check: { path: '/account' } },
    ...{ submit: { path: '/jobs', idempotencyHeader: 'Idempotency-Key' }, answer: { id: 'id' } },
    poll: {
      path: '/jobs/{{id}}',
      state: 'state',
      states: { done: ['done'], failed: ['failed'] },
      lost: 'retry',
    },
    result: { files: 'files[*].href' },
  },
  limits: { concurrency: 16 },
  models: [...Object.keys(OPERATIONS), HURRIED].map((kind) => ({
    ...{
      modelKey: `half-${kind}`,
      model: `half/${kind}`,
      modality: modalityOf(kind),
      operation: OPERATIONS[modalityOf(kind)],
    },
    ...{ title: `Half ${kind}`, description: 'Returns the files of a case.' },
    ...{ typicalSeconds: 1, deadlineSeconds: kind === HURRIED ? 15 : 180, pricing: { base: COST } },
    options: { submit: { json: { case: '{{case}}' } } },
    input: { required: ['case'], properties: { case: { type: 'string', maxLength: 200 } } },
  })),
};

/** @returns a new directory, for CATALOGUE_DIR */
export async function writeHalfCatalogue() {
  const directory = await mkdtemp(join(tmpdir(), 'offprint-half-'));
  for (const name of ['plans.yaml', 'comfyui.yaml', 'workflows'])
    await cp(join(SHIPPED, name), join(directory, name), { recursive: true });
  await writeFile(join(directory, 'half.yaml'), JSON.stringify(DECLARATION));
  return directory;
}

export const halfEnvironment = (url, catalogue) => ({
  ...{ CATALOGUE_DIR: catalogue, HALF_URL: url, HALF_KEY: 'a-secret-of-an-engine-in-the-trials' },
  COMFYUI_URL: `${url}/comfy`,
});
