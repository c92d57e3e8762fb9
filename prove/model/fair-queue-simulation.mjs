/**
 * Simulates the fair queue for many accounts and places: `node prove/model/fair-queue-simulation.mjs` prints the table of
 * docs/scaling.md (`--accounts`, `--places`, `--seed`). Predictions arrive by a workload; a free place begins the first prediction of the
 * queue. Predictions are in memory, some 300 bytes each while they are sorted. A run ends when all predictions have begun, so it would
 * never end with a starved prediction.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Random } from '../harness/random.mjs';
import { FairQueue } from './fair-queue.mjs';

/** The account with most of the work. */
export const LARGE = 0;

/** First come, first served, with the interface of `FairQueue`. */
class ArrivalQueue {
  #next = 0;
  #count = 0;
  get length() {
    return this.#count - this.#next;
  }
  add() {
    this.#count += 1;
  }
  begin() {
    return this.#next++;
  }
}

/**
 * @param predictions { count, at: seconds, account, weight: expected seconds, seconds: real ones }, by arrival.
 * @returns the seconds that each prediction waited.
 */
export function simulate({ count, at, account, weight, seconds }, { places, queue }) {
  const waits = new Float32Array(count);
  const ends = new EndTimes(places);
  for (let next = 0, begun = 0, now = 0; begun < count;) {
    // The next event: an arrival, or a place that becomes free while predictions wait.
    const isArrival = next < count && (queue.length === 0 || at[next] <= Math.max(now, ends.first));
    if (isArrival) {
      now = Math.max(now, at[next]);
      queue.add(account[next], weight[next] * 1000, next);
      next += 1;
      if (ends.first > now) continue;
    }
    now = Math.max(now, ends.first);
    // Predictions that arrive at this instant are queued before the place is assigned.
    if (next < count && at[next] <= now) continue;
    while (queue.length > 0 && ends.first <= now) {
      const id = queue.begin();
      waits[id] = now - at[id];
      ends.replaceFirst(now + seconds[id]);
      begun += 1;
    }
  }
  return waits;
}

/** The times at which places become free: a heap of a fixed size. */
class EndTimes {
  #times;
  constructor(places) {
    this.#times = new Float64Array(places);
  }
  get first() {
    return this.#times[0];
  }
  replaceFirst(time) {
    const times = this.#times;
    let at = 0;
    for (let child = 1; child < times.length; child = 2 * at + 1) {
      if (child + 1 < times.length && times[child + 1] < times[child]) child += 1;
      if (times[child] >= time) break;
      times[at] = times[child];
      at = child;
    }
    times[at] = time;
  }
}

/** Builds arrivals and sorts them by time. */
class Arrivals {
  rows = [];
  constructor(random) {
    this.random = random;
  }
  /** @param length expected seconds; the real ones differ by up to half. */
  add(at, account, length) {
    this.rows.push([at, account, length, length * (0.5 + this.random.next())]);
  }
  done() {
    const { rows } = this;
    rows.sort((a, b) => a[0] - b[0]);
    const column = (Type, index) => Type.from(rows, (row) => row[index]);
    return {
      count: rows.length,
      at: column(Float64Array, 0),
      account: column(Int32Array, 1),
      weight: column(Float32Array, 2),
      seconds: column(Float32Array, 3),
    };
  }
}

const SECONDS = 300;
const LENGTH = 5;

/** Adds work that arrives within `SECONDS` at a load (1: all places are busy); the large account has a share of it. */
function steady(arrivals, { accounts, places, load, share, lengthOf, largeLengthOf = lengthOf }) {
  const { random } = arrivals;
  for (const [isLarge, part] of [
    [true, share],
    [false, 1 - share],
  ]) {
    for (let work = places * SECONDS * load * part; work > 0;) {
      const length = isLarge ? largeLengthOf() : lengthOf();
      arrivals.add(random.next() * SECONDS, isLarge ? LARGE : random.between(1, accounts - 1), length);
      work -= length;
    }
  }
}

