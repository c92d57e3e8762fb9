/** An adapter of this package is loaded when an engine with its name in `engine.adapter` is configured. */
import type { EngineSettings } from './engine-settings.js';
import type { Provider } from './provider.js';

/** The constructor throws an Error that names the catalogue file when an option is wrong. */
export type Adapter = new (settings: EngineSettings) => Provider;

/** Adapters by name, each loaded when it is needed. */
export type Adapters = Readonly<Record<string, () => Promise<Adapter>>>;

/** The adapters of this package. */
export const ADAPTERS: Adapters = {
  comfyui: async () => (await import('./comfyui/comfyui.provider.js')).ComfyuiProvider,
  fal: async () => (await import('./fal/fal.provider.js')).FalProvider,
  'http-job': async () => (await import('./http-job/http-job.provider.js')).HttpJobProvider,
  'openai-compatible': async () =>
    (await import('./openai-compatible/openai-compatible.provider.js')).OpenAiCompatibleProvider,
  replicate: async () => (await import('./replicate/replicate.provider.js')).ReplicateProvider,
  sdapi: async () => (await import('./sdapi/sdapi.provider.js')).SdapiProvider,
};

/** Names an adapter that cannot be added, in one sentence. */
export class AdapterError extends Error {
  override readonly name = 'AdapterError';
}

const NAME = /^[a-z][a-z0-9-]*$/;
/** `Provider` leaves these methods to the adapter. */
const METHODS = ['offers', 'submit'] as const;

/**
 * Adds adapters of extensions to those of this package.
 * @throws {AdapterError} when a name is taken or malformed, and when a value is no class of an adapter.
 */
export function addAdapters(added: Readonly<Record<string, Adapter>>): Adapters {
  const loaders: Record<string, () => Promise<Adapter>> = { ...ADAPTERS };
  for (const [name, adapter] of Object.entries(added)) {
    const problem = problemOf(name, adapter);
    if (problem) throw new AdapterError(`The adapter ${JSON.stringify(name)} cannot be added: ${problem}.`);
    loaders[name] = () => Promise.resolve(adapter);
  }
  return loaders;
}

function problemOf(name: string, adapter: unknown): string | null {
  if (Object.hasOwn(ADAPTERS, name)) return 'the service has one of that name';
  if (!NAME.test(name)) return 'its name must be of lower-case letters, digits and hyphens';
  if (typeof adapter !== 'function') return 'it is not a class';
  const prototype = adapter.prototype as Record<string, unknown> | undefined;
  const missing = METHODS.filter((method) => typeof prototype?.[method] !== 'function');
  return missing.length > 0 ? `its class has no method ${missing.join(', ')}` : null;
}
