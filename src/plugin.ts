/**
 * Loads extensions: engines, modules, replacements of ports. A file or package named in PLUGINS exports one as its
 * default. Extensions are loaded before the application is created; a running one cannot be extended.
 */
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AppOptions } from './app.module.js';
import type { Catalogue } from './catalogue/index.js';
import { ConfigError } from './platform/config/index.js';

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

/**
 * Loads plugins and lets each read its settings.
 * @returns a sentence for each plugin that cannot be loaded and for each wrong setting.
 */
export async function findPluginProblems(
  names: readonly string[],
  variable: (name: string) => string | null,
  catalogue?: Catalogue,
): Promise<string[]> {
  const loaded = await Promise.allSettled(names.map(loadPlugin));
  const plugins = loaded.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const checks = [
    ...loaded.map((one) => () => {
      if (one.status === 'rejected') throw one.reason;
    }),
    () => void mergePlugins(plugins),
    ...plugins.map((plugin) => () => checkSettings(plugin, variable, catalogue)),
  ];
  return checks.flatMap((check) => {
    try {
      check();
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return error.problems;
      if (error instanceof PluginError) return [error.message.replace(/^The plugins/, 'PLUGINS:')];
      throw error;
    }
  });
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

/** Merges plugins. @throws {PluginError} when two replace one port. */
export function mergePlugins(plugins: readonly Plugin[]): AppOptions {
  const replaced = plugins.flatMap(({ name, replace }) =>
    Object.keys(replace ?? {}).map((port) => ({ name, port })),
  );
  for (const { name, port } of replaced) {
    const other = replaced.find((one) => one.port === port && one.name !== name);
    if (other) throw new PluginError(`The plugins ${name} and ${other.name} both replace ${port}.`);
  }
  return {
    providers: plugins.flatMap(({ providers = [] }) => providers),
    plugins: plugins.flatMap((plugin) => plugin.plugins ?? []),
    schemas: plugins.flatMap(({ schemas = [] }) => schemas),
    listeners: plugins.flatMap((plugin) => plugin.listeners ?? []),
    facts: plugins.flatMap(({ facts = [] }) => facts),
    tags: Object.assign({}, ...plugins.map(({ tags }) => tags)) as AppOptions['tags'],
    replace: Object.assign({}, ...plugins.map(({ replace }) => replace)) as AppOptions['replace'],
  };
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
    const { default: plugin } = (await import(isFile ? pathToFileURL(path).href : locate(name))) as {
      default?: Plugin;
    };
    return plugin;
  } catch (error) {
    throw new PluginError(`PLUGINS: ${name} cannot be loaded: ${inOneLine(error)}`, { cause: error });
  }
}

/**
 * Returns the place of a package as the working directory sees it: the service may be installed elsewhere. A name that is
 * not found from there is left to `import`, which looks beside the service.
 */
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
  const place = /file:\/\/\S+?:\d+/.exec(error.stack?.replace(error.message, '') ?? '');
  return `${error.name}: ${line}${place ? ` (${place[0]})` : ''}`;
}
