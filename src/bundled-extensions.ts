/**
 * The bundled extensions are loaded without being named in PLUGINS. No other file of src/ imports one. They import `offprint` and with it
 * the application, so they are imported when one is made.
 */
import type { ApplicationOptions, AppOptions } from './app.module.js';
import type { Config } from './platform/config/index.js';
import { mergePlugins, type Plugin } from './plugin.js';
import { FaultProvider } from './providers/index.js';

/** The model that fails on request is an engine of the service itself. */
const FAULT_ENGINE: Plugin = { name: 'the fault model', providers: [FaultProvider] };

/** The order is the one in which their engines are listed. */
export async function bundledExtensions({ builtInEngine }: Pick<Config, 'builtInEngine'>): Promise<Plugin[]> {
  const { default: requestLog } = await import('@offprint/request-log');
  if (!builtInEngine) return [FAULT_ENGINE, requestLog];
  const { default: engine } = await import('@offprint/procedural-engine');
  return [engine, FAULT_ENGINE, requestLog];
}

/**
 * The modules of bundled extensions stay apart: they have their place among those of the service, and add no middleware and no guard.
 * @throws {PluginError} as `mergePlugins`.
 */
export async function withBundledExtensions(
  config: Config,
  options: AppOptions,
): Promise<ApplicationOptions> {
  const bundled = await bundledExtensions(config);
  const { plugins, apiPlugins, workerPlugins } = options;
  return {
    ...options,
    ...mergePlugins([...bundled, { name: 'the application', ...options }]),
    ...{ plugins, apiPlugins, workerPlugins, bundled: mergePlugins(bundled) },
  };
}
