// Runs files of node:test and ends with the line `N passed, N failed`, as `.ci/run` counts it.
import { run } from 'node:test';

/** @param files absolute paths. @returns when all have run; the exit code and the last line follow. */
export function runNodeTests(files, options = {}) {
  let passed = 0;
  let failed = 0;
  const isTest = ({ details, name }) =>
    details.type !== 'suite' && !files.some((file) => file.endsWith(name));
  return new Promise((resolve) => {
    run({ files, concurrency: 2, timeout: 120_000, ...options })
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
        resolve();
      })
      .resume();
  });
}
