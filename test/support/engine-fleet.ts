/** Starts a fake for every engine of a catalogue, with the operator settings that point the service at them. */
// Adapters are imported in parallel; the test runner supports this only when their shared module is already loaded.
import '@offprint/engines/wire';
import { readFile } from 'node:fs/promises';
import { type CatalogueModel, type EngineDefinition, readCatalogue } from '../../src/catalogue/index.js';
import { configuredEngines } from '../../src/providers/index.js';
import { type EngineProcess, startEngine } from './engine-process.js';
import { type FileKind, filePath } from './engine-work.js';

/** Secrets that a fake requires; the others accept any. */
const SECRETS: Record<string, string> = {
  SDAPI_AUTH: 'painter:let-me-paint',
  COMFYUI_KEY: 'comfy-secret-5f1c',
  KLING_ACCESS_KEY: 'ak-declared-engine-7b2F',
  KLING_SECRET_KEY: 'sk-declared-engine-5eC3e7',
};
const ANY_SECRET = 'a-secret-of-an-engine-in-the-tests';

/** Base path of a fake's protocol, for engines whose URL has no default. */
const PATHS: Record<string, string> = { OPENAI_COMPATIBLE_URL: '/v1' };

/** Fakes are named like their adapters, except for these dialects. */
const FAKES: Record<string, string> = { 'api-v2': 'comfy-api-v2' };

export interface EngineFleet {
  /** Provider → its fake. Providers with the same protocol share one. */
  engines: Map<string, EngineProcess>;
  env: Record<string, string>;
  /** Every secret that was given to the service. */
  secrets: string[];
  end(): Promise<void>;
}

/** @param choices operator settings other than URLs and secrets, such as a dialect. */
export async function startFleet(choices: Record<string, string> = {}): Promise<EngineFleet> {
  const { engines: definitions } = readCatalogue('catalogue');
  const fakes = new Map<string, EngineProcess>();
  const engines = new Map<string, EngineProcess>();
  for (const { name, adapter, definition } of definitions) {
    const { from = '' } = (definition.dialect ?? {}) as { from?: string };
    const fake = FAKES[choices[from] ?? ''] ?? adapter;
    if (!fakes.has(fake)) fakes.set(fake, await startEngine(fake));
    engines.set(name, fakes.get(fake)!);
  }
  const variables = definitions.map((engine) => variablesOf(engine, engines.get(engine.name)!.url));
  return {
    engines,
    env: Object.assign(
      {},
      ...variables.map(({ addresses, secrets }) => ({ ...addresses, ...secrets })),
      choices,
    ),
    secrets: variables.flatMap(({ secrets }) => Object.values(secrets)),
    end: async () => {
      for (const fake of fakes.values()) await fake.end();
    },
  };
}

/** Returns the models offered with these settings, without contacting an engine. */
export async function offeredModels(choices: Record<string, string> = {}): Promise<CatalogueModel[]> {
  const { engines, models } = readCatalogue('catalogue');
  const variables = engines.map((engine) => variablesOf(engine, 'http://127.0.0.1:1'));
  const env: Record<string, string> = Object.assign(
    {},
    ...variables.map(({ addresses, secrets }) => ({ ...addresses, ...secrets })),
    choices,
  );
  const configured = await configuredEngines(engines, (name) => env[name] ?? null);
  const providers = new Map(configured.map((provider) => [provider.name, provider]));
  return models.filter((model) => providers.get(model.provider)?.offers(model));
}

interface Variables {
  addresses: Record<string, string>;
  secrets: Record<string, string>;
}

/** Moves every URL of the engine to `url`, keeping its path. */
function variablesOf({ definition }: EngineDefinition, url: string): Variables {
  const found: Variables = { addresses: {}, secrets: {} };
  const { issuer } = (definition.auth as { jwt?: { issuer: { from: string } } } | undefined)?.jwt ?? {};
  if (issuer) found.secrets[issuer.from] = SECRETS[issuer.from] ?? ANY_SECRET;
  for (const [key, value] of Object.entries(definition)) {
    const { from, default: standard = '' } = (value ?? {}) as { from?: string; default?: string };
    if (from === undefined) continue;
    if (key === 'secret') found.secrets[from] = SECRETS[from] ?? ANY_SECRET;
    else if (URL.canParse(standard))
      found.addresses[from] = url + new URL(standard).pathname.replace(/\/$/, '');
    else if (key === 'url') found.addresses[from] = url + (PATHS[from] ?? '');
  }
  return found;
}

/** Returns whether a model needs a public link as input, which tests cannot provide. */
export function wantsPublicLink({ inputSchema }: CatalogueModel): boolean {
  const properties = inputSchema.properties as Record<string, Property>;
  return ['imageUrl', 'videoUrl'].some((name) => properties[name]?.pattern?.startsWith('^https:'));
}

/** Creates a request for this model with its required fields only, and a unique prompt. */
export async function requestOf(model: CatalogueModel): Promise<Record<string, unknown>> {
  const { properties, required = [] } = model.inputSchema as {
    properties: Record<string, Property>;
    required?: string[];
  };
  const input: Record<string, unknown> = {};
  for (const name of required) input[name] = await valueOf(name, properties[name]!, model);
  return { modelKey: model.modelKey, ...input };
}

interface Property {
  type?: string;
  pattern?: string;
  enum?: unknown[];
  default?: unknown;
  minimum?: number;
}

async function valueOf(name: string, property: Property, { modelKey }: CatalogueModel): Promise<unknown> {
  if (name === 'prompt') return `a lighthouse, for ${modelKey}`;
  if (name === 'imageUrl') return dataUrl('png', 'image/png');
  if (name === 'videoUrl') return dataUrl('mp4', 'video/mp4');
  // The picture is square and must be reframed to another shape.
  if (name === 'aspectRatio')
    return property.enum?.find((ratio) => ratio === '16:9' || ratio === '3:2') ?? '16:9';
  if (property.default !== undefined) return property.default;
  if (property.enum) return property.enum[0];
  if (property.type === 'integer' || property.type === 'number') return property.minimum ?? 1;
  throw new Error(`${modelKey}: the tests know no value for ${name}`);
}

async function dataUrl(kind: FileKind, contentType: string): Promise<string> {
  return `data:${contentType};base64,${await readFile(filePath(kind), 'base64')}`;
}
