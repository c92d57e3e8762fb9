// The faults of a recorded history, which occur sequentially while clients send requests: a killed process, a frozen process,
// terminated sessions, a crash of PostgreSQL, and, where the layout has them, faults of Redis and PgBouncer. Each fault is over and all
// processes are ready before the next fault.
import { setTimeout as sleep } from 'node:timers/promises';
import { membersOf } from '../cluster/process-list.mjs';

/** Shorter and longer than the timeout of a client. */
const FROZEN_MS = [1_000, 6_000];
/** How long clients still send new requests to a frozen process. */
const UNNOTICED_MS = 300;

const POLL_MS = 50;

const FAULTS = {
  async kill({ cluster, random, away }) {
    const victim = random.pick(cluster.services);
    const member = memberOf(victim, random);
    if (member) return killMember(victim, member);
    await victim.kill();
    return away([victim.name], () => victim.untilReady());
  },
  async freeze({ cluster, random, away }) {
    const victim = random.pick(cluster.services);
    const [, pid] = memberOf(victim, random) ?? [victim.name, victim.pid];
    process.kill(pid, 'SIGSTOP');
    await sleep(UNNOTICED_MS);
    await away([victim.name], () => sleep(random.pick(FROZEN_MS)));
    process.kill(pid, 'SIGCONT');
  },
  async sessions({ cluster }) {
    await cluster.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and backend_type = 'client backend' and datname = current_database()`,
    );
  },
  /** Kills or freezes Redis. It loses no data, but the service admits no request until it is back. */
  async redis({ redis, random, awayAll, untilServed }) {
    const isKilled = random.chance(0.5);
    if (isKilled) await redis.kill();
    else redis.freeze();
    await sleep(UNNOTICED_MS);
    await awayAll(async () => {
      await sleep(FROZEN_MS[0]);
      if (isKilled) await redis.resume();
      else redis.thaw();
      await untilServed();
    });
  },
  async pooler({ cluster, awayAll, untilServed }) {
    await cluster.pooler.kill();
    await sleep(UNNOTICED_MS);
    await awayAll(async () => {
      await cluster.pooler.start();
      await untilServed();
    });
  },
  async database({ cluster, awayAll }) {
    const stopped = cluster.postgres.stopImmediate();
    await awayAll(async () => {
      await stopped;
      await cluster.postgres.start();
      await cluster.postgres.acceptedAt();
    });
  },
};

/** Picks one of several processes on one port, as [name, pid]; returns undefined when the service is a single process. */
const memberOf = ({ pid }, random) => random.pick(Object.entries(membersOf(pid)));

/** Kills one of several processes on one port; the others serve until it is replaced. */
async function killMember(service, [name, pid]) {
  process.kill(pid, 'SIGKILL');
  while ((membersOf(service.pid)[name] ?? pid) === pid) await sleep(POLL_MS);
}

/** Faults that are possible in every layout. */
const FAULT_KINDS = ['kill', 'freeze', 'sessions', 'database'];

/** Chooses faults. One of them affects Redis or PgBouncer if the layout has it. */
export function chooseFaults(random, count, { redis, cluster }) {
  const faults = Array.from({ length: count }, () => random.pick(FAULT_KINDS));
  const own = [redis && 'redis', cluster.pooler && 'pooler'].filter(Boolean);
  if (own.length > 0) faults[random.between(0, count - 1)] = random.pick(own);
  return faults;
}

/**
 * Runs faults of these kinds with pauses between them.
 * @param {{cluster, redis?, processes: import('./recorder.mjs').Processes, untilServed: () => Promise<void>}} world
 */
export async function runFaults({ processes, ...world }, kinds, random) {
  /** Keeps clients away from processes while `during` runs. */
  const away = async (names, during) => {
    names.forEach((name) => processes.away.add(name));
    await during();
    names.forEach((name) => processes.away.delete(name));
  };
  const awayAll = (during) => away(processes.names, during);
  for (const kind of kinds) {
    await sleep(random.between(300, 900));
    await FAULTS[kind]({ ...world, random, away, awayAll });
  }
}
