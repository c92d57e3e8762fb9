/**
 * The adapters that come with the service, keyed by the name in a catalogue file's `engine.adapter`. Their code is
 * loaded when an engine is configured.
 */
import type { EngineSettings } from './engine-settings.js';
import type { Provider } from './provider.js';

export type Adapter = new (settings: EngineSettings) => Provider;

export const ADAPTERS: Readonly<Record<string, () => Promise<Adapter>>> = {
  comfyui: async () => (await import('./comfyui/comfyui.provider.js')).ComfyuiProvider,
  fal: async () => (await import('./fal/fal.provider.js')).FalProvider,
  'http-job': async () => (await import('./http-job/http-job.provider.js')).HttpJobProvider,
  'openai-compatible': async () =>
    (await import('./openai-compatible/openai-compatible.provider.js')).OpenAiCompatibleProvider,
  replicate: async () => (await import('./replicate/replicate.provider.js')).ReplicateProvider,
  sdapi: async () => (await import('./sdapi/sdapi.provider.js')).SdapiProvider,
};
