import { Injectable } from '@nestjs/common';
import {
  composition,
  Conditions,
  Database,
  type RowOfColumns,
  type Runnable,
} from '../platform/database/index.js';
import {
  decodePlace,
  encodeCursor,
  filterId,
  NO_SUCH_ID,
  type Page,
  parseQueryRange,
  publicId,
} from '../platform/http/index.js';
import type { AdminAuditEvent, AdminAuditQuery, AuditEvent, AuditQuery } from './audit.dto.js';
import type { NamedAuditEvent } from './audit-csv.js';
import { ACTOR_KINDS, type ActorKind, type AuditEventEntity } from './audit-event.entity.js';
import { type EventRow, LIST_EVENTS, LIST_ROW } from './audit-events.sql.js';

type ListRow = RowOfColumns<typeof LIST_ROW>;

/** The time and the id of an event. */
type Place = [string, string];

/** The events of a page and the one after it. */
interface Events {
  rows: EventRow[];
  /** Where the next page begins when this one is not full. */
  readTo: Place | null;
}

/** An actor is not always a member of the account: the addresses and names of others are hidden from its members. */
const ACTORS_OF_ACCOUNTS: readonly ActorKind[] = ['user', 'api_key'];

/** Owns the reads of administrators: see `Database.list`. */
const ADMINISTRATORS = 'administrators';
/** Few, because formatting the events of a file holds the event loop. */
const BATCH_SIZE = 250;

type Filter = Omit<AdminAuditQuery, 'limit' | 'cursor'>;

const SAMPLE: Filter = {
  accountId: NO_SUCH_ID,
  action: 'key.created',
  target: 'key',
  from: '2026-01-01',
  to: '2026-02-01',
};
const LIST = composition('audit.list', {
  row: LIST_ROW,
  text: LIST_EVENTS,
  samples: [
    conditionsOf({}, null),
    conditionsOf({ ...SAMPLE, actor: 'admin' }, null),
    conditionsOf({ ...SAMPLE, actor: 'usr' }, ['2026-01-15T00:00:00.000000Z', NO_SUCH_ID]),
  ].map(({ scope, rest }): [string, string, number] => [scope.text, rest.text, 21]),
});

/** Lists events, newest first. */
@Injectable()
export class AuditEventsReader {
  constructor(private readonly database: Database) {}

  /** @param accountId `accounts.id`. */
  async list(accountId: string, query: AuditQuery): Promise<Page<AuditEvent>> {
    const filter = { ...query, accountId: publicId('acc', accountId) };
    return this.page(accountId, filter, query, showEvent);
  }

  /** @param isNamed whether people and keys of accounts have names; otherwise ids alone. */
  async listAll(query: AdminAuditQuery, isNamed: boolean): Promise<Page<AdminAuditEvent>> {
    return this.page(ADMINISTRATORS, query, query, isNamed ? showEventOfAccount : showUnnamed);
  }

  /** Sends a file of the events of an account, or of all accounts (null): see `Database.file`. */
  async sendFile(accountId: string | null, send: () => Promise<void>): Promise<void> {
    return this.database.file(accountId ?? ADMINISTRATORS, send);
  }

  /** @param accountId `accounts.id`. */
  async *batches(accountId: string, query: AuditQuery): AsyncGenerator<NamedAuditEvent[]> {
    const filter = { ...query, accountId: publicId('acc', accountId) };
    for await (const rows of this.rows(accountId, filter)) yield rows.map(showNamed);
  }

  /** @param isNamed as in `listAll`. */
  async *batchesOfAll(query: AdminAuditQuery, isNamed: boolean): AsyncGenerator<AdminAuditEvent[]> {
    const show = isNamed ? showEventOfAccount : showUnnamed;
    for await (const rows of this.rows(ADMINISTRATORS, query)) yield rows.map(show);
  }

  private async page<T>(
    owner: string,
    filter: Filter,
    { limit, cursor }: AuditQuery,
    show: (row: EventRow) => T,
  ): Promise<Page<T>> {
    const { rows, readTo } = await this.read(filter, decodePlace(cursor), limit + 1, (list, values) =>
      this.database.list(owner, list, values),
    );
    const shown = rows.slice(0, limit);
    const next = rows.length > limit ? placeOf(shown.at(-1)!) : readTo;
    return { success: true, items: shown.map(show), nextCursor: next && encodeCursor(next) };
  }

