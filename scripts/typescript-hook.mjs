// A hook of Node's module loader: compiles .ts files as the build does (.swcrc), and finds the .ts file of an import
// that says .js.
import { transformFile } from '@swc/core';
import { fileURLToPath } from 'node:url';

const isOurs = (url) => url?.endsWith('.ts') && !url.includes('/node_modules/');

export function resolve(specifier, context, next) {
  const isRelative = specifier.startsWith('.');
  if (isRelative && isOurs(context.parentURL)) return next(specifier.replace(/\.js$/, '.ts'), context);
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!isOurs(url)) return next(url, context);
  const { code } = await transformFile(fileURLToPath(url), { swcrc: true, sourceMaps: 'inline' });
  return { format: 'module', shortCircuit: true, source: code };
}
