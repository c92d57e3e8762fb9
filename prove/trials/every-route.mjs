// B3: the dearest request of every route (dearest-requests.mjs), of an account with many predictions, beside paying callers of other
// accounts. A route of openapi.json without an entry fails the trial. No answer is 5xx but 503 with Retry-After.
//
// Judged in every tier is what other load of the machine hardly moves: the processor time of the thread that runs the event loop, at
// most 5 ms without a credential and 40 ms with one (files, which are sent in slices, are exempt), as the least of several requests. The
// gate, which asks three times on a busy machine, accepts twice as much.
// The short and the long tier also judge paying callers beside 1, 10 and 50 connections of each route: a p99 of three times that of calm
// periods of the same minute. Each connection has an address of its own, and the limits of addresses hold. A slow machine stretches every
// bound, threefold at most. A route that seems to be slower is tried three times, and the median counts.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { publicIdOf, signUp, writeKeys } from '../harness/callers/accounts.mjs';
import { AttackThread, isAllowed, send } from '../harness/callers/attack-thread.mjs';
import { HttpCaller } from '../harness/callers/http-caller.mjs';
import { nextAddress } from '../harness/callers/next-address.mjs';
import { mainThreadMs } from '../harness/cluster/main-thread.mjs';
import { fillAccount } from '../harness/database/large-account.mjs';
import { ApiDescription } from '../harness/requests/api-description.mjs';
import { DEAREST, MORE, requestOf } from '../harness/requests/dearest-requests.mjs';

const STRANGER_MS = { gate: 10, short: 5, long: 5 };
const KNOWN_MS = { gate: 80, short: 40, long: 40 };
/** Processor time also grows when others use the caches and the sibling hyper-thread, but less than wall time. */
const MOST_SLOWDOWN = 3;
const CONNECTIONS = [1, 10, 50];
const PERIOD_MS = { short: 1_000, long: 3_000 };
/** Of the p99 of calm periods. */
const MOST_RATIO = 3;
/** Below it, differences are those of timers. */
const LEAST_MS = 25;
const TIMES = 3;
const PAYING_LANES = 4;
/** Thousandths of a credit for what the dear requests cost. */
const SPARE = 1_000_000_000;
const PAUSE_MS = 20;
/** Calm periods that are compared with. */
const CALM_PERIODS = 4;

export default {
  name: 'B3',
  title:
    'the dearest request of every route: its event-loop time, and paying callers beside 50 connections of it, exports included',
  seconds: 40,
  async run(context) {
    const routes = entriesOf(context);
    const world = await prepare(context);
    const costs = await measure(context, world, routes);
    const besides = context.tier === 'gate' ? null : await beside(context, world, routes);
    await Promise.all([world.caller.close(), world.payer.close(), world.attackers.close()]);
    if (world.cluster.unexpectedExits.length > 0)
      context.fail('a process ended by itself', world.cluster.unexpectedExits);
    return {
      n: {
        ...{ routes: Object.keys(DEAREST).length, 'other requests': Object.keys(MORE).length },
        'most ms without a credential': costs.stranger,
        'most ms with a credential': costs.known,
        ...besides?.n,
      },
      notes: besides?.notes,
    };
  },
};

/** @throws when a route has no entry, or an entry no route @returns {[string, object][]} */
function entriesOf(context) {
  const described = new ApiDescription().operations.map(({ method, template }) => `${method} ${template}`);
  const missing = described.filter((name) => !DEAREST[name]);
  const unknown = Object.keys(DEAREST).filter((name) => !described.includes(name));
  if (missing.length + unknown.length > 0)
    context.fail('routes and entries of dearest-requests.mjs differ', { missing, unknown });
  return [...Object.entries(DEAREST), ...Object.entries(MORE)];
}

