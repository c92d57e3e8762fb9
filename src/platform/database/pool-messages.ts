/** Messages for an operator, in the names of the service's settings. */
import type { PoolMessages } from '@offprint/postgres';

export type AddressSetting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL';

const REMEDIES: Record<AddressSetting, string> = {
  DATABASE_URL:
    'connect to PostgreSQL directly, set pool_mode = session, or set DATABASE_DIRECT_URL and DATABASE_POOL_MODE=transaction.',
  DATABASE_DIRECT_URL: 'it must lead to PostgreSQL directly, or to a pooler with pool_mode = session.',
};

export const sharedSessions = (setting: AddressSetting) =>
  `${setting} leads to a pooler in transaction or statement mode, where connections share sessions: ${REMEDIES[setting]}`;

export const POOL_MESSAGES: PoolMessages = {
  sharedSessions: sharedSessions('DATABASE_URL'),
  otherDatabase:
    'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: both must lead to the same database of the same server.',
  unprepared:
    'The pooler behind DATABASE_URL does not support prepared statements: set DATABASE_PREPARED=false, or use PgBouncer 1.21 or newer with max_prepared_statements.',
  otherSetting: (name, value, wanted) =>
    `The sessions behind DATABASE_URL have ${name} = '${value}' and the service needs '${wanted}': set connect_query of the pooler, or the settings of the role, as docs/operating.md says, and reconnect the pooler's sessions.`,
};
