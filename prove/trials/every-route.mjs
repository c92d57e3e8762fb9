// B3: the most expensive request of every route (expensive-requests.mjs), from an account with many predictions, beside paying callers of
// other accounts. A route of openapi.json without an entry fails the trial. No response is 5xx except 503 with Retry-After.
//
// Every tier checks the processor time of the thread that runs the event loop, because other load of the machine hardly affects it: at
// most 5 ms without a credential and 40 ms with one, as the minimum of several requests. Files are exempt: they are sent in slices. The
// gate sends only three requests on a busy machine, so it accepts twice as much.
//
// The short and the long tier also check paying callers beside 1, 10 and 50 connections of each route: their p99 is at most three times
// the p99 of calm periods of the same minute. Each connection has its own address, and the limits of addresses hold. A slow machine
// stretches every bound, at most threefold. A route that seems slower is tried three times, and the median counts.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { publicIdOf, signUp, writeKeys } from '../harness/callers/accounts.mjs';
import { AttackThread, isAllowed, send } from '../harness/callers/attack-thread.mjs';
import { HttpCaller } from '../harness/callers/http-caller.mjs';
import { nextAddress } from '../harness/callers/next-address.mjs';
import { mainThreadMs } from '../harness/cluster/main-thread.mjs';
import { fillAccount } from '../harness/database/large-account.mjs';
import { ApiDescription } from '../harness/requests/api-description.mjs';
import { EXPENSIVE_REQUESTS, MORE, requestOf } from '../harness/requests/expensive-requests.mjs';

const ANONYMOUS_MS = { gate: 10, short: 5, long: 5 };
const AUTHENTICATED_MS = { gate: 80, short: 40, long: 40 };
/** Processor time also grows when others use the caches and the sibling hyper-thread, but less than wall time. */
const MOST_SLOWDOWN = 3;
const CONNECTIONS = [1, 10, 50];
const PERIOD_MS = { short: 1_000, long: 3_000 };
/** Maximum ratio to the p99 of calm periods. */
const MOST_RATIO = 3;
/** Smaller differences are timer noise. */
const LEAST_MS = 25;
const TIMES = 3;
const PAYING_CALLERS = 4;
/** Thousandths of a credit for the cost of the expensive requests. */
const SPARE = 1_000_000_000;
const PAUSE_MS = 20;
/** Number of calm periods for the comparison. */
const CALM_PERIODS = 4;

export default {
  name: 'B3',
  title:
    'the most expensive request of every route: its event-loop time, and paying callers beside 50 connections of it, exports included',
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
        ...{ routes: Object.keys(EXPENSIVE_REQUESTS).length, 'other requests': Object.keys(MORE).length },
        'most ms without a credential': costs.anonymous,
        'most ms with a credential': costs.authenticated,
        ...besides?.n,
      },
      notes: besides?.notes,
    };
  },
};

/** @throws when a route has no entry, or an entry no route @returns {[string, object][]} */
function entriesOf(context) {
  const described = new ApiDescription().operations.map(({ method, template }) => `${method} ${template}`);
  const missing = described.filter((name) => !EXPENSIVE_REQUESTS[name]);
  const unknown = Object.keys(EXPENSIVE_REQUESTS).filter((name) => !described.includes(name));
  if (missing.length + unknown.length > 0)
    context.fail('routes and entries of expensive-requests.mjs differ', { missing, unknown });
  return [...Object.entries(EXPENSIVE_REQUESTS), ...Object.entries(MORE)];
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
  // A running service would sum up the entries concurrently with the statements that write them.
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
    payer: new HttpCaller(api.base, { connections: PAYING_CALLERS }),
    payingKeys: await context.makeKeys(cluster.database, { accounts: PAYING_CALLERS }),
  };
}

/** @returns the start of its hour, which some ranges want */
const hourOf = (at) => new Date(at - (at % 3_600_000)).toISOString();

