/**
 * Checks what a pooler in transaction mode must give. There a statement runs on any session of the pooler, so the service
 * cannot set what its statements rely on: the pooler's `connect_query`, or the role, sets it on each session.
 */
import type { ClientBase } from 'pg';
import { IS_READ_ONLY } from './leader.js';
import { requireWritable } from './session.js';
import { SetupError } from './setup-error.js';

const RESPONSE_MS = 5_000;

const READ_SETTINGS = `
select s.name, s.setting, ${IS_READ_ONLY} as read_only
from unnest($1::text[]) as wanted (name) join pg_settings s on lower(s.name) = lower(wanted.name)`;

interface Setting {
  name: string;
  setting: string;
  read_only: boolean;
}

/**
 * Compares the settings of a pooler's session with those that statements rely on.
 * @throws {SetupError} naming the first that differs. @throws {ReadOnlyError} when the session is on a standby.
 */
export async function requirePooledSettings(
  client: ClientBase,
  wanted: Readonly<Record<string, string>>,
): Promise<void> {
  const statement = { text: READ_SETTINGS, values: [Object.keys(wanted)], query_timeout: RESPONSE_MS };
  const { rows } = await client.query<Setting>(statement);
  requireWritable(rows[0]!.read_only, client);
  const found = new Map(rows.map(({ name, setting }) => [name.toLowerCase(), setting]));
  for (const [name, value] of Object.entries(wanted)) {
    const is = found.get(name.toLowerCase());
    if (is !== undefined && is !== value)
      throw new SetupError(
        `The sessions behind DATABASE_URL have ${name} = '${is}' and the service needs '${value}': set connect_query of the pooler, or the settings of the role, as docs/operating.md says, and reconnect the pooler's sessions.`,
      );
  }
}
