// M1: wallet, predictions and keys against a model. Each run sends random commands, sequential and concurrent, to a new account of
// the real service. After every command the responses and the database are compared with the model.
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { LEDGER_INVARIANTS } from '../harness/checks/ledger-invariants.mjs';
import { DatabaseServer } from '../model/database-server.mjs';
import { runProcess } from '../model/run-process.mjs';

const PROGRAM = fileURLToPath(new URL('../model/model-process.mjs', import.meta.url));
const PROCESSES = 2;
/** Concurrent runs in a process: while one waits for a commit, another continues. */
const CONCURRENCY = 8;
const LIMIT_MS = { gate: 600_000, short: 600_000, long: 12 * 3_600_000 };

async function checkLedger(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const [invariant, text] of Object.entries(LEDGER_INVARIANTS)) {
      const { rows } = await client.query(text);
      if (rows.length > 0) throw new Error(`${invariant}: ${rows[0].subject}: ${rows[0].detail}`);
    }
  } finally {
    await client.end();
  }
}

export default {
  name: 'M1',
  title: 'wallet, predictions and keys against a model, with concurrent commands',
  seconds: 46,

  async run({ tier, count, random, log, progress }) {
    const runs = count({ gate: 35, short: 500, long: 10_000 });
    // Maximum commands of a run; one command in four has several operations. That is 50 operations on average (100 in the
    // long tier).
    const most = tier === 'long' ? 140 : 70;
    const server = await DatabaseServer.start();
    const done = Array.from({ length: PROCESSES }, () => 0);
    try {
      const results = await Promise.all(
        done.map(async (_, index) => {
          const databaseUrl = await server.createDatabase(`m1_${index}`);
          const seed = random.fork(`process ${index}`).between(1, 1e9);
          const share = Math.floor(runs / PROCESSES) + (index < runs % PROCESSES ? 1 : 0);
          const task = {
            databaseUrl,
            seed,
            runs: share,
            most,
            concurrency: CONCURRENCY,
            limitMs: LIMIT_MS[tier],
          };
          const counts = await runProcess(PROGRAM, task, (number) => {
            done[index] = number;
            progress(
              done.reduce((sum, one) => sum + one),
              runs,
            );
          });
          await checkLedger(databaseUrl);
          return counts;
        }),
      );
      const n = {};
      for (const counts of results)
        for (const [what, number] of Object.entries(counts)) n[what] = (n[what] ?? 0) + number;
      log(
        `${n.runs} runs, ${n.commands} commands, ${n.concurrent} of them with 2 to 4 concurrent operations`,
      );
      return { n };
    } finally {
      await server.stop();
    }
  },
};
