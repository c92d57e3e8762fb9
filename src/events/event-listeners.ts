import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Config } from '../platform/config/index.js';
import { Database, logFailure } from '../platform/database/index.js';
import { Round } from '../platform/schedule/index.js';
import { EventEnd } from './event-end.js';
import { EVENT_KINDS, type EventKind, type EventListener } from './event-listener.js';
import { FORGET, IS_REGISTERED, REGISTER, REMOVE_HANDLED } from './event-listeners.sql.js';
import { EventMetrics } from './event-metrics.js';
import { EventTriggers } from './event-triggers.js';
import { ListenerRunner } from './listener-runner.js';
import { recordedKindsOf } from './recorded-kinds.js';

export const EVENT_LISTENERS = Symbol('EVENT_LISTENERS');

const BATCH_ROWS = 2_000;

/** Runs in processes with the role `worker`, also without listeners: the last one may have gone, and its events remain to be removed. */
@Injectable()
export class EventListeners implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('events');
  private readonly triggers: EventTriggers;
  private readonly registered = new Set<string>();
  private runners: ListenerRunner[] = [];
  private rounds?: Round;
  private isStopping = false;

  constructor(
    private readonly registry: SchedulerRegistry,
    private readonly database: Database,
    private readonly config: Config,
    private readonly metrics: EventMetrics,
    @Inject(EVENT_LISTENERS) private readonly listeners: EventListener[],
  ) {
    checkListeners(listeners);
    for (const { name } of listeners) metrics.expect(name);
    this.triggers = new EventTriggers(database);
  }

  async onApplicationBootstrap(): Promise<void> {
    // A failure must not stop the start: the round repeats it.
    await this.upkeep().catch((error: unknown) => logFailure(this.logger, 'keep-events', error));
    this.rounds = new Round(this.registry, 'keep-events', () => this.upkeep());
    const { registry, database, metrics } = this;
    const { leaseSeconds } = this.config.worker;
    const parts = { registry, database, metrics, leaseSeconds, end: new EventEnd(database) };
    this.runners = this.listeners.map((listener) => new ListenerRunner(listener, parts));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await Promise.all([this.rounds?.stop(), ...this.runners.map((runner) => runner.stop())]);
  }

  /** Registers, forgets, creates or drops triggers, and removes handled events. */
  async upkeep(): Promise<void> {
    for (const { name, kinds } of this.listeners) await this.register(name, kinds);
    const forgotten = await this.database.run(FORGET, { days: this.config.events.listenerDays });
    for (const { name } of forgotten)
      this.logger.warn(
        `${name} was forgotten: no process ran it for ${this.config.events.listenerDays} days`,
      );
    await this.triggers.sync();
    while (!this.isStopping) {
      const [removed] = await this.database.run(REMOVE_HANDLED, { limit: BATCH_ROWS });
      if (removed!.count < BATCH_ROWS) return;
    }
  }

  /** Registers a listener at the first call, and again when its row was removed. */
  private async register(name: string, kinds: readonly EventKind[]): Promise<void> {
    if (this.registered.has(name) && (await this.database.run(IS_REGISTERED, { listener: name })).length > 0)
      return;
    const [row] = await this.database.run(REGISTER, { listener: name, kinds: recordedKindsOf(kinds) });
    if (row!.is_new) this.logger.log(`${name} is registered and hears what happens from now on`);
    this.registered.add(name);
  }
}

/** @throws when a listener has no valid name or kind, or when two have one name. */
export function checkListeners(listeners: readonly EventListener[]): void {
  const names = new Set<string>();
  for (const { name, kinds, constructor } of listeners) {
    if (typeof name !== 'string' || !/^[a-z][a-z0-9-]{0,62}$/.test(name))
      throw new Error(
        `the listener ${constructor.name} needs a name of lower-case letters, digits and hyphens`,
      );
    if (names.has(name)) throw new Error(`two listeners are named ${name}`);
    names.add(name);
    // An extension in JavaScript may lack any of them.
    if (!((kinds as unknown) instanceof Array) || kinds.length === 0)
      throw new Error(`the listener ${name} hears no kinds`);
    const unknown = kinds.filter((kind) => !EVENT_KINDS.includes(kind));
    if (unknown.length > 0)
      throw new Error(`the listener ${name} hears unknown kinds: ${unknown.join(', ')}`);
  }
}
