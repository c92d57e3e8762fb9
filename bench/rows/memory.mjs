/**
 * Measures whether memory grows with the number of requests: status polls and creates, four to one, in ten stages. A heap under
 * load varies by tens of megabytes between two collections. A leak would raise the minimum, so each stage counts with its
 * minimum. The heap finds its size during the first half; growth is the median of the last stages divided by that of the stages
 * before.
 */
import { measureLoad } from '../load.mjs';
import { createsOf, pollsOf } from '../requests.mjs';
import { figure } from '../row.mjs';
import { CUSTOMERS } from '../seed.mjs';
import { median } from '../statistics.mjs';
import { residentMb } from '../usage.mjs';

const STAGES = 10;
/** With fewer requests the heap is still growing to its size: the figure is shown without a target. */
const MIN_REQUESTS = 1_000_000;
const SAMPLE_MS = 50;
/** Share that may vary with the garbage collector. */
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
    const sampling = minimumOf(() => residentMb(service.pid));
    await measureLoad(service, { requests, amount: memoryRequests / STAGES });
    sizes.push(sampling.end());
    log(
      `${Math.round(sizes.at(-1))} MB at the minimum, after ${((memoryRequests / STAGES) * stage).toLocaleString('en')}`,
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
      memoryRequests >= MIN_REQUESTS ? GROWTH : undefined,
    ),
  ];
}

/** Reads repeatedly. @returns end(), which returns the minimum. */
function minimumOf(read) {
  let minimum = read();
  const timer = setInterval(() => (minimum = Math.min(minimum, read())), SAMPLE_MS);
  return {
    end: () => {
      clearInterval(timer);
      return minimum;
    },
  };
}

/** Mixes four polls and one create. */
function mixed(polls, creates) {
  return polls.map((poll, index) => (index % 5 === 4 ? creates[index % creates.length] : poll));
}
