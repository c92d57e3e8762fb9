// L2: the load of L1 on limits in Redis (packages/redis-limits), once with each setting for an unavailable Redis. Redis is killed and
// restarted with its file, and processes of the service are killed. `closed`: the limits are exact over every window, and requests
// that cannot be counted are rejected with 503. `open`: no request is rejected because of Redis, and the counted requests are exact.
// A process logs when it does not count: Redis was unavailable or did not respond within a second.
import { setTimeout as sleep } from 'node:timers/promises';
import { COUNTED_SECONDS } from '../../dist/platform/limits/index.js';
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
import { installRedisPlugin } from '../harness/redis/redis-plugin.mjs';
import { RedisServer } from '../harness/redis/redis-server.mjs';

const FIRST_KILL_MS = 8_000;
/** Time between a kill of Redis and a kill of a process, so that each recovers. */
const CALM_MS = 4_000;
/** Range of the time that Redis is unavailable. */
const AWAY_MS = [300, 2_500];
/** Time until a connection that Redis lists is prepared and used; a call ends after a second. */
const SETTLE_MS = 1_500;
const POLL_MS = 50;
/** Tolerance between a time in a log and a time of the callers. */
const CLOCK_MS = 10;

export default {
  name: 'L2',
  title:
    'limits in Redis hold at ten times their load, while Redis and processes are killed, closed and open (I13)',
  seconds: 180,
  largerTiers: true,
  async run(context) {
    const installed = await installRedisPlugin();
    try {
      const n = {};
      const limits = {};
      for (const setting of ['closed', 'open']) {
        const result = await serve(context, setting, installed.plugin);
        for (const [what, count] of Object.entries(result.n)) n[`${setting}: ${what}`] = count;
        limits[setting] = result.limits;
      }
      return { n, limits };
    } finally {
      await installed.remove();
    }
  },
};

async function serve(context, setting, plugin) {
  const seconds = context.count(SECONDS);
  const random = context.random.fork(setting);
  // A server that writes once per second may lose acknowledged requests on a slow disk, which `open` cannot compensate.
  const redis = await RedisServer.start({ isDurable: true, fsync: 'always' });
  try {
    const target = await Target.open(context, {
      processes: PROCESSES,
      connections: 64,
      watch: false,
      env: { PLUGINS: plugin, REDIS_URL: redis.url, REDIS_LIMITS_ON_FAILURE: setting },
    });
    const { streams, faults } = await sendWhile(target, {
      seconds,
      keyLimits: KEY_LIMITS[context.tier],
      readBudget: (subject) => readBudget(redis, subject),
      faults: () => killMeanwhile({ redis, target, random, seconds, progress: context.progress }),
    });
    const uncounted = setting === 'open' ? await setAside(streams, target.cluster) : [];
    const results = streams.map((stream) => checkStream(stream, target.found));
    const counts = countsOf(results);
    if (faults.absences.length === 0) target.found('Redis was never unavailable: the trial proves nothing');
    checkAbsences({ setting, streams, uncounted, absences: faults.absences, found: target.found });
    await target.close();
    const kills = { 'kills of Redis': faults.absences.length, 'kills of processes': faults.kills };
    return { n: { seconds, ...kills, ...counts, 'admitted uncounted': uncounted.length }, limits: results };
  } finally {
    await redis.stop();
  }
}

async function readBudget(redis, subject) {
  const seconds = Array.from({ length: COUNTED_SECONDS }, (_, at) => String(at));
  const [head, ...counts] = await redis.command('HMGET', `offprint:limit:${subject}`, 'h', ...seconds);
  return head === null ? null : { head: Number(head), buckets: counts.map(Number) };
}

/** Kills Redis and a process in turn until the load ends. @returns the absences of Redis, and how many processes were killed */
async function killMeanwhile({ redis, target, random, seconds, progress }) {
  const { apis } = target.cluster;
  const begin = instant();
  const passed = () => (instant() - begin) / 1_000;
  const absences = [];
  let kills = 0;
  await sleep(Math.min(FIRST_KILL_MS, (seconds * 1_000) / 4));
  while (passed() < seconds) {
    const from = instant();
    await redis.kill();
    await sleep(random.between(...AWAY_MS));
    await redis.resume();
    await untilConnected(redis, apis.length);
    absences.push({ from, to: instant() });
    progress(Math.round(passed()), seconds);
    await sleep(CALM_MS);
    if (passed() >= seconds) break;
    const victim = random.pick(apis);
    await victim.kill();
    await victim.start();
    kills += 1;
    await sleep(CALM_MS);
  }
  return { absences, kills };
}

/** Resolves when every process has connected its limits. */
async function untilConnected(redis, processes) {
  for (;;) {
    const list = await redis.command('CLIENT', 'LIST').catch(() => '');
    if (String(list).split('name=offprint-limits ').length > processes) break;
    await sleep(POLL_MS);
  }
  await sleep(SETTLE_MS);
}

/** Moves requests that a process admitted without counting to the requests with an unknown outcome. @returns the moved requests */
async function setAside(streams, cluster) {
  const times = new Map();
  for (const { name, base } of cluster.apis) times.set(base, uncountedTimes(await cluster.log(name)));
  return streams.flatMap((stream) => {
    const isUncounted = ({ sent, answered, base }) =>
      times.get(base).some(({ from, to }) => answered >= from && sent <= to);
    const moved = stream.admitted.filter(isUncounted);
    stream.admitted = stream.admitted.filter((request) => !isUncounted(request));
    stream.unknown.push(...moved);
    return moved;
  });
}

/** Returns when a process admitted without counting, by its log. */
function uncountedTimes(log) {
  const times = [];
  for (const line of log.split('\n')) {
    const [, time] = /"time":"([^"]+)","context":"redis"/.exec(line) ?? [];
    if (line.includes('admitted without being counted'))
      times.push({ from: Date.parse(time) - CLOCK_MS, to: Infinity });
    else if (line.includes('requests are counted again')) times.at(-1).to = Date.parse(time) + CLOCK_MS;
  }
  return times;
}

/** Requires that `closed` has rejected requests while Redis was unavailable, and that `open` has admitted them and rejected none. */
function checkAbsences({ setting, streams, uncounted, absences, found }) {
  const unavailable = streams.flatMap(({ unavailable }) => unavailable);
  const away = unavailable.filter(({ sent }) => absences.some(({ from, to }) => sent >= from && sent <= to));
  if (setting === 'closed' && away.length === 0)
    found('closed: no request was rejected while Redis was away');
  if (setting === 'open' && uncounted.length === 0)
    found('open: no request was admitted while Redis was away');
  if (setting === 'open' && away.length > 0)
    found(`open: ${away.length} requests were rejected with 503 while Redis was away`);
}
