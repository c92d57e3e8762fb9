// V2: credits that expire, compared with a model. Each run uses its own account: random grants with and without expiry, charges, refunds,
// captures, withdrawals and debts, while the clock moves by half a day. After each tick the balance and the expiring credits equal the
// model's; at the end the expiry entries do too. I1 to I7 hold throughout.
import { fileURLToPath } from 'node:url';
import { TICKS } from '../model/credit-runs.mjs';
import { DatabaseServer } from '../model/database-server.mjs';
import { runProcess } from '../model/run-process.mjs';

const PROGRAM = fileURLToPath(new URL('../model/credit-process.mjs', import.meta.url));
const PROCESSES = 2;

export default {
  name: 'V2',
  title: 'credits that expire against a model: balance, order of spending and expiry, while the clock moves',
  // test/flows/expiring-credits.test.ts has 50 of these runs.
  largerTiers: true,
  async run({ count, random, progress }) {
    const runs = count({ gate: 100, short: 1_000, long: 20_000 });
    const server = await DatabaseServer.start();
    const done = Array.from({ length: PROCESSES }, () => 0);
    try {
      const results = await Promise.all(
        done.map((_, index) => {
          const share = Math.floor(runs / PROCESSES) + (index < runs % PROCESSES ? 1 : 0);
          const task = { seed: random.fork(`process ${index}`).seed, runs: share };
          const onTick = (ticks) => {
            done[index] = ticks;
            progress(Math.min(...done), TICKS);
          };
          return runProcess(PROGRAM, task, onTick, { TEST_POSTGRES_URL: server.urlOf('').slice(0, -1) });
        }),
      );
      const n = {};
      for (const counts of results)
        for (const [what, number] of Object.entries(counts)) n[what] = (n[what] ?? 0) + number;
      return { n };
    } finally {
      await server.stop();
    }
  },
};
