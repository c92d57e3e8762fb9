/** Works from the sources, from `dist/` and from `dist/bundle/` alike. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = import.meta.url.replace(/\/(?:src|dist)\/(?!.*\/(?:src|dist)\/).*$/, '/');

/** @returns the absolute path of `path`, which starts at the folder of package.json */
export const packagePath = (path: string): string => fileURLToPath(new URL(path, ROOT));

export function packageVersion(): string {
  return (JSON.parse(readFileSync(packagePath('package.json'), 'utf8')) as { version: string }).version;
}
