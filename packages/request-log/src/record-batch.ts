/** The records of a round in memory, bounded and shared between accounts. Pure. */
import type { RequestRecordEntity } from './request-record.entity.js';

/** A record in memory, before it has an id. */
export interface NewRecord extends Omit<RequestRecordEntity, 'id'> {
  /** Milliseconds since 1970 at which the request arrived. */
  at: number;
}

/** Requests of one kind have the same key, method, route and status. */
export type RequestKind = Pick<NewRecord, 'accountId' | 'keyId' | 'method' | 'route' | 'status'>;

interface Kind {
  method: string;
  route: string;
  status: number | null;
  records: number;
  last: NewRecord;
}

/**
 * Collects the records of a round. Of each kind of requests the first `rate` are records of their own; the last of these stands for
 * all others. An account gets a record while it has fewer than `perAccount`, and fewer than the batch has room for: accounts that
 * flood together always leave room for one that does not.
 */
export class RecordBatch {
  readonly records: NewRecord[] = [];
  /** Requests for which the record of another one stands. */
  sampled = 0;
  /** Requests without a record. */
  dropped = 0;
  /** By key. A key has few kinds. */
  private readonly kinds = new Map<string, Kind[]>();
  private readonly byAccount = new Map<string, number>();

  /** @param rate records of a kind. @param maxRecords of the batch. @param perAccount records of an account. */
  constructor(
    private readonly rate: number,
    private readonly maxRecords: number,
    private readonly perAccount: number,
  ) {}

  /**
   * Counts a request that gets no record of its own. Every request passes here, so it creates nothing.
   * @returns false when it gets one: pass that to `add`.
   */
  count({ accountId, keyId, method, route, status }: RequestKind): boolean {
    const known = this.findKind(keyId, method, route, status);
    if (known === undefined || known.records < this.rate) {
      const ofAccount = this.byAccount.get(accountId) ?? 0;
      if (ofAccount < Math.min(this.perAccount, this.maxRecords - this.records.length)) return false;
    }
    if (known === undefined) this.dropped += 1;
    else {
      known.last.count += 1;
      this.sampled += 1;
    }
    return true;
  }

  /** Adds the record of a request for which `count` returned false. */
  add(record: NewRecord): void {
    const { accountId, keyId, method, route, status } = record;
    this.records.push(record);
    this.byAccount.set(accountId, (this.byAccount.get(accountId) ?? 0) + 1);
    const known = this.findKind(keyId, method, route, status);
    if (known !== undefined) {
      known.records += 1;
      known.last = record;
      return;
    }
    const kind = { method, route, status, records: 1, last: record };
    const ofKey = this.kinds.get(keyId);
    if (ofKey) ofKey.push(kind);
    else this.kinds.set(keyId, [kind]);
  }

  private findKind(keyId: string, method: string, route: string, status: number | null): Kind | undefined {
    return this.kinds
      .get(keyId)
      ?.find((kind) => kind.status === status && kind.route === route && kind.method === method);
  }
}
