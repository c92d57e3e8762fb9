// Freezes the leader's machine until another node leads, and for a while longer, and then resumes it. All work that was acknowledged
// during the freeze must persist: a leader that takes its key back when it resumes rewinds the promoted node.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const TAKEOVER_MS = 120_000;

/**
 * @param {{cluster, traffic, acknowledged}} load @param {number} pastMs duration of the freeze after the takeover
 * @returns {Promise<{servedMs: number, resumedMs: number, creates: number}>} the longest time without an acknowledged create and without
 * a finished prediction; creates that the new leader acknowledged while the old one was frozen
 */
export async function freezeLeader(context, { cluster, traffic, acknowledged }, pastMs) {
  const before = await cluster.leader();
  const session = await sessionOn(cluster, before);
  const faultAt = performance.now();
  cluster.freezeNode(before);
  // Sent to the frozen leader, which reads the statement when it resumes.
  const late = session
    .query(`update accounts set plan = plan where id = (select id from accounts limit 1)`)
    .then(() => true)
    .catch(() => false);
  await cluster.until(
    'a new leader',
    async () => ![null, before].includes(await cluster.leader()),
    TAKEOVER_MS,
  );
  const ledAt = performance.now();
  await traffic.untilProgress();
  const pause = traffic.outage(faultAt, ledAt);
  await sleep(Math.max(0, ledAt + pastMs - performance.now()));
  const creates = traffic.acknowledgedSince(ledAt);
  const frozenMs = Math.round(performance.now() - ledAt);
  cluster.thawNode(before);
  await cluster.untilHealthy();
  await traffic.untilProgress();
  await acknowledged.compare();
  const isAcknowledged = await late;
  await session.end().catch(() => {});
  if (isAcknowledged) context.fail('a replaced leader acknowledged a write', { before });
  context.log(
    `${before} frozen for ${frozenMs} ms past the takeover: ${pause.servedMs} ms without an acknowledgement, ${pause.resumedMs} ms without a finished prediction, ${creates} creates of the new leader`,
  );
  return { ...pause, creates };
}

async function sessionOn(cluster, node) {
  const session = new pg.Client({
    host: cluster.network.address(node),
    user: 'offprint',
    password: cluster.passwords.SERVICE,
    database: 'offprint',
  });
  session.on('error', () => {});
  await session.connect();
  return session;
}
