// Module loader hooks of a test worker: .ts files are compiled as they are loaded, an import of './x.js' or './x' finds
// './x.ts', and the packages of this repository are loaded from their sources.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from './compile.cjs';

const root = new URL('../../../', import.meta.url);
const SOURCES = new Map([
  ['offprint', new URL('src/index.ts', root).href],
  ['offprint/testing', new URL('src/testing/index.ts', root).href],
  // What a test imports from it is the object of the file that runs now.
  ['@jest/globals', new URL('globals.mjs', import.meta.url).href],
]);

const withoutQuery = (url) => url.split('?', 1)[0];
/** A file of the checkout, such as an extension in `examples`. */
const isOfCheckout = (url) => url?.startsWith(root.href) && !/\/(node_modules|dist)\//.test(url);
const isSource = (url) => isOfCheckout(url) && withoutQuery(url).endsWith('.ts');

/** @returns the URL of the .ts file that a relative import means, or undefined when there is none. */
function sourceOf(specifier, parent) {
  const { href } = new URL(specifier, parent);
  for (const candidate of [href.replace(/\.js$/, '.ts'), `${href}.ts`]) {
    if (candidate.endsWith('.ts') && existsSync(fileURLToPath(candidate))) return candidate;
  }
  return undefined;
}

export function resolve(specifier, context, next) {
  if (!isOfCheckout(context.parentURL)) return next(specifier, context);
  const source =
    SOURCES.get(specifier) ??
    (specifier.startsWith('.') && isSource(context.parentURL)
      ? sourceOf(specifier, context.parentURL)
      : undefined);
  if (source !== undefined) return { url: source, shortCircuit: true };
  if (!specifier.startsWith('@offprint/')) return next(specifier, context);
  return next(specifier, { ...context, conditions: [...context.conditions, '@offprint/source'] });
}

export function load(url, context, next) {
  if (!isSource(url)) return next(url, context);
  const file = fileURLToPath(withoutQuery(url));
  return { format: 'module', shortCircuit: true, source: compile(file) };
}
