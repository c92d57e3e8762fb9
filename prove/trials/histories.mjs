// M4: linearizability check of histories over HTTP. Clients record their requests and responses at one process, at two processes, and at
// two processes on one port; some layouts have limits in Redis, PgBouncer, or a midnight. Meanwhile processes are killed and frozen,
// sessions end, and PostgreSQL, Redis and PgBouncer fail. Porcupine checks each history against the model of its object: an account
// (balance, held credits, 402, ledger, list, grants, refunds, a spend limit), a key with its replacements, an Idempotency-Key, the limit
// of a key, a member with sign-ins and a role, the places of a plan and of an engine, orders with their payments. The checker must
// reject corrupted copies of the histories. A round of the gate records five kinds, chosen by the seed; a round of a larger tier all.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signUp } from '../harness/callers/accounts.mjs';
import { HttpCaller } from '../harness/callers/http-caller.mjs';
import { buildChecker, checkHistories, shareOf, tooLenient } from '../harness/histories/checker.mjs';
import { chooseFaults, runFaults } from '../harness/histories/faults.mjs';
import { createHistory, KindRotation } from '../harness/histories/kinds.mjs';
import { chooseLayouts, PAYMENTS_SECRET, startLayout, untilServed } from '../harness/histories/layouts.mjs';
import { Processes } from '../harness/histories/recorder.mjs';

const REPORTS = fileURLToPath(new URL('../../reports', import.meta.url));
const CLIENTS = 3;
const OPERATIONS = 120;
const FAULTS_EACH = 2;
/** Number of kinds in a round of the gate. */
const KINDS_OF_GATE = 5;
/** Maximum share of histories that the checker cannot decide in time, because of many unknown outcomes. */
const MOST_UNDECIDED = 0.05;

export default {
  name: 'M4',
  title:
    'recorded histories of accounts, keys, Idempotency-Keys, limits, members, places and orders are linearizable, at one process and at two, under faults',
  seconds: 60,
  async run(context) {
    const program = buildChecker();
    const rounds = context.count({ gate: 4, short: 40, long: 400 });
    await mkdir(REPORTS, { recursive: true });
    const folder = await mkdtemp(join(REPORTS, 'histories-'));
    const counts = { rounds: 0, faults: 0 };
    const tallies = {};
    const isWhole = context.tier !== 'gate';
    const rotation = new KindRotation(context.random.fork('kinds'), isWhole ? Infinity : KINDS_OF_GATE);
    const layouts = chooseLayouts(context.random.fork('layouts'), { rounds, isWhole });
    const total = layouts.reduce((sum, layout) => sum + layout.rounds, 0);
    for (const layout of layouts) {
      const world = await startLayout(context, layout);
      try {
        for (let left = layout.rounds; left > 0; left -= 1) {
          const name = `${layout.name}-${left}`;
          const round = {
            folder,
            name,
            kinds: rotation.next(layout.kinds),
            random: context.random.fork(name),
            counts,
          };
          const files = await recordRound(world, round);
          add(tallies, await checkHistories(program, files, { seed: context.seed + counts.rounds }));
          expectLinearizable(context, tallies);
          // Accepted histories are not needed any more.
          await Promise.all(files.map((file) => rm(file)));
          counts.rounds += 1;
          context.progress(counts.rounds, total);
        }
        await world.cluster.stop();
      } finally {
        await world.redis?.stop();
      }
    }
    const lenient = tooLenient(tallies);
    if (lenient.length > 0) context.fail('a model accepts corrupted histories', lenient);
    await rm(folder, { recursive: true });
    const notes = [`layouts: ${layouts.map(({ name }) => name).join(', ')}`];
    return { n: { ...counts, ...figures(tallies) }, notes };
  },
};

/** Records one history of each object concurrently, under the same faults. @returns the files */
async function recordRound({ cluster, redis, turnDay }, { folder, name, kinds, random, counts }) {
  const connections = new Processes(cluster.apis);
  const caller = new HttpCaller(cluster.apis[0].base);
  await Promise.all(cluster.services.map((service) => service.untilReady()));
  const { admin, key } = await administrator(cluster, caller);
  const query = (...values) => cluster.database.query(...values);
  const turn = turnDay && {};
  const own = { query, engine: cluster.engine, secret: PAYMENTS_SECRET, turn };
  const parts = { processes: connections, caller, admin, random, ...own };
  const histories = await Promise.all(
    kinds.map((kind) => createHistory(kind, parts).prepare(`${kind}-${name}`)),
  );
  const world = { cluster, redis, processes: connections, untilServed: () => untilServed(connections, key) };
  // The first round is without a fault.
  const faults =
    counts.rounds === 0 ? [] : chooseFaults(random.fork('chosen faults'), FAULTS_EACH, { cluster, redis });
  if (turn) Object.assign(turn, await turnDay());
  await Promise.all([
    runFaults(world, faults, random.fork('faults')),
    ...histories.map((one) => one.run(CLIENTS, OPERATIONS)),
  ]);
  counts.faults += faults.length;
  await Promise.all(cluster.services.map((service) => service.untilReady()));
  await Promise.all(histories.map((one) => one.finish()));
  await Promise.all([connections.close(), caller.close()]);
  return Promise.all(
    histories.map(async (one) => {
      const path = join(folder, `${one.recorder.name}.jsonl`);
      await one.write(path);
      return path;
    }),
  );
}

/** @returns {Promise<{admin: string, key: string}>} an administrator's access token, and an API key */
async function administrator(cluster, caller) {
  const { userId, accessToken: admin } = await signUp(caller);
  await cluster.database.query(`update users set role = 'admin' where id = $1`, [userId]);
  const body = { name: 'administrator', scopes: ['billing'], rateLimit: 6000 };
  const { key } = await caller.expect(201, 'POST', '/api/keys', { token: admin, body });
  return { admin, key };
}

/** Adds the tallies of a round. */
function add(tallies, more) {
  for (const [model, one] of Object.entries(more)) {
    const sum = (tallies[model] ??= {
      histories: 0,
      operations: 0,
      open: 0,
      rejected: [],
      undecided: [],
      corrupted: {},
    });
    for (const what of ['histories', 'operations', 'open']) sum[what] += one[what];
    for (const what of ['rejected', 'undecided']) sum[what].push(...one[what]);
    for (const [kind, share] of Object.entries(one.corrupted)) {
      const all = (sum.corrupted[kind] ??= { tried: 0, rejected: 0, undecided: 0 });
      for (const what of Object.keys(all)) all[what] += share[what];
    }
  }
}

function expectLinearizable(context, tallies) {
  for (const [model, { histories, rejected, undecided }] of Object.entries(tallies)) {
    if (rejected.length > 0) context.fail(`a history of the model "${model}" is not linearizable`, rejected);
    if (undecided.length > Math.max(1, histories * MOST_UNDECIDED))
      context.fail(`too many histories of the model "${model}" were not checked in time`, undecided);
  }
}

function figures(tallies) {
  return Object.fromEntries(
    Object.entries(tallies).flatMap(([model, one]) => [
      [`${model}: histories`, one.histories],
      [`${model}: operations`, one.operations],
      [`${model}: without an outcome`, one.open],
      [`${model}: not checked in time`, one.undecided.length],
      [`${model}: corrupted copies rejected, %`, Math.floor(shareOf(one.corrupted) * 1000) / 10],
    ]),
  );
}
