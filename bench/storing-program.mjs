/**
 * Stores files and measures the processor time of its main thread, in a process of its own for each way to store. The
 * benchmark sends `{ path, count }` and receives milliseconds per file.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns the processor time of the main thread so far; the directory of a process describes its main thread. */
function mainThreadMs() {
  return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;
}

/** Answers the benchmark's messages. @param createStore (directory) => a function that stores the file of a path */
export async function serveStoring(createStore) {
  const directory = mkdtempSync(join(tmpdir(), 'offprint-bench-storing-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  process.on('SIGTERM', () => process.exit());
  process.stdin.resume().on('end', () => process.exit());
  const store = await createStore(directory);
  let stored = 0;
  process.on('message', async ({ path, count }) => {
    const before = mainThreadMs();
    for (const end = stored + count; stored < end; stored += 1) await store(path, stored);
    process.send({ ms: (mainThreadMs() - before) / count });
  });
  console.log('ready');
}