/** An account with many predictions, whose owner is an administrator, and paying callers of others. */
async function prepare(context) {
  const rows = context.count({ gate: 4_000, short: 200_000, long: 1_000_000 });
  const cluster = await context.startCluster({
    processes: { api: 1 },
    plugin: false,
    env: { TRUST_PROXY: 'true', LOG_LEVEL: 'error' },
  });
  const query = (text, values) => cluster.database.query(text, values);
  const [api] = cluster.apis;
  const caller = new HttpCaller(api.base, { connections: 4 });
  const owner = await signUp(caller, { address: nextAddress() });
  await query(`update users set role = 'admin' where id = $1`, [owner.userId]);
  await query('update wallets set balance = balance + $2 where account_id = $1', [
    owner.accountId,
    rows * 3_000 + SPARE,
  ]);
  const keys = await writeKeys(
    query,
    Array.from({ length: 4 }, () => ({
      ...{ accountId: owner.accountId, scopes: ['read', 'write', 'billing'], rateLimit: 6000 },
    })),
  );
  // A running service would sum up the entries beside the statements that write them.
  await api.terminate();
  const account = { accountId: owner.accountId, keyIds: keys.map(({ id }) => id), rows };
  await fill(cluster, account, context);
  await api.start();
  const { accessToken } = await caller.expect(200, 'POST', '/api/auth/login', {
    body: { email: owner.email, password: owner.password },
    address: nextAddress(),
  });
  const ids = await query('select id from predictions where account_id = $1 order by id limit 20', [
    owner.accountId,
  ]);
  const predictions = ids.map(({ id }) => publicIdOf('pred', id));
  const texts = {
    prediction: predictions[0],
    predictions: predictions.join(','),
    account: publicIdOf('acc', owner.accountId),
    key: publicIdOf('key', keys[0].id),
    email: owner.email,
    month: hourOf(Date.now() - 30 * 86_400_000),
    now: hourOf(Date.now()),
  };
  const tokens = { key: keys[0].secret, person: accessToken, admin: accessToken };
  return {
    ...{ cluster, api, caller, query, texts, tokens, paid: 0 },
    attackers: new AttackThread(api.base, { connections: Math.max(...CONNECTIONS) }),
    payer: new HttpCaller(api.base, { connections: PAYING_LANES }),
    payingKeys: await context.makeKeys(cluster.database, { accounts: PAYING_LANES }),
  };
}

/** @returns the start of its hour, which some ranges want */
const hourOf = (at) => new Date(at - (at % 3_600_000)).toISOString();

/** In a session of its own: its statements take longer than those of a trial may. */
async function fill(cluster, account, context) {
  const session = new pg.Client({ connectionString: cluster.postgres.url });
  await session.connect();
  const database = { query: async (text, values) => (await session.query(text, values)).rows };
  try {
    await fillAccount(database, account, context.progress);
  } finally {
    await session.end();
  }
}

/** Sends each request without its credential and with it. @returns {Promise<{stranger: string, known: string}>} the dearest of each */
async function measure(context, world, routes) {
  const times = context.count({ gate: 3, short: 10, long: 30 });
  const most = { stranger: { ms: 0 }, known: { ms: 0 } };
  for (const [at, [name, entry]] of routes.entries()) {
    for (const kind of entry.as === 'anonymous' ? ['stranger'] : ['stranger', 'known']) {
      const isStranger = kind === 'stranger';
      const request = requestOf(name, entry, { ...world, isStranger });
      let least = Infinity;
      for (let time = 0; time < times; time += 1) {
        const before = mainThreadMs(world.api.pid);
        const answer = await send(world.caller, request);
        least = Math.min(least, mainThreadMs(world.api.pid) - before);
        if (!isAllowed(answer)) context.fail(`${name}: ${answer.status}`, answer);
      }
      if (!isStranger && entry.isFile) continue;
      if (least > most[kind].ms) most[kind] = { ms: least, name };
      const limitMs =
        (isStranger ? STRANGER_MS : KNOWN_MS)[context.tier] * Math.min(context.within(1), MOST_SLOWDOWN);
      if (least > limitMs)
        context.late(
          `${name} takes ${least.toFixed(1)} ms of the event loop ${isStranger ? 'without' : 'with'} a credential`,
          { limitMs },
        );
    }
    context.progress(at + 1, routes.length);
  }
  const shown = ({ ms, name }) => `${ms.toFixed(1)} (${name})`;
  return { stranger: shown(most.stranger), known: shown(most.known) };
}