/** Uniform in the logarithm. */
const between = (random, least, most) => least * (most / least) ** random.next();

export const WORKLOADS = {
  'one account has 80 % of the work, 1.2 times what the places bear': (arrivals, size) =>
    steady(arrivals, { ...size, load: 1.2, share: 0.8, lengthOf: () => LENGTH }),
  'the same, lengths from 1 to 60 s': (arrivals, size) =>
    steady(arrivals, { ...size, load: 1.2, share: 0.8, lengthOf: () => between(arrivals.random, 1, 60) }),
  'the same, the large account sends 300 s each, the others 1 to 60 s': (arrivals, size) =>
    steady(arrivals, {
      ...size,
      load: 1.2,
      share: 0.8,
      lengthOf: () => between(arrivals.random, 1, 60),
      largeLengthOf: () => 300,
    }),
  'bursts: the large account sends 80 % at once, the others ten at a time': (arrivals, size) => {
    const { random } = arrivals;
    const work = size.places * SECONDS * 1.2;
    for (let n = 0; n < (0.8 * work) / LENGTH; n += 1) arrivals.add(0, LARGE, LENGTH);
    for (let n = 0; n < (0.2 * work) / LENGTH; n += 10) {
      const [at, account] = [random.next() * SECONDS, random.between(1, size.accounts - 1)];
      for (let each = 0; each < 10; each += 1) arrivals.add(at, account, LENGTH);
    }
  },
  'every account sends one at once, the large one as many as all others': (arrivals, { accounts }) => {
    for (let n = 1; n < accounts; n += 1) {
      arrivals.add(0, LARGE, LENGTH);
      arrivals.add(0, n, LENGTH);
    }
  },
};

/** Returns p50, p99 and the worst wait of the small accounts' predictions. */
function waitsOfSmall({ count, account }, waits) {
  const small = waits.filter((_, id) => id < count && account[id] !== LARGE).sort();
  const at = (share) => small[Math.min(small.length - 1, Math.floor(share * small.length))];
  return { p50: at(0.5), p99: at(0.99), worst: small.at(-1) };
}

function withoutLarge(all) {
  const isSmall = (_, id) => all.account[id] !== LARGE;
  const { at, account, weight, seconds } = Object.fromEntries(
    ['at', 'account', 'weight', 'seconds'].map((name) => [name, all[name].filter(isSmall)]),
  );
  return { count: at.length, at, account, weight, seconds };
}

/** @returns the waits of small accounts under the fair queue, without the large account, and first come first served. */
export function compare(name, { accounts, places, seed }) {
  const arrivals = new Arrivals(new Random(`${seed}/${name}`));
  WORKLOADS[name](arrivals, { accounts, places });
  const all = arrivals.done();
  const alone = withoutLarge(all);
  return {
    predictions: all.count,
    fair: waitsOfSmall(all, simulate(all, { places, queue: new FairQueue(accounts) })),
    ideal: waitsOfSmall(alone, simulate(alone, { places, queue: new FairQueue(accounts) })),
    arrival: waitsOfSmall(all, simulate(all, { places, queue: new ArrivalQueue() })),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      accounts: { type: 'string', default: '1000000' },
      places: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
    },
  });
  const size = { accounts: Number(values.accounts), places: Number(values.places), seed: values.seed };
  const seconds = (value) => (value < 10 ? value.toFixed(2) : value.toFixed(0));
  const cell = ({ p50, p99, worst }) => [p50, p99, worst].map(seconds).join(' / ');
  console.log(
    '| Workload | Predictions | Fair queue | Without the large account | First come, first served |',
  );
  console.log('| --- | ---: | ---: | ---: | ---: |');
  for (const name of Object.keys(WORKLOADS)) {
    const { predictions, fair, ideal, arrival } = compare(name, size);
    console.log(
      `| ${name} | ${predictions.toLocaleString('en')} | ${[fair, ideal, arrival].map(cell).join(' | ')} |`,
    );
  }
}
