/** Only heard kinds have triggers: even a disabled one would make PostgreSQL collect the rows of each statement. */
import { type RowOfStatement, sql, statement } from '../platform/database/index.js';
import type { RecordedKind } from './recorded-kinds.js';

interface EventTrigger {
  name: string;
  table: string;
  kinds: readonly RecordedKind[];
  /** What follows `create trigger <name>`, up to the arguments of the function. */
  when: string;
  function: string;
}

const OF_LEDGER: readonly RecordedKind[] = [
  'credits.adjusted',
  'credits.granted',
  'prediction.accepted',
  'prediction.cancelled',
  'prediction.completed',
  'prediction.failed',
];

export const EVENT_TRIGGERS: readonly EventTrigger[] = [
  {
    name: 'events_of_transfers',
    table: 'ledger_transfers',
    kinds: OF_LEDGER,
    when: 'after insert on ledger_transfers referencing new table as entered_transfers for each statement',
    function: 'record_transfer_events',
  },
  {
    name: 'events_of_begins',
    table: 'predictions',
    kinds: ['prediction.started'],
    when: 'after update on predictions for each row when (old.started_at is null and new.started_at is not null)',
    function: 'record_begin_event',
  },
  {
    name: 'events_of_created_keys',
    table: 'api_keys',
    kinds: ['key.created'],
    when: 'after insert on api_keys for each row',
    function: 'record_key_event',
  },
  {
    name: 'events_of_revoked_keys',
    table: 'api_keys',
    kinds: ['key.revoked'],
    when: 'after update on api_keys for each row when (old.revoked_at is null and new.revoked_at is not null)',
    function: 'record_key_event',
  },
  {
    name: 'events_of_accounts',
    table: 'accounts',
    kinds: ['account.opened'],
    when: 'after insert on accounts for each row',
    function: 'record_account_event',
  },
];

/** Serialises the processes that change triggers. */
export const LOCK_TRIGGERS = `select pg_advisory_xact_lock(726403)`;

/** The locks of a table wait for open transactions, and new ones wait behind them: not for long. */
export const BOUND_LOCK_WAIT = `set local lock_timeout = '300ms'`;

/** Returns the kinds that some listener hears, and the present triggers with their arguments, each ended by \\000. */
export const HEARD_KINDS = statement('events.heard-kinds', {
  parameters: {},
  row: { kinds: sql.text.array.as<RecordedKind[]>(), triggers: sql.jsonb.as<Record<string, string>>() },
  text: `
select array(select distinct unnest(kinds) from event_listeners) as kinds,
  coalesce((select jsonb_object_agg(tgname, encode(tgargs, 'escape')) from pg_trigger
    where tgname like 'events\\_of\\_%' and tgrelid in
      ('ledger_transfers'::regclass, 'predictions'::regclass, 'api_keys'::regclass, 'accounts'::regclass)), '{}') as triggers
`,
});

export type TriggerState = RowOfStatement<typeof HEARD_KINDS>;

export const dropTrigger = ({ name, table }: EventTrigger) => `drop trigger if exists ${name} on ${table}`;

/** The trigger records the kinds of rows `kinds`. */
export const createTrigger = (trigger: EventTrigger, kinds: readonly RecordedKind[]) =>
  `create trigger ${trigger.name} ${trigger.when}
   execute function ${trigger.function}(${kinds.map((kind) => `'${kind}'`).join(', ')})`;

/** `encode(tgargs, 'escape')` returns them so. */
export const encodedArguments = (kinds: readonly RecordedKind[]) =>
  kinds.map((kind) => `${kind}\\000`).join('');