/** Attacks with one route after the other, and rests between. @returns {Promise<{n: object, notes: string[]}>} */
async function beside(context, world, routes) {
  const { tier } = context;
  const mostRatio = () => MOST_RATIO * Math.min(context.within(1), MOST_SLOWDOWN);
  const calm = [];
  const rest = async () => {
    calm.push(await paying(context, world, () => sleep(PERIOD_MS[tier])));
    if (calm.length > CALM_PERIODS) calm.shift();
  };
  const slowest = { ratio: 0, name: '' };
  const notes = [];
  let sent = 0;
  // Cold code is slower, and not what is compared.
  for (let time = 0; time <= CALM_PERIODS; time += 1) await rest();
  for (const [at, [name, entry]] of routes.entries()) {
    for (const connections of CONNECTIONS) {
      const what = `${name} at ${connections} connections`;
      const seen = [];
      do {
        const request = requestOf(name, entry, world);
        let attack;
        const attacked = await paying(
          context,
          world,
          async () => {
            attack = await world.attackers.attack(request, { connections, milliseconds: PERIOD_MS[tier] });
          },
          what,
        );
        if (attack.wrong.length > 0) context.fail(`${what}: ${attack.wrong[0].status}`, attack.wrong[0]);
        sent += attack.sent;
        await rest();
        const usual = median(calm.map((period) => period.p99));
        const ratio = Math.max(attacked.p99, LEAST_MS) / Math.max(usual, LEAST_MS);
        seen.push({ ratio, attacked, usual, statuses: attack.statuses });
      } while (seen.length < TIMES && seen[0].ratio > mostRatio());
      const ratio = median(seen.map((one) => one.ratio));
      const { attacked, usual, statuses } = seen[0];
      notes.push(
        `${what}: median ${attacked.median.toFixed(0)} ms, p99 ${attacked.p99.toFixed(0)} ms, ` +
          `calm p99 ${usual.toFixed(0)} ms, ${JSON.stringify(statuses)}`,
      );
      if (ratio > slowest.ratio) Object.assign(slowest, { ratio, name: what });
      if (ratio > mostRatio())
        context.late(`${what} makes other accounts wait ${ratio.toFixed(1)} times as long`, { seen, calm });
    }
    context.progress(at + 1, routes.length);
  }
  return {
    notes,
    n: {
      'connections tried': CONNECTIONS.join(', '),
      'p99 of paying callers, most to calm': `${slowest.ratio.toFixed(1)} (${slowest.name})`,
      ...{ 'paid requests': world.paid, 'dear requests': sent },
    },
  };
}

/** Creates, polls and cancels as paying callers do while `work` runs. @returns {Promise<{median: number, p99: number}>} milliseconds */
async function paying(context, world, work, beside = 'nothing') {
  const { payer, payingKeys } = world;
  const times = [];
  let isOver = false;
  const lane = async ({ secret: token }) => {
    const ask = async (expected, method, path, body) => {
      const { status, text, error, sent, answered } = await payer.ask(method, path, { token, body });
      if (status === 503) context.late('a paying caller was answered 503', { method, path, beside });
      if (status !== expected)
        context.fail(`a paying caller was answered ${status}`, { method, path, text, error, beside });
      times.push(answered - sent);
      world.paid += 1;
      return JSON.parse(text);
    };
    while (!isOver) {
      const body = { modelKey: 'embedded-fault', mode: 'ok' };
      const { predictionId } = await ask(201, 'POST', '/api/generate', body);
      await ask(200, 'GET', `/api/generate/status/${predictionId}`);
      // Without it the queue would grow, and be what is measured.
      await ask(200, 'POST', `/api/generate/${predictionId}/cancel`);
      await sleep(PAUSE_MS);
    }
  };
  const lanes = Promise.all(payingKeys.map(lane));
  await Promise.race([work().finally(() => (isOver = true)), lanes]);
  isOver = true;
  await lanes;
  times.sort((a, b) => a - b);
  return { median: median(times), p99: times[Math.floor(times.length * 0.99)] };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
