/**
 * The two builds of the same programs. `dist/bundle/` has them with their packages in a few files, which start in half the
 * processor time. `dist/` has them file by file: extensions import the packages from `node_modules`, and must get the
 * same classes as the program, so a program with PLUGINS runs from there.
 */
import { statSync } from 'node:fs';

/**
 * Returns the module of a program in the build to run, after `.env` is loaded: it depends on PLUGINS.
 * @param file of `dist/`, of which the bundle has one with the same last name.
 */
export function buildOf(file: string): URL {
  const separate = new URL(`./${file}`, import.meta.url);
  const bundled = new URL(`./bundle/${file.slice(file.lastIndexOf('/') + 1)}`, import.meta.url);
  return !process.env.PLUGINS && isCurrent(bundled, separate) ? bundled : separate;
}

/** A bundle that is older than the files belongs to an earlier build. */
function isCurrent(bundled: URL, separate: URL): boolean {
  const bundle = statSync(bundled, { throwIfNoEntry: false });
  return bundle !== undefined && bundle.mtimeMs >= statSync(separate).mtimeMs;
}
