/**
 * The extensions that come with the service, loaded without being named in PLUGINS, and what makes an application of them and of
 * those of the operator. No other file of src/ imports one. They import `offprint` and with it the application, so they are imported
 * when one is made.
 */
import type { AppOptions } from './app.module.js';
import type { Config } from './platform/config/index.js';
import { mergePlugins, type Plugin } from './plugin.js';
import { FaultProvider } from './providers/index.js';

/** The model that fails on request is an engine of the service itself. */
const FAULT_ENGINE: Plugin = { name: 'the fault model', providers: [FaultProvider] };

/** Returns the extensions that these settings leave in, in the order in which their engines are listed. */
export async function bundledExtensions({ builtInEngine }: Pick<Config, 'builtInEngine'>): Promise<Plugin[]> {
  if (!builtInEngine) return [FAULT_ENGINE];
  const { default: engine } = await import('@offprint/procedural-engine');
  return [engine, FAULT_ENGINE];
}

/** Adds the extensions that come with the service to what a host or PLUGINS adds to it. @throws {PluginError} as `mergePlugins`. */
export async function withBundledExtensions(config: Config, options: AppOptions): Promise<AppOptions> {
  const bundled = await bundledExtensions(config);
  return { ...options, ...mergePlugins([...bundled, { name: 'the application', ...options }]) };
}
