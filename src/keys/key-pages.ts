import { Coalescer, type Database } from '../platform/database/index.js';
import { decodeIdCursor, encodeCursor } from '../platform/http/index.js';
import { type KeyIdentity, toKeyRecord } from './key-record.js';
import { ENDED_PER_PAGE, type KeyRow, LIST, LIST_FIRST, LIST_OLDER, MOST_OF_ONE_PAGE } from './keys.sql.js';

const LISTS = { maxBatch: 32, lanes: 2 };

interface KeyPage {
  keys: KeyIdentity[];
  nextCursor?: string;
}

export class KeyPages {
  private readonly lists: Coalescer<string, KeyRow[]>;

  constructor(private readonly database: Database) {
    this.lists = new Coalescer((accountIds) => this.readLists(accountIds), LISTS);
  }

  /** Reads the usable and disabled keys and the newest ended keys; with a cursor, older ended keys. @throws 400. */
  async read(accountId: string, cursor?: string): Promise<KeyPage> {
    const before = decodeIdCursor(cursor);
    if (before === undefined) return pageOfKeys(await this.readFirst(accountId));
    return pageOfKeys(await this.database.run(LIST_OLDER, { account: accountId, key: before }));
  }

  private async readFirst(accountId: string): Promise<KeyRow[]> {
    const rows = await this.lists.call(accountId);
    return rows.length > MOST_OF_ONE_PAGE ? this.database.run(LIST_FIRST, { account: accountId }) : rows;
  }

  private async readLists(accountIds: string[]): Promise<KeyRow[][]> {
    const rows = await this.database.run(LIST, { accounts: accountIds });
    const lists = new Map(accountIds.map((id) => [id, [] as KeyRow[]]));
    for (const row of rows) lists.get(row.account_id)!.push(row);
    return accountIds.map((id) => lists.get(id)!);
  }
}

/** Returns at most the ended keys of a page, and the cursor after the last of them if there are more. */
function pageOfKeys(rows: KeyRow[]): KeyPage {
  const ended = rows.filter((row) => row.is_ended);
  const rest = new Set(ended.slice(ENDED_PER_PAGE));
  if (rest.size === 0) return { keys: rows.map(toKeyRecord) };
  const keys = rows.filter((row) => !rest.has(row)).map(toKeyRecord);
  return { keys, nextCursor: encodeCursor([ended[ENDED_PER_PAGE - 1]!.id]) };
}
