// `npm start`: builds when dist/ is missing or older than src/, then is the service. It runs in this very process and
// not in a child of it, so signals, exit code and `kill -9` need nobody to pass them on and nothing can stay behind.
import { ensureBuilt } from './built.mjs';
import { endWithNpm } from './npm-parent.mjs';
import { answerHelp } from './help.mjs';

answerHelp('usage: npm start   Builds when needed, then runs the service. Settings: .env.example');

endWithNpm();
if (ensureBuilt()) await import('../dist/main.js');
else process.exitCode = 1;
