import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type BudgetRequest, type BudgetVerdict, COUNTED_SECONDS, LimitStore } from 'offprint';
import { type RedisConnection, RedisLink } from './redis-link.js';
import { RedisScript } from './redis-script.js';
import { type RedisSettings, type ResolvedSettings, resolveSettings } from './redis-settings.js';
import { REPORT_SECONDS, TAKE, USED } from './take.lua.js';

const VERDICTS = ['admitted', 'own', 'platform'] as const;
/** How long a batch number that this process has seen proves something: older requests have left every window. */
const PROOF_MS = (COUNTED_SECONDS + 1) * 1_000;
/** Settings of Redis that remove keys of its own accord. */
const EVICTING = /^maxmemory_policy:(?!noeviction)\S+/m;

/**
 * Keeps the budgets of counted requests in Redis or Valkey. One script decides about a batch by Redis' clock.
 *
 * It notices when Redis has lost admitted requests (a restart without persistence, a failover to a replica that was behind):
 * each process remembers the number of the last batch whose verdicts it got, and sends it with the next. With `onFailure:
 * 'closed'` nothing is then admitted for `COUNTED_SECONDS`.
 */
export class RedisLimitStore extends LimitStore implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('redis');
  private readonly settings: ResolvedSettings;
  private readonly link: RedisLink;
  private readonly takeScript = new RedisScript(TAKE);
  private readonly usedScript = new RedisScript(USED);
  /** Identifies the server process of the connection. */
  private run = '';
  private seen = 0;
  private seenAt = -Infinity;
  private isFailing = false;

  constructor(settings: RedisSettings) {
    super();
    this.settings = resolveSettings(settings);
    this.link = new RedisLink(this.settings.url, 'limits', (connection) => this.prepare(connection));
  }

  /** Connects, and waits for the pause of a first contact, so that the first requests are not rejected. */
  async onModuleInit(): Promise<void> {
    await this.link.start();
    const until = performance.now() + (REPORT_SECONDS + 1) * 1_000;
    while (this.settings.onFailure === 'closed' && performance.now() < until) {
      const result = await this.link
        .run((connection) => this.send(connection, [this.stateKey], []))
        .catch(() => null);
      // A hold after a loss is longer, and is not waited for.
      if (result && (result[0]! >= 0 || result[1]! > REPORT_SECONDS + 1)) return;
      await sleep(100);
    }
  }

  onApplicationShutdown(): void {
    this.link.stop();
  }

  override async take(requests: readonly BudgetRequest[]): Promise<BudgetVerdict[]> {
    if (requests.length === 0) return [];
    try {
      const verdicts = await this.decide(requests);
      if (this.isFailing) this.logger.log('requests are counted again');
      this.isFailing = false;
      return verdicts;
    } catch (error) {
      if (this.settings.onFailure === 'closed') throw error;
      if (!this.isFailing) this.logger.warn(`requests are admitted without being counted: ${String(error)}`);
      this.isFailing = true;
      return requests.map(uncounted);
    }
  }

  override async used(subjects: readonly string[]): Promise<number[]> {
    if (subjects.length === 0) return [];
    const keys = subjects.map((subject) => this.keyOf(subject));
    try {
      return await this.link.run((connection) => this.usedScript.run(connection, keys, []));
    } catch (error) {
      if (this.settings.onFailure === 'closed') throw error;
      return subjects.map(() => 0);
    }
  }

  private async decide(requests: readonly BudgetRequest[]): Promise<BudgetVerdict[]> {
    const keys = [this.stateKey];
    const places = new Map<string, string>();
    const placeOf = (subject: string): string => {
      let place = places.get(subject);
      if (place === undefined) {
        place = String(keys.push(this.keyOf(subject)));
        places.set(subject, place);
      }
      return place;
    };
    const values = requests.flatMap(({ own, platform, isCounted }) => [
      placeOf(own.subject),
      String(own.limit),
      placeOf(platform.subject),
      String(platform.limit),
      isCounted ? '1' : '0',
    ]);
    const [number = 0, ...results] = await this.link.run((connection) => this.send(connection, keys, values));
    if (number < 0)
      throw new Error(`Redis is new or has lost requests: none is admitted for ${results[0] ?? 0} s`);
    return requests.map((_, index) => ({
      verdict: VERDICTS[results[index * 3]!]!,
      remaining: results[index * 3 + 1]!,
      resetSeconds: results[index * 3 + 2]!,
    }));
  }

  private async send(connection: RedisConnection, keys: string[], values: string[]): Promise<number[]> {
    const seen = performance.now() - this.seenAt < PROOF_MS ? this.seen : 0;
    const isStrict = this.settings.onFailure === 'closed';
    const state = [this.run, String(seen), isStrict ? '1' : '0'];
    const results = await this.takeScript.run(connection, keys, [...state, ...values]);
    const [number = 0] = results;
    if (number >= 0 && number !== this.seen) [this.seen, this.seenAt] = [number, performance.now()];
    return results;
  }

  /** Reads which server process this is, and reports at once what this process has seen. */
  private async prepare(connection: RedisConnection): Promise<void> {
    const info = await connection.info().catch(() => '');
    this.run = /^run_id:(\w+)/m.exec(info)?.[1] ?? 'unknown';
    if (EVICTING.test(info) && !/^maxmemory:0\r?$/m.test(info))
      this.logger.warn('Redis evicts keys when its memory is full: set maxmemory-policy to noeviction');
    await this.send(connection, [this.stateKey], []);
  }

  private get stateKey(): string {
    return `${this.settings.prefix}limits`;
  }

  private keyOf(subject: string): string {
    return `${this.settings.prefix}limit:${subject}`;
  }
}

function uncounted({ own }: BudgetRequest): BudgetVerdict {
  // A limit of 0 admits nothing, counted or not.
  if (own.limit < 1) return { verdict: 'own', remaining: 0, resetSeconds: COUNTED_SECONDS };
  return { verdict: 'admitted', remaining: own.limit - 1, resetSeconds: own.limit === 1 ? 1 : 0 };
}
