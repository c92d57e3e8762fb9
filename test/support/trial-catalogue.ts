/**
 * Writes a catalogue for one test: engines derived from the shipped files, with the test's names, the URLs of its fakes, and its
 * limits and deadlines. A routed model runs at several of them.
 */
// Adapters are imported in parallel; the test runner supports this only when their shared module is already loaded.
import '@offprint/engines/wire';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { dump, load } from 'js-yaml';
import type { Json } from './client.js';
import { temporaryDirectory } from './service-process.js';

/** Secrets that a fake requires; the others accept any. */
const SECRETS: Record<string, string> = { comfyui: 'comfy-secret-5f1c', sdapi: 'painter:let-me-paint' };
const ANY_SECRET = 'a-secret-of-an-engine-in-the-tests';

export interface TrialEngine {
  provider: string;
  /** A catalogue file of the repository; its first model is the template of all models here. */
  like: string;
  /** The operator's URL, with the base path of the engine's interface. */
  url: string;
  limits?: { concurrency?: number; requestsPerSecond?: number };
  /** Fields of the engine, such as a dialect. */
  engine?: Json;
  /** One model per entry: fields that override the template. `modelKey` is required; the status shows `model`. */
  models: Json[];
}

export interface RoutedModel {
  modelKey: string;
  /** In order; the model's name at each is `<provider>/picture`. */
  providers: string[];
  /** Fields over those of the first engine's pattern. */
  fields?: Json;
}

export interface TrialCatalogue {
  directory: string;
  /** Settings of the service: where the catalogue is, and the engines' secrets. */
  env: Record<string, string>;
}

/** @returns a directory that `endServices` removes. */
export async function writeTrialCatalogue(
  engines: TrialEngine[],
  routed: RoutedModel[] = [],
): Promise<TrialCatalogue> {
  const directory = await temporaryDirectory();
  // The fault model provides work of another engine.
  for (const name of ['plans.yaml', 'fault.yaml']) await cp(join('catalogue', name), join(directory, name));
  const env: Record<string, string> = { CATALOGUE_DIR: directory };
  const patterns = new Map<string, Json>();
  for (const engine of engines) {
    const file = load(await readFile(engine.like, 'utf8')) as Json;
    const pattern = file.models[0];
    patterns.set(engine.provider, pattern);
    const secret = file.engine.secret?.from as string | undefined;
    if (secret) env[secret] = SECRETS[file.provider] ?? ANY_SECRET;
    const workflows = join(dirname(engine.like), 'workflows');
    if (file.provider === 'comfyui') await cp(workflows, join(directory, 'workflows'), { recursive: true });
    const written = {
      provider: engine.provider,
      engine: { ...file.engine, ...engine.engine, url: engine.url },
      ...(engine.limits ? { limits: engine.limits } : {}),
      models: engine.models.map((fields) => ({ ...pattern, ...fields })),
    };
    await writeFile(join(directory, `${engine.provider}.yaml`), dump(written));
  }
  if (routed.length > 0) await writeFile(join(directory, 'routed.yaml'), dump(routedFile(routed, patterns)));
  return { directory, env };
}

function routedFile(routed: RoutedModel[], patterns: Map<string, Json>): object {
  const models = routed.map(({ modelKey, providers, fields }) => {
    const { model: _model, options: _options, ...pattern } = patterns.get(providers[0]!)!;
    const routes = providers.map((provider) => ({
      provider,
      model: `${provider}/picture`,
      options: patterns.get(provider).options ?? {},
    }));
    return { ...pattern, modelKey, routes, ...fields };
  });
  return { provider: 'routed', models };
}
