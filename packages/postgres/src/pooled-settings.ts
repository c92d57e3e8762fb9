/**
 * In transaction mode a statement runs on any session of the pooler, so a program cannot set what its statements rely on: the pooler's
 * `connect_query`, or the role, must.
 */
import type { ClientBase } from 'pg';
import { IS_READ_ONLY } from './leader.js';
import type { PoolMessages } from './pool-messages.js';
import { queryableOf } from './queryable.js';
import { requireWritable } from './session.js';
import { sql } from './sql-type.js';
import { statement } from './statement.js';
import { UnfitSession } from './unfit-session.js';

const RESPONSE_MS = 5_000;

const READ_SETTINGS = statement('postgres.read-settings', {
  parameters: { names: sql.text.array },
  row: {
    name: sql.text.notNull,
    setting: sql.text.notNull,
    read_only: sql.boolean,
    /** Milliseconds of the server's clock. */
    begun: sql.float8,
  },
  text: `
select s.name, s.setting, ${IS_READ_ONLY} as read_only,
  (select extract(epoch from backend_start) * 1000 from pg_stat_activity where pid = pg_backend_pid())::float8 as begun
from unnest($names::text[]) as wanted (name) join pg_settings s on lower(s.name) = lower(wanted.name)`,
});

const END_SESSION = 'select pg_terminate_backend(pg_backend_pid())';

/**
 * Ends a pooler's session with other settings than statements rely on, so that the pooler opens another one.
 * @param describe returns the message for a setting that has another value than is wanted.
 * @throws {UnfitSession} naming the first that differs. @throws {ReadOnlyError} when the session is on a standby.
 */
export async function requirePooledSettings(
  client: ClientBase,
  wanted: Readonly<Record<string, string>>,
  describe: PoolMessages['otherSetting'],
): Promise<void> {
  const session = queryableOf(client, { query_timeout: RESPONSE_MS });
  const rows = await session.run(READ_SETTINGS, { names: Object.keys(wanted) });
  requireWritable(rows[0]!.read_only, client);
  const found = new Map(rows.map(({ name, setting }) => [name.toLowerCase(), setting]));
  for (const [name, value] of Object.entries(wanted)) {
    const is = found.get(name.toLowerCase());
    if (is === undefined || is === value) continue;
    await session.query(END_SESSION).catch(() => undefined);
    throw new UnfitSession(describe(name, is, value), rows[0]!.begun);
  }
}
