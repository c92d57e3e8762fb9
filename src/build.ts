/**
 * The two builds of the same programs. `dist/bundle/` has them with their packages in a few files, which start in half the
 * processor time. `dist/` has them file by file: extensions import the packages from `node_modules`, and must get the
 * same classes as the program, so a program with PLUGINS runs from there.
 */
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CompiledScripts } from './compiled-scripts.js';

/**
 * Loads a program of the build to run, after `.env` is loaded: the build depends on PLUGINS.
 * @param file of `dist/`, of which the bundle has one with the same last name. @returns what the program exports
 */
export async function loadProgram(file: string): Promise<Record<string, unknown>> {
  const separate = new URL(`./${file}`, import.meta.url);
  const bundled = new URL(`./bundle/${file.slice(file.lastIndexOf('/') + 1)}`, import.meta.url);
  const isBundle = !process.env.PLUGINS && isCurrent(bundled, separate);
  return isBundle
    ? new CompiledScripts().load(fileURLToPath(bundled))
    : ((await import(separate.href)) as Record<string, unknown>);
}

/** A bundle that is older than the files belongs to an earlier build. */
function isCurrent(bundled: URL, separate: URL): boolean {
  const bundle = statSync(bundled, { throwIfNoEntry: false });
  return bundle !== undefined && bundle.mtimeMs >= statSync(separate).mtimeMs;
}
