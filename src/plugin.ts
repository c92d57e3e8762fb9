/** Extensions are loaded before the application is created; a running one cannot be extended. */
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AppOptions } from './app.module.js';
import type { Catalogue } from './catalogue/index.js';
import { importModule } from './platform/build/index.js';
import { ConfigError } from './platform/config/index.js';
import { AdapterError, type EngineParts, enginePartsOf } from './providers/index.js';

/** An extension: the default export of a file or package that PLUGINS names, or an object for `createApp`. */
export interface Plugin extends AppOptions {
  /** Used in error messages. */
  name: string;
  /**
   * Reads the extension's own settings before anything is opened: a start names wrong ones together with all others.
   * @param variable returns a setting, or null when it is unset. @param catalogue of the files; undefined when they are wrong.
   * @throws {ConfigError} naming every wrong one, without values.
   */
  checkSettings?(variable: (name: string) => string | null, catalogue?: Catalogue): void;
}

/** Names an extension that cannot be loaded, in one line; the process prints it and exits with 1. */
export class PluginError extends Error {
  override readonly name = 'PluginError';
}

/**
 * Loads and merges plugins.
 * @param names packages, or paths (absolute, or relative to the working directory).
 * @throws {PluginError} naming the one that cannot be loaded.
 */
export async function loadPlugins(names: readonly string[]): Promise<AppOptions> {
  return mergePlugins(await Promise.all(names.map(loadPlugin)));
}

export interface CheckedPlugins {
  /** A sentence for each plugin that cannot be loaded or merged, and for each wrong setting. */
  problems: string[];
  /** What the engines of the catalogue are created with; without the plugins' adapters when these are wrong. */
  parts: EngineParts;
}

/** Loads plugins and lets each read its settings. */
export async function checkPlugins(
  names: readonly string[],
  variable: (name: string) => string | null,
  catalogue?: Catalogue,
): Promise<CheckedPlugins> {
  const loaded = await Promise.allSettled(names.map(loadPlugin));
  const plugins = loaded.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  let parts = enginePartsOf();
  const checks = [
    ...loaded.map((one) => () => {
      if (one.status === 'rejected') throw one.reason;
    }),
    () => void (parts = enginePartsOf(mergePlugins(plugins).adapters)),
    ...plugins.map((plugin) => () => checkSettings(plugin, variable, catalogue)),
  ];
  const problems = checks.flatMap((check) => {
    try {
      check();
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return error.problems;
      if (error instanceof PluginError) return [error.message.replace(/^The plugins/, 'PLUGINS:')];
      if (error instanceof AdapterError) return [error.message.replace(/^The/, 'PLUGINS: the')];
      throw error;
    }
  });
  return { problems, parts };
}

function checkSettings(
  plugin: Plugin,
  variable: (name: string) => string | null,
  catalogue?: Catalogue,
): void {
  try {
    plugin.checkSettings?.(variable, catalogue);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new PluginError(`PLUGINS: ${plugin.name} cannot read its settings: ${inOneLine(error)}`, {
      cause: error,
    });
  }
}

/** @throws {PluginError} when two plugins replace one port, or add an adapter of one name. */
export function mergePlugins(plugins: readonly Plugin[]): AppOptions {
  requireOnce(plugins, 'replace', ({ replace }) => replace);
  requireOnce(plugins, 'add the adapter', ({ adapters }) => adapters);
  return {
    providers: plugins.flatMap(({ providers = [] }) => providers),
    adapters: Object.assign({}, ...plugins.map(({ adapters }) => adapters)) as AppOptions['adapters'],
    plugins: plugins.flatMap((plugin) => plugin.plugins ?? []),
    apiPlugins: plugins.flatMap(({ apiPlugins = [] }) => apiPlugins),
    workerPlugins: plugins.flatMap(({ workerPlugins = [] }) => workerPlugins),
    schemas: plugins.flatMap(({ schemas = [] }) => schemas),
    listeners: plugins.flatMap((plugin) => plugin.listeners ?? []),
    facts: plugins.flatMap(({ facts = [] }) => facts),
    // Once each: an extension that comes with the service may also be named in PLUGINS.
    observers: [...new Set(plugins.flatMap(({ observers = [] }) => observers))],
    erasures: [...new Set(plugins.flatMap(({ erasures = [] }) => erasures))],
    tags: Object.assign({}, ...plugins.map(({ tags }) => tags)) as AppOptions['tags'],
    replace: Object.assign({}, ...plugins.map(({ replace }) => replace)) as AppOptions['replace'],
  };
}

/** @throws {PluginError} when two plugins have a part of one name. */
function requireOnce(
  plugins: readonly Plugin[],
  verb: string,
  partsOf: (plugin: Plugin) => object | undefined,
): void {
  const parts = plugins.flatMap((plugin) =>
    Object.keys(partsOf(plugin) ?? {}).map((part) => ({ name: plugin.name, part })),
  );
  for (const { name, part } of parts) {
    const other = parts.find((one) => one.part === part && one.name !== name);
    if (other) throw new PluginError(`The plugins ${name} and ${other.name} both ${verb} ${part}.`);
  }
}

async function loadPlugin(name: string): Promise<Plugin> {
  const plugin = await importDefault(name);
  if (typeof plugin?.name !== 'string')
    throw new PluginError(`PLUGINS: ${name} does not export a plugin as its default.`);
  return plugin;
}

const TYPESCRIPT = /\.[cm]?tsx?$/;

async function importDefault(name: string): Promise<Plugin | undefined> {
  const path = resolve(name);
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  const isPath = name.startsWith('.') || isAbsolute(name);
  if (TYPESCRIPT.test(name))
    throw new PluginError(`PLUGINS: ${name} is TypeScript. Compile it, and name the JavaScript file.`);
  if (isPath && !isFile) throw new PluginError(`PLUGINS: there is no file ${path}.`);
  try {
    const { default: plugin } = (await importModule(isFile ? pathToFileURL(path).href : locate(name))) as {
      default?: Plugin;
    };
    return plugin;
  } catch (error) {
    throw new PluginError(`PLUGINS: ${name} cannot be loaded: ${inOneLine(error)}`, { cause: error });
  }
}

/** The service may be installed elsewhere. A name that is not found from here is left to `import`, which looks beside the service. */
function locate(name: string): string {
  try {
    return pathToFileURL(createRequire(join(process.cwd(), 'plugins')).resolve(name)).href;
  } catch {
    return name;
  }
}

/** Describes an error by its message and the first line of code in its stack. */
function inOneLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [line] = error.message.split('\n');
  const place = /file:\/\/(?!\S*\/shared-package-hooks\.js)\S+?:\d+/.exec(
    error.stack?.replace(error.message, '') ?? '',
  );
  return `${error.name}: ${line}${place ? ` (${place[0]})` : ''}`;
}
