/**
 * Keeps the catalogue of this process the same as that of the others. A change is announced with a notice, and each process also reads
 * later versions in a round, because notices can be lost. Commands of the operator read nothing by themselves: those of the catalogue call
 * `refresh`.
 */
import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Config } from '../../platform/config/index.js';
import { Database, logFailure, whenUp } from '../../platform/database/index.js';
import { Notices, sendNotice } from '../../platform/notices/index.js';
import { FOLLOWED_MS, LiveCopy, Round } from '../../platform/schedule/index.js';
import { Catalogue, type LiveVersion } from '../catalogue.js';
import { MAX_READ, READ_AFTER, type ReadVersion } from './catalogue-versions.sql.js';
import { differencesOf } from './live-settings.js';

const CHANNEL = 'catalogue';

@Injectable()
export class LiveCatalogue implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger('catalogue');
  private revision = 0;
  private rounds?: Round;
  private readonly copy = new LiveCopy(() => this.read(), FOLLOWED_MS);
  /** Time of `performance.now()` at which `knownUntilMs` was read. */
  private readAtMs = 0;
  private knownUntil = 0;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly catalogue: Catalogue,
    private readonly notices: Notices,
    private readonly registry: SchedulerRegistry,
  ) {}

  async onModuleInit(): Promise<void> {
    if (this.config.roles.size === 0) return;
    await whenUp(() => this.refresh());
    this.catalogue.follow(this.copy);
    this.logDifferences();
    this.rounds = new Round(this.registry, 'read-catalogue', () => this.refresh());
    await this.notices.subscribe(CHANNEL, () => {
      this.refresh().catch((error: unknown) => logFailure(this.logger, 'a change', error));
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.rounds?.stop();
  }

  /** Reads all changes that were committed before this call. Concurrent calls share a read. */
  refresh(): Promise<void> {
    return this.copy.refresh();
  }

  /** Never rejects: the other processes read the change within a second. */
  async announce(): Promise<void> {
    await sendNotice(this.notices, CHANNEL, '').catch((error: unknown) => {
      this.logger.debug(`could not announce a change: ${String(error)}`);
    });
  }

  /** All changes before this time, by the clock of the database, are known. */
  get knownUntilMs(): number {
    return this.knownUntil;
  }

  /** The clock of the database, estimated. */
  get nowMs(): number {
    return this.knownUntil + performance.now() - this.readAtMs;
  }

  /** Waits until changes that other processes made more than a second ago are known. @returns undefined when nothing is to be awaited. */
  confirm(): Promise<void> | undefined {
    return this.copy.confirm();
  }

  private async read(): Promise<void> {
    for (;;) {
      const [row] = await this.database.run(READ_AFTER, { revision: this.revision });
      const { now, versions } = row!;
      this.catalogue.apply(versions.map(toLiveVersion));
      this.revision = versions.at(-1)?.revision ?? this.revision;
      if (versions.length === MAX_READ) continue;
      this.knownUntil = Number(now);
      this.readAtMs = performance.now();
      return;
    }
  }

  private logDifferences(): void {
    const { liveVersions, sources } = this.catalogue;
    for (const live of liveVersions) {
      const { kind, key, version, settings } = live;
      const name = `${kind} ${key}, version ${version}`;
      const problem = this.catalogue.problemOf(live);
      const fields = differencesOf(sources, live, settings).map(({ field }) => field);
      if (problem !== null) this.logger.warn(`${name}: not in force: ${problem}`);
      else if (fields.length > 0) this.logger.log(`${name}: differs from the files in ${fields.join(', ')}`);
    }
  }
}

function toLiveVersion({ kind, key, version, settings, changed_at }: ReadVersion): LiveVersion {
  return { kind, key, version, settings, changedAtMs: changed_at };
}
