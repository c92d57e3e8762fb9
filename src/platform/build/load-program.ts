/**
 * `dist/bundle/` has the programs with their packages in a few files, which start in half the processor time. `dist/` has them file by
 * file, for tests and for hosts that embed the service.
 */
import { statSync } from 'node:fs';
import Module, { createRequire, isBuiltin } from 'node:module';
import { isAbsolute } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CompiledScripts } from './compiled-scripts.js';
import * as hooks from './shared-package-hooks.js';
import { scriptOf, SHARED_PACKAGES, type SharedPackage } from './shared-packages.js';
import { setV8Flags } from './v8-flags.js';

const scripts = new CompiledScripts();
const inDist = (file: string): URL => new URL(`../../${file}`, import.meta.url);
const inBundle = (file: string): URL => inDist(`bundle/${file}`);

/**
 * Loads a program with the flags of V8 that it runs with. PLUGINS must be read from `.env` before.
 * @param file of `dist/`, of which the bundle has one with the same last name. @returns what the program exports
 */
export async function loadProgram(file: string): Promise<Record<string, unknown>> {
  setV8Flags();
  const separate = inDist(file);
  const bundled = inBundle(file.slice(file.lastIndexOf('/') + 1));
  if (!isCurrent(bundled, separate)) return (await import(separate.href)) as Record<string, unknown>;
  if (process.env.PLUGINS) sharePackages();
  return scripts.load(fileURLToPath(bundled));
}

/** A bundle that is older than the files belongs to an earlier build. An image has the bundle alone. */
function isCurrent(bundled: URL, separate: URL): boolean {
  const [bundle, file] = [bundled, separate].map((url) => statSync(url, { throwIfNoEntry: false }));
  return bundle !== undefined && !(file && file.mtimeMs > bundle.mtimeMs);
}

/** Leads imports of shared packages by extensions to the bundle: they would load each a second time, with other classes. */
function sharePackages(): void {
  const require = createRequire(import.meta.url);
  const names = new Map<string, SharedPackage>();
  for (const name of SHARED_PACKAGES) {
    if (name === 'offprint') {
      names.set(inDist('index.js').href, name);
    } else {
      names.set(import.meta.resolve(name), name);
      names.set(pathToFileURL(require.resolve(name)).href, name);
    }
  }
  shareImports(new Map([...names].map(([url, name]) => [url, inBundle(`shared/${name}.mjs`).href])));
  shareRequires(names);
}

function shareImports(urls: ReadonlyMap<string, string>): void {
  const { registerHooks } = Module as { registerHooks?: (hooks: object) => void };
  if (!registerHooks) {
    Module.register(new URL('./shared-package-hooks.js', import.meta.url), { data: urls });
    return;
  }
  hooks.initialize(urls);
  registerHooks({ resolve: hooks.resolveSync });
}

/** Hooks of imports do not see `require` before Node.js 22.15. */
function shareRequires(names: ReadonlyMap<string, SharedPackage>): void {
  if ('registerHooks' in Module) return;
  const loader = Module as unknown as {
    _load: (request: string, ...rest: unknown[]) => unknown;
    _resolveFilename: (request: string, ...rest: unknown[]) => string;
  };
  const load = loader._load;
  loader._load = (request, ...rest) => {
    const file = isBuiltin(request) ? request : loader._resolveFilename(request, ...rest);
    const name = isAbsolute(file) ? names.get(pathToFileURL(file).href) : undefined;
    return name ? packageOfBundle(name) : load(request, ...rest);
  };
}

/** Returns a package as the bundle has it. The modules in `dist/bundle/shared/` export its names. */
export function packageOfBundle(name: SharedPackage): object {
  return scripts.load(fileURLToPath(inBundle(scriptOf(name)))).exported as object;
}
