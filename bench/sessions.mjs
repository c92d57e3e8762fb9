/** Samples what the active sessions of a database wait for. */
import { setTimeout as sleep } from 'node:timers/promises';

const SAMPLE_MS = 10;
const WAITS = `
select coalesce(wait_event_type, 'none') as type, coalesce(wait_event, 'running') as event from pg_stat_activity
where datname = $1 and state = 'active' and backend_type = 'client backend'
`;

/** Counts the wait events of active sessions in `waits`. */
export async function watchSessions(observer, database, waits, signal) {
  while (!signal.aborted) {
    const { rows } = await observer.query(WAITS, [database]);
    for (const { type, event } of rows) {
      const name = type === 'none' ? event : `${type}:${event}`;
      waits[name] = (waits[name] ?? 0) + 1;
    }
    await sleep(SAMPLE_MS);
  }
}

/** Formats the most frequent wait events, and all locks together. */
export function sharesOf(waits) {
  const total = Object.values(waits).reduce((sum, count) => sum + count, 0) || 1;
  const percent = (count) => `${Math.round((count / total) * 100)} %`;
  const locks = Object.entries(waits).filter(([name]) => name.startsWith('Lock:'));
  const onLocks = locks.reduce((sum, [, count]) => sum + count, 0);
  const most = Object.entries(waits)
    .filter(([name]) => !name.startsWith('Lock:'))
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([name, count]) => `${name} ${percent(count)}`);
  return [...most, `row locks ${percent(onLocks)}`].join(', ');
}
