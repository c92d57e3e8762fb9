/** Checks settings for a supervisor, before that opens the database, in a process of its own to save the supervisor's memory. */
import { ConfigError } from './platform/config/index.js';
import { guardOutputs, holdProcessWarnings } from './platform/log/index.js';
import { loadChecked } from './setup-problems.js';

const print = (line: string) => void process.stderr.write(`${line}\n`);

guardOutputs();
// Each process of the service logs them.
holdProcessWarnings();
loadChecked(process.env, print, { serves: true }).then(
  // An extension may keep something open.
  () => process.exit(0),
  (error: unknown) => {
    print(error instanceof ConfigError ? error.message : String((error as Error).stack ?? error));
    process.exit(1);
  },
);
