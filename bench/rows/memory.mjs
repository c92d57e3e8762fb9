/**
 * Whether memory grows with the number of requests: status polls and creates, four to one, in ten stages. A heap under load
 * goes up and down by tens of megabytes between two collections; what grows would lift the valleys, so a stage counts
 * with the least that was seen in it. The first half is for the heap to find its size; growth is the median of the last
 * stages over that of those before.
 */
import { measureLoad } from '../load.mjs';
import { createsOf, pollsOf } from '../requests.mjs';
import { figure } from '../row.mjs';
import { CUSTOMERS } from '../seed.mjs';
import { median } from '../statistics.mjs';
import { residentMb } from '../usage.mjs';

const STAGES = 10;
/** After fewer a heap is still finding its size, and grows: the figure is shown, and judged by nothing. */
const ENOUGH = 1_000_000;
const SAMPLE_MS = 50;
/** What a garbage collector that is not pressed may leave or take, of the whole. */
const NOISE = 0.05;
const GROWTH = {
  text: `no growth (${NOISE * 100} % is noise)`,
  reached: (row) => row.growth <= 1 + NOISE,
};

export const memory = { name: 'memory', measure };

async function measure(bench) {
  const { secrets, memoryRequests, log } = bench;
  const { url: databaseUrl } = await bench.database();
  const service = await bench.service({ roles: 'api', databaseUrl });
  if (residentMb(service.pid) === null) return [];
  const requests = mixed(pollsOf(secrets, 1, CUSTOMERS), createsOf(secrets, 1, CUSTOMERS));
  const sizes = [];
  for (let stage = 1; stage <= STAGES; stage++) {
    const sampling = leastOf(() => residentMb(service.pid));
    await measureLoad(service, { requests, amount: memoryRequests / STAGES });
    sizes.push(sampling.end());
    log(
      `${Math.round(sizes.at(-1))} MB at the least, after ${((memoryRequests / STAGES) * stage).toLocaleString('en')}`,
    );
  }
  const last = median(sizes.slice(-3));
  const growth = last / median(sizes.slice(4, 7));
  const name = `resident memory after ${memoryRequests.toLocaleString('en')} requests`;
  const note = `× ${growth.toFixed(2)} since the middle`;
  return [
    figure(
      name,
      'MB',
      last,
      { memory: last, growth, sizes, note },
      memoryRequests >= ENOUGH ? GROWTH : undefined,
    ),
  ];
}

/** Reads again and again; @returns end(), which gives the least of what was read. */
function leastOf(read) {
  let least = read();
  const timer = setInterval(() => (least = Math.min(least, read())), SAMPLE_MS);
  return {
    end: () => {
      clearInterval(timer);
      return least;
    },
  };
}

/** Four polls, then a create. */
function mixed(polls, creates) {
  return polls.map((poll, index) => (index % 5 === 4 ? creates[index % creates.length] : poll));
}
