/**
 * The extensions that come with the service, loaded without being named in PLUGINS, and what makes an application of them and of
 * those of the operator. No other file of src/ imports one. They import `offprint` and with it the application, so they are imported
 * when one is made.
 */
import type { ApplicationOptions, AppOptions } from './app.module.js';
import type { Config } from './platform/config/index.js';
import { mergePlugins, type Plugin } from './plugin.js';
import { FaultProvider } from './providers/index.js';

/** The model that fails on request is an engine of the service itself. */
const FAULT_ENGINE: Plugin = { name: 'the fault model', providers: [FaultProvider] };

/** Returns the extensions that these settings leave in, in the order in which their engines are listed. */
export async function bundledExtensions({ builtInEngine }: Pick<Config, 'builtInEngine'>): Promise<Plugin[]> {
  const { default: requestLog } = await import('@offprint/request-log');
  if (!builtInEngine) return [FAULT_ENGINE, requestLog];
  const { default: engine } = await import('@offprint/procedural-engine');
  return [engine, FAULT_ENGINE, requestLog];
}

/**
 * Adds the extensions that come with the service to what a host or PLUGINS adds to it. Their modules stay apart: they have their
 * place among those of the service, and add no middleware and no guard. @throws {PluginError} as `mergePlugins`.
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