/** Fills the account in a separate session, because its statements exceed the time limit of a trial's pool. */
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

/** Sends each request without and with its credential. @returns {Promise<{anonymous: string, authenticated: string}>} the most expensive request of each kind */
async function measure(context, world, routes) {
  const times = context.count({ gate: 3, short: 10, long: 30 });
  const most = { anonymous: { ms: 0 }, authenticated: { ms: 0 } };
  for (const [at, [name, entry]] of routes.entries()) {
    for (const kind of entry.as === 'anonymous' ? ['anonymous'] : ['anonymous', 'authenticated']) {
      const isAnonymous = kind === 'anonymous';
      const request = requestOf(name, entry, { ...world, isAnonymous });
      let least = Infinity;
      for (let time = 0; time < times; time += 1) {
        const before = mainThreadMs(world.api.pid);
        const answer = await send(world.caller, request);
        least = Math.min(least, mainThreadMs(world.api.pid) - before);
        if (!isAllowed(answer)) context.fail(`${name}: ${answer.status}`, answer);
      }
      if (!isAnonymous && entry.isFile) continue;
      if (least > most[kind].ms) most[kind] = { ms: least, name };
      const limitMs =
        (isAnonymous ? ANONYMOUS_MS : AUTHENTICATED_MS)[context.tier] *
        Math.min(context.within(1), MOST_SLOWDOWN);
      if (least > limitMs)
        context.late(
          `${name} takes ${least.toFixed(1)} ms of the event loop ${isAnonymous ? 'without' : 'with'} a credential`,
          { limitMs },
        );
    }
    context.progress(at + 1, routes.length);
  }
  const shown = ({ ms, name }) => `${ms.toFixed(1)} (${name})`;
  return { anonymous: shown(most.anonymous), authenticated: shown(most.authenticated) };
}

/** Attacks with one route after the other, with calm periods between them. @returns {Promise<{n: object, notes: string[]}>} */
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
  // Warms up: cold code is slower.
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
        context.late(`${what} delays other accounts by a factor of ${ratio.toFixed(1)}`, { seen, calm });
    }
    context.progress(at + 1, routes.length);
  }
  return {
    notes,
    n: {
      'connections tried': CONNECTIONS.join(', '),
      'p99 of paying callers, most to calm': `${slowest.ratio.toFixed(1)} (${slowest.name})`,
      ...{ 'paid requests': world.paid, 'expensive requests': sent },
    },
  };
}

/** Creates, polls and cancels as paying callers do while `work` runs. @returns {Promise<{median: number, p99: number}>} milliseconds */
async function paying(context, world, work, beside = 'nothing') {
  const { payer, payingKeys } = world;
  const times = [];
  let isOver = false;
  const loop = async ({ secret: token }) => {
    const send = async (expected, method, path, body) => {
      const { status, text, error, sent, answered } = await payer.request(method, path, { token, body });
      if (status === 503) context.late('a paying caller was answered 503', { method, path, beside });
      if (status !== expected)
        context.fail(`a paying caller was answered ${status}`, { method, path, text, error, beside });
      times.push(answered - sent);
      world.paid += 1;
      return JSON.parse(text);
    };
    while (!isOver) {
      const body = { modelKey: 'embedded-fault', mode: 'ok' };
      const { predictionId } = await send(201, 'POST', '/api/generate', body);
      await send(200, 'GET', `/api/generate/status/${predictionId}`);
      // Without the cancel the queue would grow and distort the measurement.
      await send(200, 'POST', `/api/generate/${predictionId}/cancel`);
      await sleep(PAUSE_MS);
    }
  };
  const loops = Promise.all(payingKeys.map(loop));
  await Promise.race([work().finally(() => (isOver = true)), loops]);
  isOver = true;
  await loops;
  times.sort((a, b) => a - b);
  return { median: median(times), p99: times[Math.floor(times.length * 0.99)] };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
