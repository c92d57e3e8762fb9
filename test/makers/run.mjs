// `npm run lane -- makers`: tests each fake engine in test/engines with the official client of its vendor. Installs the
// clients when they are missing or differ from the lock. Last line: `N passed, N failed`.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installLocked } from '../../scripts/install-locked.mjs';
import { runNodeTests } from '../../scripts/run-node-tests.mjs';

const HERE = fileURLToPath(new URL('./', import.meta.url));
installLocked(HERE, () => console.log('installing the makers’ clients: npm ci --prefix test/makers'));

const only = process.argv[2] ?? '';
const files = readdirSync(HERE).filter((name) => name.endsWith('.test.mjs') && name.includes(only));
await runNodeTests(files.map((file) => HERE + file));
