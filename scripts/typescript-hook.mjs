// Module loader hook: compiles .ts files like the build (.swcrc), resolves a .js import to its .ts file, and loads this
// repository's packages from their sources, so that no build is needed.
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';

const isOurs = (url) => url?.endsWith('.ts') && !url.includes('/node_modules/');

export function resolve(specifier, context, next) {
  if (/^(@offprint\/|offprint(\/|$))/.test(specifier))
    return next(specifier, { ...context, conditions: [...context.conditions, '@offprint/source'] });
  if (specifier.startsWith('.') && isOurs(context.parentURL))
    return next(specifier.replace(/\.js$/, '.ts'), context);
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!isOurs(url)) return next(url, context);
  const { code } = await transformFile(fileURLToPath(url), { swcrc: true, sourceMaps: 'inline' });
  return { format: 'module', shortCircuit: true, source: code };
}
