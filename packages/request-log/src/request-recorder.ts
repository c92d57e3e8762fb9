import { randomBytes } from 'node:crypto';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { isDatabaseUnavailable } from '@offprint/postgres';
import type { Request, Response } from 'express';
import {
  type AuthenticatedRequest,
  Config,
  Database,
  Metrics,
  parsePublicId,
  type RequestObserver,
  Round,
  routeOf,
} from 'offprint';
import type { Counter } from 'prom-client';
import { v7 as uuid } from 'uuid';
import type { RequestRecordEntity } from './request-record.entity.js';
import { INSERT_RECORDS } from './request-records.sql.js';
import { ROUNDS } from './rounds.js';

/** The limit of a round. As many again are in memory while the statement of the round before runs. */
const MAX_RECORDS = 250;
/** The limit of a round bounds the part of the table that one account can fill. */
const MAX_RECORDS_OF_ACCOUNT = 50;
/** A template of an extension can have any length. */
const MAX_ROUTE_LENGTH = 200;
const ID_BYTES = 16;

/**
 * Records the answered requests of API keys: what admission refused, too, but not what it never saw, such as a request without a valid key.
 * It runs after the response, in memory, and one statement a second writes the records. Records that do not fit, or whose statement fails,
 * are dropped and counted: no request waits for one or fails with one.
 */
@Injectable()
export class RequestRecorder implements RequestObserver, OnApplicationBootstrap, BeforeApplicationShutdown {
  /** With `REQUEST_LOG_DAYS=0` requests are not observed. */
  readonly onClose?: RequestObserver['onClose'];
  private readonly logger = new Logger('requests');
  private readonly requests: Counter<'outcome'>;
  private readonly rate: number;
  private batch: RecordBatch;
  private round?: Round;

  constructor(
    private readonly database: Database,
    private readonly registry: SchedulerRegistry,
    metrics: Metrics,
    config: Config,
  ) {
    this.rate = config.requestLog.rate;
    if (config.requestLog.days > 0) this.onClose = this.record;
    this.batch = this.emptyBatch();
    this.requests = metrics.counter(
      'recorded_requests_total',
      'Requests of API keys by what the request log has of them: written, sampled (counted in the record of another one), dropped.',
      ['outcome'],
    );
    for (const outcome of ['written', 'sampled', 'dropped']) this.requests.inc({ outcome }, 0);
  }

  onApplicationBootstrap(): void {
    const { everyMs } = ROUNDS['request-records'];
    this.round = new Round(this.registry, { name: 'request-records', everyMs }, () => this.write());
  }

  /** Runs after the drain. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.round?.stop();
    await this.write().catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) this.logger.warn('request records: the database is away');
      else this.logger.error(`request records: ${error instanceof Error ? error.stack : String(error)}`);
    });
  }

  private readonly record = (received: Request, response: Response, milliseconds: number): void => {
    const request = received as AuthenticatedRequest;
    const key = request.apiKey;
    if (key === undefined) return;
    const { accountId, keyId } = key;
    const { method } = request;
    const route = loggedRoute(request);
    const status = response.writableFinished ? response.statusCode : null;
    const kind = { accountId, keyId, method, route, status };
    if (!this.batch.count(kind)) this.batch.add(recordOf(request, kind, milliseconds));
  };

  private emptyBatch(): RecordBatch {
    return new RecordBatch(this.rate, MAX_RECORDS, MAX_RECORDS_OF_ACCOUNT);
  }

  /** @throws the error of the statement; the records of the round are dropped. */
  private async write(): Promise<void> {
    const { records, sampled, dropped } = this.batch;
    this.batch = this.emptyBatch();
    if (sampled > 0) this.requests.inc({ outcome: 'sampled' }, sampled);
    if (dropped > 0) this.requests.inc({ outcome: 'dropped' }, dropped);
    if (records.length === 0) return;
    try {
      await this.database.run(INSERT_RECORDS, columnsOf(records));
    } catch (error) {
      this.requests.inc({ outcome: 'dropped' }, records.length);
      throw error;
    }
    this.requests.inc({ outcome: 'written' }, records.length);
  }
}

interface NewRecord extends Omit<RequestRecordEntity, 'id'> {
  /** Milliseconds since 1970 at which the request arrived. */
  at: number;
}

type RequestKind = Pick<NewRecord, 'accountId' | 'keyId' | 'method' | 'route' | 'status'>;

interface Kind {
  method: string;
  route: string;
  status: number | null;
  records: number;
  last: NewRecord;
}

/**
 * Collects the records of a round in memory. Of each kind of requests the first `rate` are records of their own; the last of these stands
 * for all others. An account gets a record while it has fewer than `perAccount`, and fewer than the batch has room for: accounts that flood
 * together always leave room for one that does not.
 */
export class RecordBatch {
  readonly records: NewRecord[] = [];
  /** The record of another request stands for these. */
  sampled = 0;
  dropped = 0;
  /** A key has few kinds. */
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

  /** Requires that `count` returned false. */
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

/** The length is cut, because it bounds a record. */
function loggedRoute(request: Request): string {
  const route = routeOf(request);
  return route.length > MAX_ROUTE_LENGTH ? route.slice(0, MAX_ROUTE_LENGTH) : route;
}

function recordOf(
  { errorCode, startedPredictionId, params }: AuthenticatedRequest,
  { accountId, keyId, method, route, status }: RequestKind,
  milliseconds: number,
): NewRecord {
  const ms = Math.round(milliseconds);
  return {
    at: Date.now() - ms,
    accountId,
    keyId,
    method,
    route,
    status,
    code: status === null ? null : (errorCode ?? null),
    ms,
    predictionId: parsePublicId('pred', startedPredictionId ?? params.predictionId),
    count: 1,
  };
}

/** Random bytes are read once for all ids, because each read is a system call. */
function idsOf(records: readonly NewRecord[]): string[] {
  const random = randomBytes(ID_BYTES * records.length);
  return records.map(({ at: msecs }, index) =>
    uuid({ msecs, random: random.subarray(ID_BYTES * index, ID_BYTES * (index + 1)) }),
  );
}

const columnsOf = (records: readonly NewRecord[]) => ({
  ids: idsOf(records),
  accounts: records.map(({ accountId }) => accountId),
  keys: records.map(({ keyId }) => keyId),
  methods: records.map(({ method }) => method),
  routes: records.map(({ route }) => route),
  statuses: records.map(({ status }) => status),
  codes: records.map(({ code }) => code),
  ms: records.map(({ ms }) => ms),
  predictions: records.map(({ predictionId }) => predictionId),
  counts: records.map(({ count }) => count),
});
