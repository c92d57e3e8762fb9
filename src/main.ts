/**
 * Starts the service. Production runs `node dist/main.js`.
 *
 * Two builds hold the same program. `dist/bundle/` has it with its packages in a few files, which start in half the
 * processor time. `dist/` has it file by file: extensions import the packages from `node_modules`, and must get the
 * same classes as the service, so a service with PLUGINS runs from there.
 */
import { existsSync, statSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

const BUNDLE = new URL('./bundle/service.js', import.meta.url);
const FILES = new URL('./service.js', import.meta.url);

/** A bundle that is older than the files belongs to an earlier build. */
function isBundleCurrent(): boolean {
  const bundle = statSync(BUNDLE, { throwIfNoEntry: false });
  return bundle !== undefined && bundle.mtimeMs >= statSync(FILES).mtimeMs;
}

// V8 moves the allocations of code whose objects lived long to the old generation. What it observes while the service
// starts and warms up misleads it in some processes, which then spend half again as much processor time on every
// request, until they end (decision 14).
setFlagsFromString('--no-allocation-site-pretenuring');

if (existsSync('.env')) process.loadEnvFile('.env');
const program = !process.env.PLUGINS && isBundleCurrent() ? BUNDLE : FILES;
await import(program.href);
