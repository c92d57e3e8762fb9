/** Starts the service, from the bundle or from separate files. Production runs `node dist/main.js`. */
import { setFlagsFromString } from 'node:v8';
import { buildOf } from './build.js';
import { loadEnvFile } from './env/index.js';

// V8 moves the allocations of code whose objects lived long to the old generation. What it observes while the service
// starts and warms up misleads it in some processes, which then spend half again as much processor time on every
// request, until they end (decision 14).
setFlagsFromString('--no-allocation-site-pretenuring');

try {
  process.cwd();
} catch {
  process.stderr.write('The working directory is gone: start the service in one that exists.\n');
  process.exit(1);
}
loadEnvFile(process.env);
await import(buildOf('service.js').href);
