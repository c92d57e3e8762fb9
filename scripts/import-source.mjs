// Imports TypeScript of the checkout that no build has, such as a file of a package or of the tests.
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './build-first.mjs';

/** @param source path of a file that imports only modules of Node.js, and files for which the same holds. */
export async function importSource(source) {
  const bundle = await rolldown({ input: join(root, source), platform: 'node' });
  const { output } = await bundle.generate({ format: 'esm' });
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
}
