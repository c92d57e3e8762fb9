// B2: expensive bodies up to the size limit, in every framing. The cost of a body is the processor time of the service's main thread,
// which other processes do not affect: at most 5 ms for a caller without a credential, 20 ms per MB with a key. Then fifty connections
// send the bodies continuously, and a paying caller keeps 80 % of its undisturbed rate of the same minute.
import { newSecret, signUp, writeAccounts, writeKeys } from '../harness/callers/accounts.mjs';
import { PayingCaller } from '../harness/callers/paying-caller.mjs';
import { sendRaw } from '../harness/callers/raw-request.mjs';
import { Target } from '../harness/callers/target.mjs';
import { mainThreadMs } from '../harness/cluster/main-thread.mjs';
import { worstBodies } from '../harness/requests/worst-bodies.mjs';

const LIMIT = 1024 * 1024;
const CONNECTIONS = 50;
const ANONYMOUS_MS = 5;
const KEY_MS_PER_MB = 20;
/** Processor time also grows when others use the caches and the sibling hyper-thread, but less than wall time. */
const MOST_SLOWDOWN = 3;
const KEPT = 0.8;
const LONGEST_ANSWER = 16 * 1024;

export default {
  name: 'B2',
  title: 'expensive bodies: cost of each, and their effect on a paying caller',
  seconds: 30,
  async run(context) {
    const target = await Target.open(context, { processes: { api: 1 }, watch: false });
    const [api] = target.cluster.apis;
    const payer = await PayingCaller.open(api.base, target.query);
    const routes = await routesOf(target);
    const bodies = worstBodies(LIMIT);
    const costs = await measure(context, target, api, routes, [...bodies, ...worstBodies(64 * 1024)]);
    const { calm, attacked, sent } = await attack(context, api, payer, routes, bodies);
    if (payer.refused.size > 0)
      target.found(`the paying caller was rejected: ${JSON.stringify([...payer.refused])}`);
    await payer.close();
    await target.close();
    const kept = attacked / calm;
    if (kept < KEPT)
      context.late(`the paying caller kept ${(kept * 100).toFixed(0)} % of its undisturbed rate`, {
        calm,
        attacked,
      });
    return {
      n: {
        bodies: bodies.length,
        routes: routes.length,
        'most ms without a credential': costs.anonymous,
        'most ms with a credential': costs.authenticated,
        'sent by fifty connections': sent,
        'responses undisturbed': calm,
        'responses under attack': attacked,
      },
    };
  },
};

/** Returns the routes that receive bodies, with and without credentials. */
async function routesOf(target) {
  const [caller] = target.callers;
  const person = await signUp(caller);
  const [accountId] = await writeAccounts(target.query, 1);
  const [key] = await writeKeys(target.query, [{ accountId, scopes: ['write'], rateLimit: 6000 }]);
  const as = (token) => ({ authorization: `Bearer ${token}` });
  return [
    { name: 'login', path: '/api/auth/login', headers: () => ({}) },
    { name: 'logout', path: '/api/auth/logout', headers: () => ({}) },
    { name: 'no key', path: '/api/generate', headers: () => ({}) },
    { name: 'an unknown key', path: '/api/generate', headers: () => as(newSecret()) },
    { name: 'an unknown route', path: '/api/nothing', headers: () => ({}) },
    { name: 'a key', path: '/api/generate', headers: () => as(key.secret), isKnown: true },
    { name: 'a token', path: '/api/keys', headers: () => as(person.accessToken), isKnown: true },
  ];
}

/** @returns {Promise<{anonymous: number, authenticated: number}>} the maximum milliseconds of each kind of caller */
async function measure(context, target, api, routes, bodies) {
  const times = context.count({ gate: 3, short: 10, long: 50 });
  const most = { anonymous: 0, authenticated: 0 };
  const names = {};
  for (const route of routes) {
    for (const body of bodies) {
      const ms = await leastMs(
        times,
        api,
        () => send(api, route, body),
        (answer) => checkResponse(answer, route, body, target.found),
      );
      const kind = route.isKnown ? 'authenticated' : 'anonymous';
      if (ms > most[kind]) names[kind] = `${body.name} by ${route.name}`;
      most[kind] = Math.max(most[kind], Math.round(ms * 10) / 10);
      const limitMs =
        (route.isKnown ? KEY_MS_PER_MB : ANONYMOUS_MS) * Math.min(context.within(1), MOST_SLOWDOWN);
      if (ms > limitMs)
        context.late(
          `${body.name} (${body.bytes.length} bytes) by ${route.name} took ${ms.toFixed(1)} ms of the event loop`,
          { limitMs },
        );
    }
  }
  context.log(`the most expensive: ${names.anonymous}; ${names.authenticated}`);
  return most;
}

/** Returns the minimum of several measurements, which excludes other work of the service. */
async function leastMs(times, api, send, see) {
  let least = Infinity;
  for (let left = times; left > 0; left -= 1) {
    const before = mainThreadMs(api.pid);
    see(await send());
    least = Math.min(least, mainThreadMs(api.pid) - before);
  }
  return least;
}

/** Requires a rejection by the contract, or a cut connection for bad framing, and a short response. */
function checkResponse({ status, text }, route, body, found) {
  const what = `${body.name} by ${route.name}`;
  if (status >= 500 || (status < 400 && status !== 0 && !(status === 204 && route.path.endsWith('logout'))))
    found(`${what}: ${status} ${text.slice(0, 300)}`);
  if (status === 0 && !body.name.includes('in chunks of a byte')) found(`${what}: no response`);
  if (text.length > LONGEST_ANSWER) found(`${what}: a response of ${text.length} characters`);
}

const send = (api, { path, headers }, body) =>
  sendRaw(api.base, { path, headers: { ...body.headers, ...headers() }, body: body.bytes });

/** Alternates undisturbed and attacked periods, so that other load of the machine affects both. */
async function attack(context, api, payer, routes, bodies) {
  const anonymous = routes.filter(({ isKnown }) => !isKnown);
  const rounds = context.count({ gate: 2, short: 5, long: 20 });
  const seconds = 3;
  const tally = { calm: 0, attacked: 0, sent: 0 };
  for (let round = 0; round < rounds; round += 1) {
    tally.calm += await payer.answersIn(seconds);
    let isRunning = true;
    const loop = async (at) => {
      for (let next = at; isRunning; next += CONNECTIONS, tally.sent += 1)
        await send(api, anonymous[next % anonymous.length], bodies[(next * 7) % bodies.length]);
    };
    const loops = Array.from({ length: CONNECTIONS }, (_, at) => loop(at));
    tally.attacked += await payer.answersIn(seconds);
    isRunning = false;
    await Promise.all(loops);
  }
  return tally;
}
