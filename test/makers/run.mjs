// `npm run test:makers`: tests each fake engine in test/engines with the official client of its vendor. Installs the
// clients when they are missing or differ from the lock. Last line: `N passed, N failed`.
import { readdirSync } from 'node:fs';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
import { installLocked } from '../../scripts/install-locked.mjs';

const HERE = fileURLToPath(new URL('./', import.meta.url));
installLocked(HERE, () => console.log('installing the makers’ clients: npm ci --prefix test/makers'));

const only = process.argv[2] ?? '';
const files = readdirSync(HERE).filter((name) => name.endsWith('.test.mjs') && name.includes(only));
let passed = 0;
let failed = 0;
const isTest = ({ details, name }) => details.type !== 'suite' && !files.some((file) => name.endsWith(file));

run({ files: files.map((file) => HERE + file), concurrency: 2, timeout: 120_000 })
  .on('test:pass', (event) => {
    if (!isTest(event)) return;
    passed += 1;
    console.log(`✓ ${event.name} (${Math.round(event.details.duration_ms)} ms)`);
  })
  .on('test:fail', (event) => {
    // A file is reported as failed in addition to its tests; one that could not run has no other failure.
    const { error } = event.details;
    if (!isTest(event) && error.failureType === 'subtestsFailed') return;
    failed += 1;
    console.log(`✗ ${event.name}\n${String(error.cause?.stack ?? error.cause ?? error)}`);
  })
  .on('test:stderr', ({ message }) => process.stderr.write(message))
  .on('end', () => {
    if (passed + failed === 0) failed = 1;
    process.exitCode = failed === 0 ? 0 : 1;
    process.once('exit', () => console.log(`${passed} passed, ${failed} failed`));
  })
  .resume();
