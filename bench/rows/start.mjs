/** How soon the service is ready on a database that exists, and what memory it takes, its database not counted. */
import { setTimeout as sleep } from 'node:timers/promises';
import { figure } from '../row.mjs';
import { startService } from '../service.mjs';
import { median } from '../statistics.mjs';
import { residentMb } from '../usage.mjs';

const STARTED = { text: '≤ 3 s', reached: (row) => row.value <= 3 };
const IDLE = { text: '≤ 250 MB', reached: (row) => row.value <= 250 };
const IDLE_AFTER_MS = 5_000;

/** @param directory of a service that has stopped and left its database. */
export async function measureStart(directory, rounds) {
  const seconds = [];
  const idle = [];
  for (let round = 0; round < rounds; round++) {
    const service = await startService(directory, 'api,worker');
    seconds.push(service.readyMs / 1000);
    // Memory is read once, on the last: it does not depend on what other programs do.
    if (round === rounds - 1) {
      await sleep(IDLE_AFTER_MS);
      idle.push(residentMb(service.pid));
    }
    await service.stop();
  }
  return [
    figure('start with an existing database: spawn → ready', 's', median(seconds), {}, STARTED),
    ...(idle[0] === null ? [] : [figure('resident memory, idle', 'MB', idle[0], {}, IDLE)]),
  ];
}

/** Read right after the HTTP rows, before anything could be given back. */
export function measureMemoryAfterLoad({ pid }) {
  const resident = residentMb(pid);
  return resident === null
    ? []
    : [figure('resident memory, after the load of the rows above', 'MB', resident)];
}
