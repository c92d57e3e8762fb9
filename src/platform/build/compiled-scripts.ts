/**
 * Runs the CommonJS scripts of `dist/bundle/` from compiled code, because Node.js would compile them anew in each start.
 *
 * V8 rejects the code in `<script>.code` in another release of Node.js and with other flags (`--max-old-space-size` too), and compiles the
 * source then. Of the source it compares the length only: the build writes both together, and a bundle must not be changed by hand.
 *
 * A script cannot `import()`: V8 loses its loader in compiled code. `import-module.ts` can.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

type Exports = Record<string, unknown>;
type Require = (id: string) => unknown;
type Wrapper = (
  exports: Exports,
  require: Require,
  module: { exports: Exports },
  filename: string,
  directory: string,
) => void;

export class CompiledScripts {
  private readonly modules = new Map<string, { exports: Exports }>();
  private readonly scripts = new Map<string, Script>();

  /** Also runs the scripts that it requires, each once. @param file its absolute path @returns what it exports */
  load(file: string): Exports {
    const known = this.modules.get(file);
    if (known) return known.exports;
    const run = this.compile(file).runInThisContext() as Wrapper;
    const module = { exports: {} };
    this.modules.set(file, module);
    try {
      run(module.exports, this.requireOf(file), module, file, dirname(file));
    } catch (error) {
      // A script that failed for want of a file descriptor is loaded again by the next that needs it.
      this.modules.delete(file);
      throw error;
    }
    return module.exports;
  }

  private requireOf(file: string): Require {
    const requirePackage = createRequire(file);
    const require = (id: string) =>
      id.startsWith('./') ? this.load(join(dirname(file), id)) : (requirePackage(id) as unknown);
    return Object.assign(require, { resolve: requirePackage.resolve });
  }

  /** The compiled code contains the functions that were called. */
  writeCode(): void {
    for (const [file, script] of this.scripts)
      writeFileSync(codeFileOf(file), Buffer.concat([script.createCachedData(), endOf(file)]));
  }

  private compile(file: string): Script {
    const script = new Script(Module.wrap(readFileSync(file, 'utf8')), {
      filename: file,
      cachedData: compiledCodeOf(file),
    });
    this.scripts.set(file, script);
    return script;
  }
}

/** Undefined without compiled code, and where the script was not compiled in this folder. */
export function compiledCodeOf(file: string): Buffer | undefined {
  if (!existsSync(codeFileOf(file))) return undefined;
  const code = readFileSync(codeFileOf(file));
  const end = endOf(file);
  return code.subarray(-end.length).equals(end) ? code.subarray(0, -end.length) : undefined;
}

const codeFileOf = (file: string): string => `${file}.code`;

/** The compiled code ends with the path of its script, because V8 takes the path from the code. */
const endOf = (file: string): Buffer => Buffer.from(`\n${file}`);
