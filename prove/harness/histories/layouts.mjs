// The layouts in which histories are recorded: one process, two, or two on one port. An addition is one of: none, limits in Redis,
// PgBouncer in transaction mode, or a database with a midnight in each round.
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { installRedisPlugin } from '../redis/redis-plugin.mjs';
import { RedisServer } from '../redis/redis-server.mjs';
import { clock } from './recorder.mjs';

const CATALOGUE = fileURLToPath(new URL('catalogue', import.meta.url));
const PLUGINS = ['engines/engine-plugin.mjs', 'payments/payments-plugin.mjs'].map((name) =>
  fileURLToPath(new URL(`../${name}`, import.meta.url)),
);
export const PAYMENTS_SECRET = 'a secret of the payments in the trials';
const POLL_MS = 50;

/** Processes, and their share of the rounds. */
const PROCESSES = [
  { name: 'one', processes: { 'api,worker': 1 }, share: 0.25 },
  { name: 'two', processes: { 'api,worker': 2 }, share: 0.5 },
  {
    name: 'one-port',
    processes: [{ name: 'one-port', roles: 'api,worker', env: { PROCESSES: '2' } }],
    share: 0.25,
  },
];
/** Additions, with the kinds of objects that depend on them. */
const BESIDE = {
  nothing: [],
  redis: ['counter'],
  pooler: [],
  midnight: ['account'],
};
/** Time from the start of the clients to midnight, and its uncertainty. */
const TURN_MS = 4_000;
const TURN_ERROR_MS = 5;

/**
 * @param {{rounds: number, isWhole: boolean}} wanted `isWhole`: every layout with every addition; otherwise the seed chooses one
 * addition for each
 * @returns {{name: string, processes, beside: string, rounds: number, kinds: string[]}[]}
 */
export function chooseLayouts(random, { rounds, isWhole }) {
  const besides = Object.keys(BESIDE);
  const chosen = random.shuffled(besides);
  return PROCESSES.flatMap(({ name, processes, share }, at) => {
    const own = isWhole ? besides : [chosen[at % chosen.length]];
    return own.map((beside) => ({
      ...{ name: `${name}-${beside}`, processes, beside, kinds: BESIDE[beside] },
      rounds: Math.max(1, Math.round((rounds * share) / own.length)),
    }));
  });
}

/** Starts the processes and the addition. @returns {Promise<{cluster, redis?, turnDay?}>} */
export async function startLayout(context, { processes, beside }) {
  const redis = beside === 'redis' ? await startRedis() : null;
  try {
    const cluster = await context.startCluster({
      ...{ processes, restart: true, pooler: beside === 'pooler', movableClock: beside === 'midnight' },
      env: {
        ...{
          CATALOGUE_DIR: CATALOGUE,
          CHAOS_CLASSES: 'idempotent,narrow',
          CHAOS_PAYMENTS_SECRET: PAYMENTS_SECRET,
        },
        ...{ SIGNUP_CREDITS: '12', TRUST_PROXY: 'true', PLUGINS: PLUGINS.join() },
        ...(redis && { PLUGINS: [...PLUGINS, redis.plugin].join(), REDIS_URL: redis.url }),
      },
    });
    const clocks = { aheadMs: 0 };
    const turnDay = beside === 'midnight' ? () => moveToMidnight(cluster, clocks) : undefined;
    return { cluster, redis, turnDay };
  } catch (error) {
    await redis?.stop();
    throw error;
  }
}

/** Moves the database's clock ahead to shortly before midnight UTC. @returns the instants of the recorder's clock between which midnight lies */
async function moveToMidnight(cluster, clocks) {
  const day = 24 * 60 * 60 * 1000;
  const now = Date.now() + clocks.aheadMs + TURN_MS;
  clocks.aheadMs += day - (now % day);
  await cluster.moveDatabaseClock(clocks.aheadMs / 1000);
  const midnightMs = Math.ceil(now / day) * day - clocks.aheadMs;
  const at = clock() + (midnightMs - Date.now()) * 1e6;
  return { from: at - TURN_ERROR_MS * 1e6, to: at + TURN_ERROR_MS * 1e6 };
}

async function startRedis() {
  const { plugin, remove } = await installRedisPlugin();
  // Writes every request to its file before it answers, so that a kill loses none.
  const server = await RedisServer.start({ isDurable: true, fsync: 'always' });
  const stop = async () => {
    await server.stop();
    await remove();
  };
  return {
    ...{ plugin, url: server.url, stop },
    ...{ kill: () => server.kill(), resume: () => server.resume() },
    ...{ freeze: () => server.freeze(), thaw: () => server.thaw() },
  };
}

/** Resolves when every process answers a counted request. @param key of an API key */
export async function untilServed(connections, key) {
  for (const name of connections.names)
    while ((await connections.send(name, 'GET', '/api/credits/balance', { token: key }))?.status !== 200)
      await sleep(POLL_MS);
}
