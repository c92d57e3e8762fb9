// The packages of this repository that the service imports: `@offprint/*` in the dependencies of package.json.
import { readFileSync } from 'node:fs';

const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** Their folders, such as `packages/embedded-postgres`. */
export const SERVICE_PACKAGES = Object.keys(dependencies)
  .filter((name) => name.startsWith('@offprint/'))
  .map((name) => name.replace('@offprint/', 'packages/'));
