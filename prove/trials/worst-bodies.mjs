// B2: the worst bodies we could think of, up to the limit and in every framing. What each costs the event loop is measured
// as processor time of the service's main thread, which other work on the machine does not add to: 5 ms for a caller
// without a credential, 20 ms per MB for one with a key. Then fifty connections send them as fast as they are answered,
// and a caller who pays keeps 80 % of its calm rate of the same minute.
import { readFileSync } from 'node:fs';
import { newSecret, signUp, writeAccounts, writeKeys } from '../harness/callers/accounts.mjs';
import { PayingCaller } from '../harness/callers/paying-caller.mjs';
import { askRaw } from '../harness/callers/raw-request.mjs';
import { Target } from '../harness/callers/target.mjs';
import { worstBodies } from '../harness/requests/worst-bodies.mjs';

const LIMIT = 1024 * 1024;
const CONNECTIONS = 50;
const STRANGER_MS = 5;
const KEY_MS_PER_MB = 20;
/** Processor time grows as well when others use the caches and the other half of a core, but never as far as time does. */
const MOST_SLOWDOWN = 3;
const KEPT = 0.8;
const LONGEST_ANSWER = 16 * 1024;

export default {
  name: 'B2',
  title: 'the worst bodies, alone and beside a caller who pays',
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
      target.found(`the paying caller was refused: ${JSON.stringify([...payer.refused])}`);
    await payer.close();
    await target.close();
    const kept = attacked / calm;
    if (kept < KEPT)
      context.late(`the paying caller kept ${(kept * 100).toFixed(0)} % of its calm rate`, {
        calm,
        attacked,
      });
    return {
      n: {
        bodies: bodies.length,
        'ways in': routes.length,
        'dearest ms without a credential': costs.stranger,
        'dearest ms with one': costs.known,
        'sent by fifty connections': sent,
        'calm answers': calm,
        'answers beside them': attacked,
      },
    };
  },
};

/** Where a body may be sent, and as whom. */
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
    { name: 'a key that nobody has', path: '/api/generate', headers: () => as(newSecret()) },
    { name: 'no address', path: '/api/nothing', headers: () => ({}) },
    { name: 'a key', path: '/api/generate', headers: () => as(key.secret), isKnown: true },
    { name: 'a token', path: '/api/keys', headers: () => as(person.accessToken), isKnown: true },
  ];
}

/** @returns {Promise<{stranger: number, known: number}>} milliseconds of the dearest of each kind */
async function measure(context, target, api, routes, bodies) {
  const times = context.count({ gate: 3, short: 10, long: 50 });
  const dearest = { stranger: 0, known: 0 };
  const names = {};
  for (const route of routes) {
    for (const body of bodies) {
      const ms = await leastMs(
        times,
        api,
        () => send(api, route, body),
        (answer) => judge(answer, route, body, target.found),
      );
      const kind = route.isKnown ? 'known' : 'stranger';
      if (ms > dearest[kind]) names[kind] = `${body.name} by ${route.name}`;
      dearest[kind] = Math.max(dearest[kind], Math.round(ms * 10) / 10);
      const most = (route.isKnown ? KEY_MS_PER_MB : STRANGER_MS) * Math.min(context.within(1), MOST_SLOWDOWN);
      if (ms > most)
        context.late(
          `${body.name} (${body.bytes.length} bytes) by ${route.name} took ${ms.toFixed(1)} ms of the event loop`,
          { most },
        );
    }
  }
  context.log(`the dearest: ${names.stranger}; ${names.known}`);
  return dearest;
}

/** The least of some: what else the service does meanwhile, and what the machine does, is not the body's. */
async function leastMs(times, api, ask, see) {
  let least = Infinity;
  for (let left = times; left > 0; left -= 1) {
    const before = mainThreadMs(api.pid);
    see(await ask());
    least = Math.min(least, mainThreadMs(api.pid) - before);
  }
  return least;
}

/** Refused in the contract's words, or cut off for its framing; never worked on, never answered at length. */
function judge({ status, text }, route, body, found) {
  const what = `${body.name} by ${route.name}`;
  if (status >= 500 || (status < 400 && status !== 0 && !(status === 204 && route.path.endsWith('logout'))))
    found(`${what}: ${status} ${text.slice(0, 300)}`);
  if (status === 0 && !body.name.includes('in chunks of a byte')) found(`${what}: no answer`);
  if (text.length > LONGEST_ANSWER) found(`${what}: an answer of ${text.length} characters`);
}

const send = (api, { path, headers }, body) =>
  askRaw(api.base, { path, headers: { ...body.headers, ...headers() }, body: body.bytes });

/** Of the thread that runs the event loop, by the kernel's account. */
function mainThreadMs(pid) {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

/** Calm and attacked times take turns, so that what else the machine does falls on both. */
async function attack(context, api, payer, routes, bodies) {
  const strangers = routes.filter(({ isKnown }) => !isKnown);
  const rounds = context.count({ gate: 2, short: 5, long: 20 });
  const seconds = 3;
  const tally = { calm: 0, attacked: 0, sent: 0 };
  for (let round = 0; round < rounds; round += 1) {
    tally.calm += await payer.answersIn(seconds);
    let goesOn = true;
    const lane = async (at) => {
      for (let next = at; goesOn; next += CONNECTIONS, tally.sent += 1)
        await send(api, strangers[next % strangers.length], bodies[(next * 7) % bodies.length]);
    };
    const lanes = Array.from({ length: CONNECTIONS }, (_, at) => lane(at));
    tally.attacked += await payer.answersIn(seconds);
    goesOn = false;
    await Promise.all(lanes);
  }
  return tally;
}
