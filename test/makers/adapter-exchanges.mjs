/** Records the exchanges of the service's own adapters with a fake engine for every shipped model. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFirst, root } from '../../scripts/build-first.mjs';

const file = (name) => fileURLToPath(new URL(`../engines/files/${name}`, import.meta.url));
const MEDIA = {
  imageUrl: { path: file('picture.png'), contentType: 'image/png' },
  videoUrl: { path: file('clip.mp4'), contentType: 'video/mp4', durationSeconds: 1, framesPerSecond: 10 },
};

/** @returns every exchange by model: each once with the required fields and once with all fields of its schema */
export async function exchangesOf(provider, engine) {
  if (!buildFirst({ quiet: true })) throw new Error('the service was not built');
  const { Catalogue, readCatalogue } = await import(`${root}dist/catalogue/index.js`);
  const { configuredEngines } = await import('@offprint/engines');
  const contents = readCatalogue(join(root, 'catalogue'));
  const catalogue = new Catalogue(contents);
  const definitions = contents.engines.filter(({ name }) => name === provider);
  const [adapter] = await configuredEngines(definitions, (name) => {
    if (name.endsWith('_URL')) return provider === 'openai-compatible' ? `${engine.url}/v1` : engine.url;
    return /KEY|SECRET|TOKEN/.test(name) ? 'a-secret' : null;
  });
  const directory = await mkdtemp(join(tmpdir(), 'offprint-makers-'));
  const found = [];
  const models = contents.models.filter((model) => model.provider === provider && adapter.offers(model));
  for (const model of models) {
    for (const fields of [sample(model, false), sample(model, true)]) {
      const input = catalogue.readInput(model, fields);
      await runToEnd(adapter, workOf(model, input, directory));
      const { requests } = await engine.forget();
      found.push(...requests.map((request) => ({ ...request, model: model.modelKey })));
    }
  }
  await rm(directory, { recursive: true });
  return found;
}

const workOf = (model, input, directory) => ({
  ...model,
  predictionId: 'pred_0123456789abcdef0123456789abcdef',
  attempt: 1,
  fence: 1,
  input,
  deadline: new Date(0),
  remainingMs: () => 600_000.25,
  directory,
  signal: new AbortController().signal,
  progress() {},
  media: (field) => Promise.resolve(MEDIA[field]),
});

async function runToEnd(adapter, work) {
  let outcome = await adapter.submit(work);
  for (let polls = 0; outcome.kind === 'pending' && polls < 20; polls += 1)
    outcome = await adapter.poll({ ...work, fence: polls + 2 }, outcome.ref);
  if (outcome.kind !== 'done') throw new Error(`${work.modelKey}: ${JSON.stringify(outcome)}`);
}

function sample({ inputSchema: { properties, required = [] } }, all) {
  const names = all ? Object.keys(properties) : required;
  return Object.fromEntries(names.map((name) => [name, valueOf(name, properties[name])]));
}

function valueOf(name, { enum: values, default: standard, minimum, type, format }) {
  if (name in MEDIA) return `https://media.example/${name}`;
  if (name === 'aspectRatio') return values?.find((ratio) => ratio === '16:9') ?? values?.[0] ?? '16:9';
  if (values) return values.at(-1);
  if (format === undefined && type === 'string') return standard ?? 'words';
  return standard ?? minimum ?? (type === 'boolean' ? true : 1);
}
