/** Starts the service, from the bundle or from separate files. Production runs `node dist/main.js`. */
import { loadProgram } from './platform/build/index.js';
import { loadEnvFile } from './platform/env/index.js';

try {
  process.cwd();
} catch {
  process.stderr.write('The working directory is gone: start the service in one that exists.\n');
  process.exit(1);
}
loadEnvFile(process.env);
await loadProgram('service.js');
