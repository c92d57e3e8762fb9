// The last lines of a test run: whether a process was left behind, and `N passed, N failed` for machines to read. A file
// that could not run and a process that was left count as failed. Written when the runner's process ends, so that
// they come after its own summary and after its global teardown.
import { readFileSync } from 'node:fs';
import { listProcesses } from './process-list.mjs';

/** A process that is just ending gets this long: the process for suspects stops within 8 s after its worker's death. */
const PATIENCE_MS = 15_000;
const PAUSE_MS = 100;

export default class CountsReporter {
  onRunStart() {
    this.startedAt = performance.now();
  }

  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    process.once('exit', () => {
      const left = whatIsLeft(this.startedAt);
      for (const { pid, command } of left)
        process.stderr.write(`a test process was left: ${pid} ${command}\n`);
      if (left.length === 0) process.stderr.write('no test process was left\n');
      else process.exitCode = 1;
      process.stderr.write(`${results.numPassedTests} passed, ${failed + left.length} failed\n`);
    });
  }
}

/** Waits without the event loop, which has ended. */
function whatIsLeft(startedAt) {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const left = leftProcesses((performance.now() - startedAt) / 1000);
    if (left.length === 0 || performance.now() > until) return left;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

/** The runner's own children, and orphans that were started in this run from this checkout or on its test data. */
function leftProcesses(runSeconds) {
  if (process.platform === 'win32') return [];
  // A server that runs as another user has no TMPDIR in its environment, but its files in its command.
  const { TMPDIR = '' } = process.env;
  const data = TMPDIR.includes('/offprint-') ? TMPDIR : '/offprint-';
  const isOurs = ({ command }) => command.includes(process.cwd()) || command.includes(data);
  return listProcesses().filter((found) => {
    if (found.parent === process.pid) return true;
    return found.parent === 1 && found.seconds < runSeconds && isOurs(found) && !isOfAnotherLane(found);
  });
}

/** Lanes that run side by side have temporary directories of their own (scripts/check). */
function isOfAnotherLane({ pid }) {
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    const directory = variables.find((variable) => variable.startsWith('TMPDIR='));
    return directory !== undefined && directory !== `TMPDIR=${process.env.TMPDIR}`;
  } catch {
    return false;
  }
}
