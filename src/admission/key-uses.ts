import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { Logger } from '@nestjs/common';
import type { SchedulerRegistry } from '@nestjs/schedule';
import { type Database, logFailure } from '../platform/database/index.js';
import { Round } from '../platform/schedule/index.js';
import { CREATE_BUDGETS } from './admit.sql.js';
import { ADD_USES } from './key-uses.sql.js';

/** With so many keys in memory they are written at once. */
const FLUSH_KEYS = 10_000;
/** Further keys are not counted. They wait only while the database is unavailable, when no key can be looked up either. */
const MAX_KEYS = 20_000;
const KEYS_PER_STATEMENT = 1_000;

interface Uses {
  requests: number;
  /** As `performance.now()` returns it. */
  lastAt: number;
}

/**
 * Counts the requests of keys whose own row in `budgets` the admission statement does not write, in memory: of keys that have
 * replaced another one and share its budget, and with a replaced `LimitStore` of all keys. It adds them to PostgreSQL in a round
 * and at a stop, after the last request. A killed process loses what it has counted since. A statement whose response is lost is
 * repeated, so its requests can count twice.
 */
export class KeyUses implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('limits');
  private uses = new Map<string, Uses>();
  private round?: Round;

  constructor(
    private readonly database: Database,
    private readonly registry: SchedulerRegistry,
  ) {}

  onApplicationBootstrap(): void {
    this.round = new Round(this.registry, 'key-uses', () => this.flush());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.round?.stop();
    await this.flush().catch((error: unknown) => logFailure(this.logger, 'uses of keys', error));
  }

  /** @param subject of the key's own row in `budgets`. */
  count(subject: string): void {
    const uses = this.uses.get(subject);
    if (uses) {
      uses.requests += 1;
      uses.lastAt = performance.now();
    } else if (this.uses.size < MAX_KEYS) {
      this.uses.set(subject, { requests: 1, lastAt: performance.now() });
      if (this.uses.size === FLUSH_KEYS) this.flushNow();
    }
  }

  private flushNow(): void {
    this.round?.run().catch((error: unknown) => logFailure(this.logger, 'uses of keys', error));
  }

  /** @throws the error of a statement; what it did not write is written later. */
  async flush(): Promise<void> {
    const entries = [...this.uses];
    this.uses = new Map();
    for (let start = 0; start < entries.length; start += KEYS_PER_STATEMENT) {
      const end = start + KEYS_PER_STATEMENT;
      let left = entries.slice(start, end);
      try {
        left = await this.addToRows(left);
        if (left.length === 0) continue;
        await this.database.run(CREATE_BUDGETS, { subjects: left.map(([subject]) => subject) });
        left = await this.addToRows(left);
      } catch (error) {
        this.keep([...left, ...entries.slice(end)]);
        throw error;
      }
    }
  }

  /** @returns the entries without a row. */
  private async addToRows(entries: [string, Uses][]): Promise<[string, Uses][]> {
    const now = performance.now();
    const rows = await this.database.run(ADD_USES, {
      subjects: entries.map(([subject]) => subject),
      requests: entries.map(([, { requests }]) => requests),
      ages: entries.map(([, { lastAt }]) => now - lastAt),
    });
    const found = new Set(rows.map(({ subject }) => subject));
    return entries.filter(([subject]) => !found.has(subject));
  }

  private keep(entries: [string, Uses][]): void {
    for (const [subject, { requests, lastAt }] of entries) {
      const newer = this.uses.get(subject);
      if (newer) newer.requests += requests;
      else if (this.uses.size < MAX_KEYS) this.uses.set(subject, { requests, lastAt });
    }
  }
}
