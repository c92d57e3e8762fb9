/** Measures the time until the service is ready on an existing embedded database, and its idle memory. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { figure } from '../row.mjs';
import { startService } from '../service.mjs';
import { median } from '../statistics.mjs';
import { residentMb } from '../usage.mjs';

const STARTED = { text: '≤ 2 s', reached: (row) => row.value <= 2 };
const IDLE = { text: '≤ 200 MB', reached: (row) => row.value <= 200 };
/** The start's background work has ended by then. */
const IDLE_AFTER_MS = 5_000;

export const start = { name: 'start', measure };

async function measure({ rounds, after }) {
  const directory = await mkdtemp(join(tmpdir(), 'offprint-bench-'));
  after(() => rm(directory, { recursive: true, force: true }));
  await chmod(directory, 0o755); // PostgreSQL's own account must get in
  const startAgain = () => startService({ roles: 'api,worker', directory });
  await (await startAgain()).stop(); // creates the database
  const seconds = [];
  let idle = null;
  for (let round = 1; round <= rounds; round++) {
    const service = await startAgain();
    seconds.push(service.readyMs / 1000);
    // Memory is read only once: it does not depend on the load of the machine.
    if (round === rounds) {
      await sleep(IDLE_AFTER_MS);
      idle = residentMb(service.pid);
    }
    await service.stop();
  }
  const lines = [figure('start with an existing database: spawn → ready', 's', median(seconds), {}, STARTED)];
  return idle === null
    ? lines
    : [...lines, figure('resident memory, idle', 'MB', idle, { memory: idle }, IDLE)];
}