  private async *rows(owner: string, filter: Filter): AsyncGenerator<EventRow[]> {
    let place: Place | null = null;
    do {
      const read: Events = await this.read(filter, place, BATCH_SIZE, (list, values) =>
        this.database.batch(owner, list, values),
      );
      yield read.rows;
      place = read.rows.length === BATCH_SIZE ? placeOf(read.rows.at(-1)!) : read.readTo;
    } while (place);
  }

  private async read(
    filter: Filter,
    after: Place | null,
    limit: number,
    run: (list: Runnable<readonly unknown[], ListRow>, values: readonly unknown[]) => Promise<ListRow[]>,
  ): Promise<Events> {
    const { scope, rest } = conditionsOf(filter, after);
    const rows = await run(LIST.of([scope.text, rest.text, limit]), scope.values);
    const { read_to: time, read_to_id: id } = rows[0]!;
    return {
      rows: rows.filter((row): row is ListRow & EventRow => row.id !== null),
      readTo: time !== null && id !== null ? [time, id] : null,
    };
  }
}

/** Of several filters the one that usually matches fewest events selects the index; the others are conditions on its rows. */
function conditionsOf(filter: Filter, after: Place | null) {
  const scope = new Conditions<AuditEventEntity>();
  const rest = scope.beside();
  const { accountId, action, actor, target } = filter;
  const { from, to: until } = parseQueryRange(filter);
  if (accountId) scope.where('account_id', '=', filterId('acc', accountId), 'uuid');
  const filters: ['target' | 'actor_id' | 'action', string | undefined][] = [
    ['target', target],
    ['actor_id', isActorKind(actor) ? undefined : actor],
    ['action', action],
  ];
  const given = filters.filter((pair): pair is [(typeof pair)[0], string] => Boolean(pair[1]));
  given.forEach(([column, value], index) => (index === 0 ? scope : rest).where(column, '=', value));
  if (isActorKind(actor)) rest.where('actor_kind', '=', actor);
  if (from) scope.where('created_at', '>=', from, 'timestamptz');
  // PostgreSQL 18 starts an index scan with two upper bounds at the first of them: see `HistoryReader`.
  if (until && !(after && new Date(after[0]) < until)) scope.where('created_at', '<', until, 'timestamptz');
  if (after) scope.whereBefore(['created_at', 'id'], after, ['timestamptz', 'uuid']);
  return { scope, rest };
}

function isActorKind(actor: string | undefined): actor is ActorKind {
  return ACTOR_KINDS.some((kind) => kind === actor);
}

const placeOf = (row: EventRow): Place => [row.created_exact, row.id];

function showEventOfAccount(row: EventRow): AdminAuditEvent {
  return {
    id: publicId('aud', row.id),
    createdAt: row.created_at.toISOString(),
    accountId: row.account_id === null ? null : publicId('acc', row.account_id),
    email: row.account_email,
    targetName: row.target_name,
    actor: {
      kind: row.actor_kind,
      id: row.actor_id,
      ...(row.actor_name !== null && { name: row.actor_name }),
    },
    address: row.address,
    action: row.action,
    target: row.target,
    before: row.before,
    after: row.after,
    requestId: row.request_id,
  };
}

function showUnnamed(row: EventRow): AdminAuditEvent {
  const actor_name = row.actor_kind === 'operator_key' ? row.actor_name : null;
  return showEventOfAccount({ ...row, actor_name, target_name: null, account_email: null });
}

/** Shows the names that the people of the account know: those of its people and keys. */
function showNamed(row: EventRow): NamedAuditEvent {
  const event = showEvent(row);
  const isTheirs = ACTORS_OF_ACCOUNTS.includes(row.actor_kind) && row.actor_name !== null;
  const actor = isTheirs ? { ...event.actor, name: row.actor_name! } : event.actor;
  return { ...event, actor, targetName: /^(usr|acc|key)_/.test(row.target ?? '') ? row.target_name : null };
}

function showEvent(row: EventRow): AuditEvent {
  const { accountId: _account, email: _email, targetName: _name, ...event } = showEventOfAccount(row);
  const { kind, id } = event.actor;
  const address = ACTORS_OF_ACCOUNTS.includes(kind) ? event.address : null;
  return { ...event, actor: { kind, id }, address };
}
