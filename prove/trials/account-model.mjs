// M1: wallet, prediction and key against a model of them. Runs of random commands, alone and several at once, each on a
// fresh account of the real service; answers and database are compared after every one.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { LEDGER_LAWS } from '../harness/checks/ledger-laws.mjs';
import { DatabaseServer } from '../model/database-server.mjs';

const PROGRAM = fileURLToPath(new URL('../model/model-process.mjs', import.meta.url));
const PROCESSES = 2;
/** Runs at once in a process: what waits for a commit lets another go on. */
const LANES = 8;
const LIMIT_MS = { gate: 600_000, short: 600_000, long: 12 * 3_600_000 };

/** @returns {Promise<object>} what it has done @throws with the shortest run that does not fit */
function runProcess(task, onRuns) {
  const child = fork(PROGRAM, [], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const gone = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
  const told = new Promise((resolve, reject) => {
    child.on('message', ({ runs, counts, broken }) => {
      if (counts) resolve(counts);
      else if (broken) reject(new Error(broken));
      else onRuns(runs);
    });
    gone.then((how) => reject(new Error(`the process of the model ended with ${how}`)));
    child.send(task);
  });
  return told.finally(async () => {
    if (child.connected) child.disconnect();
    await gone;
  });
}

async function holdToLaws(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const [law, text] of Object.entries(LEDGER_LAWS)) {
      const { rows } = await client.query(text);
      if (rows.length > 0) throw new Error(`${law}: ${rows[0].subject}: ${rows[0].detail}`);
    }
  } finally {
    await client.end();
  }
}

export default {
  name: 'M1',
  title: 'wallet, prediction and key against a model, commands interleaved',
  seconds: 46,

  async run({ tier, count, random, log, progress }) {
    const runs = count({ gate: 150, short: 500, long: 10_000 });
    // Commands of a run: drawn from none to this, and one in four is of several operations. That makes 50 operations on
    // average (100 in the long tier).
    const most = tier === 'long' ? 140 : 70;
    const server = await DatabaseServer.start();
    const done = Array.from({ length: PROCESSES }, () => 0);
    try {
      const results = await Promise.all(
        done.map(async (_, index) => {
          const databaseUrl = await server.createDatabase(`m1_${index}`);
          const seed = random.fork(`process ${index}`).between(1, 1e9);
          const share = Math.floor(runs / PROCESSES) + (index < runs % PROCESSES ? 1 : 0);
          const task = { databaseUrl, seed, runs: share, most, lanes: LANES, limitMs: LIMIT_MS[tier] };
          const counts = await runProcess(task, (number) => {
            done[index] = number;
            progress(
              done.reduce((sum, one) => sum + one),
              runs,
            );
          });
          await holdToLaws(databaseUrl);
          return counts;
        }),
      );
      const n = {};
      for (const counts of results)
        for (const [what, number] of Object.entries(counts)) n[what] = (n[what] ?? 0) + number;
      log(`${n.runs} runs, ${n.commands} commands, ${n.together} of them of 2 to 4 operations at once`);
      return { n };
    } finally {
      await server.stop();
    }
  },
};
