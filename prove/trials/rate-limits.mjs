// L1: limits of 10, 120 and 6000 requests per window for a key (1200 in the gate), and of 300 for the whole platform. Callers of three
// processes send ten times each limit while the database is killed and restarted. At most the limit is admitted in any window, and
// no request is rejected with more than 2 % of the limit left. L2 is the same load on limits in Redis.
import { instant } from '../harness/callers/http-caller.mjs';
import {
  checkStream,
  countsOf,
  KEY_LIMITS,
  PROCESSES,
  SECONDS,
  sendWhile,
} from '../harness/callers/limit-load.mjs';
import { Target } from '../harness/callers/target.mjs';

const CRASH_EVERY_SECONDS = 150;
const FIRST_CRASH_SECONDS = 22;

export default {
  name: 'L1',
  title: 'limits hold at ten times their load, and across a crash of PostgreSQL (I13)',
  seconds: 85,
  async run(context) {
    const seconds = context.count(SECONDS);
    const target = await Target.open(context, { processes: PROCESSES, connections: 64, watch: false });
    const { streams, faults: crashes } = await sendWhile(target, {
      seconds,
      keyLimits: KEY_LIMITS[context.tier],
      readBudget: (subject) => readBudget(target, subject),
      faults: () => crashMeanwhile(target, seconds, context.progress),
    });
    const results = streams.map((stream) => checkStream(stream, target.found));
    await target.close();
    return { n: { seconds, 'crashes of PostgreSQL': crashes, ...countsOf(results) }, limits: results };
  },
};

async function readBudget(target, subject) {
  const [row] = await target.query('select head, buckets from budgets where subject = $1', [subject]);
  return row ? { head: Number(row.head), buckets: row.buckets } : null;
}

async function crashMeanwhile(target, seconds, progress) {
  let crashes = 0;
  const begin = instant();
  for (let nextCrash = Math.min(FIRST_CRASH_SECONDS, seconds / 3); ;) {
    const passed = (instant() - begin) / 1000;
    if (passed >= seconds) return crashes;
    if (passed >= nextCrash) {
      await target.cluster.postgres.stopImmediate();
      await target.cluster.postgres.start();
      crashes += 1;
      nextCrash += CRASH_EVERY_SECONDS;
    }
    progress(Math.round(passed), seconds);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
