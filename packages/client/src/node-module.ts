/** Modules of Node, which Bun and Deno have too and edge runtimes do not. */
import { OffprintError } from './errors.js';

interface NodeModules {
  crypto: typeof import('node:crypto');
  fs: typeof import('node:fs');
}

/**
 * Loads a module of Node when it is needed. Bundlers for edge runtimes do not see the name.
 * @throws {OffprintError} `not_supported` where there is none.
 */
export async function nodeModule<Name extends keyof NodeModules>(name: Name): Promise<NodeModules[Name]> {
  const specifier = `node:${name}`;
  try {
    return (await import(/* webpackIgnore: true */ /* @vite-ignore */ specifier)) as NodeModules[Name];
  } catch (cause) {
    throw new OffprintError(
      'This runtime has no files: upload bytes or streams, and read results with data() or stream().',
      'not_supported',
      { cause },
    );
  }
}
