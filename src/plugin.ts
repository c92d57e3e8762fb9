/**
 * Loads extensions: engines, modules, replacements of ports. A file or package named in PLUGINS exports one as its
 * default. Extensions are loaded before the application is created; a running one cannot be extended.
 */
import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AppOptions } from './app.module.js';

export interface Plugin extends AppOptions {
  /** Used in error messages. */
  name: string;
}

/** Loads and merges plugins. @param names packages, or paths (absolute, or relative to the working directory). */
export async function loadPlugins(names: readonly string[]): Promise<AppOptions> {
  const plugins = await Promise.all(names.map(loadPlugin));
  const replaced = plugins.flatMap(({ name, replace }) =>
    Object.keys(replace ?? {}).map((port) => ({ name, port })),
  );
  for (const { name, port } of replaced) {
    const other = replaced.find((one) => one.port === port && one.name !== name);
    if (other) throw new Error(`the plugins ${name} and ${other.name} both replace ${port}`);
  }
  return {
    providers: plugins.flatMap(({ providers = [] }) => providers),
    plugins: plugins.flatMap((plugin) => plugin.plugins ?? []),
    replace: Object.assign({}, ...plugins.map(({ replace }) => replace)) as AppOptions['replace'],
  };
}

async function loadPlugin(name: string): Promise<Plugin> {
  const isPath = name.startsWith('.') || isAbsolute(name);
  const specifier = isPath ? pathToFileURL(resolve(name)).href : name;
  const { default: plugin } = (await import(specifier)) as { default?: Plugin };
  if (typeof plugin?.name !== 'string') throw new Error(`${name} does not export a plugin as its default`);
  return plugin;
}
