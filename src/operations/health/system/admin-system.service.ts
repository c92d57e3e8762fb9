import { statfs } from 'node:fs/promises';
import { Injectable, Logger } from '@nestjs/common';
import { AccountsReader } from '../../../accounts/index.js';
import { AssetStorage, LocalDiskAssetStorage } from '../../../assets/index.js';
import { LedgerVerifications } from '../../../credits/index.js';
import { ProviderCircuits, QueueState, showCircuit } from '../../../generation/index.js';
import { Config } from '../../../platform/config/index.js';
import { DatabaseHealth, MigrationState, ProcessList } from '../../../platform/database/index.js';
import { publicId } from '../../../platform/http/index.js';
import { withTimeout } from '../../../platform/time/index.js';
import { ProviderRegistry } from '../../../providers/index.js';
import type { Part, PartProblem, QueueStateView, StorageView, SystemBody } from './system.dto.js';

/** Five minutes, an hour, a day. */
const WINDOWS = [300, 3_600, 86_400];

/** No part is waited for longer: an object store may not answer. */
const PART_MS = 3_000;

type Reason = PartProblem['reason'];

@Injectable()
export class AdminSystem {
  private readonly logger = new Logger('system');
  private reading: Promise<SystemBody> | null = null;

  constructor(
    private readonly config: Config,
    private readonly processes: ProcessList,
    private readonly migrations: MigrationState,
    private readonly database: DatabaseHealth,
    private readonly queue: QueueState,
    private readonly circuits: ProviderCircuits,
    private readonly providers: ProviderRegistry,
    private readonly accounts: AccountsReader,
    private readonly verifications: LedgerVerifications,
    private readonly storage: AssetStorage,
  ) {}

  /** Concurrent calls share one reading. */
  async read(): Promise<SystemBody> {
    this.reading ??= this.readParts().finally(() => (this.reading = null));
    return this.reading;
  }

  private async readParts(): Promise<SystemBody> {
    const problems: PartProblem[] = [];
    const part = <T>(name: Part, read: () => Promise<T>) => this.readPart(name, read, problems);
    const [
      processes,
      migrations,
      queue,
      throughput,
      failures,
      circuits,
      database,
      standbys,
      snapshots,
      ledger,
      storage,
    ] = await Promise.all([
      part('processes', async () =>
        (await this.processes.list()).map((one) => ({ ...one, startedAt: one.startedAt.toISOString() })),
      ),
      part('migrations', () => this.readMigrations()),
      part('queue', () => this.readQueue()),
      part('throughput', () => this.readThroughput()),
      part('failures', () => this.readFailures()),
      part('circuits', () => this.readCircuits()),
      part('database', () => this.readDatabase()),
      part('standbys', () => this.readStandbys()),
      part('snapshots', async () =>
        (await this.database.longSnapshots()).map((one) => ({ ...one, seconds: Math.round(one.seconds) })),
      ),
      part('ledger', () => this.readLedger()),
      part('storage', () => this.readStorage()),
    ]);
    return {
      success: true,
      at: new Date().toISOString(),
      ...{
        processes,
        migrations,
        queue,
        throughput,
        failures,
        circuits,
        database,
        standbys,
        snapshots,
        ledger,
        storage,
      },
      problems,
    };
  }

  /** Returns null and enters the problem when the part cannot be read in time. */
  private async readPart<T>(name: Part, read: () => Promise<T>, problems: PartProblem[]): Promise<T | null> {
    try {
      return await withTimeout(PART_MS, read(), () => new PartTooLong());
    } catch (error) {
      // The message may contain an address; the log removes secrets.
      this.logger.warn(`${name} could not be read: ${String(error)}`);
      problems.push({ part: name, reason: reasonOf(error) });
      return null;
    }
  }

  private async readMigrations() {
    const { running, ...state } = await this.migrations.read();
    return {
      ...state,
      running: running && { ...running, startedAt: running.startedAt?.toISOString() ?? null },
    };
  }

  private async readQueue(): Promise<QueueStateView> {
    const { isComplete, engines, accounts } = await this.queue.queue();
    const found = new Map(engines.map((engine) => [engine.provider, engine]));
    const names = new Set([...this.providers.all.map(({ name }) => name), ...found.keys()]);
    const ids = accounts.map(({ account_id: id }) => id);
    const emails = ids.length > 0 ? await this.accounts.firstEmails(ids) : new Map<string, null>();
    return {
      complete: isComplete,
      engines: [...names].map((provider) => {
        const { waiting = 0, running = 0, oldest_waiting_seconds = null } = found.get(provider) ?? {};
        return { provider, waiting, running, oldestWaitingSeconds: rounded(oldest_waiting_seconds) };
      }),
      accounts: accounts.map(({ account_id: id, waiting, oldest_waiting_seconds: seconds }) => ({
        accountId: publicId('acc', id),
        email: emails.get(id) ?? null,
        waiting,
        oldestWaitingSeconds: Math.max(0, Math.round(seconds)),
      })),
    };
  }

  private async readThroughput() {
    const counts = await this.queue.settled(WINDOWS);
    return counts.map(({ is_estimate: estimated, ...count }) => ({ ...count, estimated }));
  }

  private async readFailures() {
    const engines = await this.queue.engineFailures();
    return engines.map((engine) => ({
      ...engine,
      failureRate: Math.round((engine.failed / engine.settled) * 10_000) / 10_000,
    }));
  }

  private async readCircuits() {
    const circuits = await this.circuits.list();
    return circuits.map((circuit) => ({ provider: circuit.provider, ...showCircuit(circuit) }));
  }

  private async readDatabase() {
    const { usable_connections: maxConnections, ...facts } = await this.database.facts();
    return { ...facts, maxConnections };
  }

  private async readStandbys() {
    const standbys = await this.database.standbys();
    return standbys.map(({ name, state, ...one }) => ({
      name,
      state,
      syncState: one.sync_state,
      lagBytes: one.lag_bytes,
      lagSeconds: one.lag_seconds,
    }));
  }

  private async readLedger() {
    const verified = await this.verifications.verified();
    return {
      verifiedAt: verified.finished_at?.toISOString() ?? null,
      findings: verified.findings,
      verifiedTo: verified.entries_to,
      lastEntry: verified.last_entry,
    };
  }

  private async readStorage(): Promise<StorageView> {
    const isDisk = this.storage instanceof LocalDiskAssetStorage;
    const writable = await this.storage.check().then(
      () => true,
      () => false,
    );
    const disk = isDisk ? await statfs(this.config.dataDirectory).catch(() => null) : null;
    return {
      kind: isDisk ? 'disk' : this.storage.constructor.name,
      writable,
      freeBytes: disk && disk.bavail * disk.bsize,
      totalBytes: disk && disk.blocks * disk.bsize,
    };
  }
}

class PartTooLong extends Error {
  override readonly message = `not read within ${PART_MS} ms`;
}

/** Codes of PostgreSQL: insufficient_privilege; query_canceled, too_many_connections (the lane of lists is full). */
function reasonOf(error: unknown): Reason {
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === '42501') return 'not_permitted';
  return error instanceof PartTooLong || code === '57014' || code === '53300' ? 'too_long' : 'unavailable';
}

const rounded = (seconds: number | null) => (seconds === null ? null : Math.max(0, Math.round(seconds)));
