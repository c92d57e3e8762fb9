import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/index.js';
import {
  describeShortage,
  openDatabase,
  type OpenedDatabase,
  readConnections,
  SetupError,
} from '../database/index.js';
import { JsonLogger } from '../log/index.js';
import { Child } from './child.js';
import { SUPERVISED_FLAG } from './messages.js';
import { autoCount, hasOneListener, planProcesses, type ProcessPlan } from './plan.js';
import { MAX_QUICK_ENDS, Restarts } from './restarts.js';
import { cumulative, RetiredFigures } from './retired-figures.js';

/** All processes have ended after this, killed if need be; the database has the rest of the 10 s of a graceful stop. */
const STOP_MS = 8_000;
/** As long as for a process that is stopped alone. */
const REPLACE_MS = 10_000;
/** A scrape waits so long for the figures of a process; then those that it reported last count. */
const REPORT_MS = 1_500;
/** For commands, backups, a person on the embedded server, beside the connections of the processes. */
const SPARE_CONNECTIONS = 50;

/** The process is null while a restart is delayed. */
interface Slot {
  plan: ProcessPlan;
  child: Child | null;
  restarts: Restarts;
}

export class Supervisor {
  /** Rejects when a process cannot live. */
  readonly ended: Promise<never>;
  private giveUp!: (error: Error) => void;
  private readonly logger: JsonLogger;
  private readonly slots: Slot[];
  private readonly retired = new RetiredFigures();
  private readonly stopping = new AbortController();
  private closing?: Promise<void>;
  private rolling?: Promise<void>;
  /** Contains a new process that does not have its slot yet, and one that drains. */
  private readonly children = new Set<Child>();
  private port: number | null = null;
  private reports = 0;
  private isServing = false;

  private constructor(
    private readonly config: Config,
    private readonly database: OpenedDatabase,
    plans: ProcessPlan[],
  ) {
    this.logger = new JsonLogger(config.log);
    this.slots = plans.map((plan) => ({ plan, child: null, restarts: new Restarts() }));
    this.ended = new Promise((_, reject) => (this.giveUp = reject));
    this.ended.catch(() => undefined);
    database.ended?.catch((error: unknown) => this.giveUp(error as Error));
  }

  /**
   * @returns null when the settings demand one process, which needs no supervisor.
   * @throws {SetupError} when the server does not bear the connections of the processes.
   */
  static async open(config: Config): Promise<Supervisor | null> {
    if (config.processes === 1) return null;
    const ownsDatabase = config.database.url === null;
    const wanted =
      config.processes === 'auto' ? autoCount(availableParallelism(), ownsDatabase) : config.processes;
    if (wanted === 1) return null;
    const logger = new JsonLogger(config.log);
    const { serverConnections: connections } = config.database;
    const database = await openDatabase(config, (line) => logger.debug(line, 'postgres'), {
      connections: (wanted + 1) * connections + SPARE_CONNECTIONS,
      onWait: (line) => logger.warn(line, 'database'),
      onServerEnd: (line) => logger.error(line, undefined, 'postgres'),
    });
    if (database.upgrade) logger.log(database.upgrade, 'database');
    try {
      const found = await readConnections(database.directUrl);
      const left = found.usable - found.declared;
      const borne = Math.floor(left / connections) - 1;
      const count = config.processes === 'auto' ? Math.max(2, Math.min(wanted, borne)) : wanted;
      const plans = planProcesses(count, config.roles);
      const [most, replacement] = hasOneListener(plans)
        ? [count + 1, ' (and one more while one is replaced)']
        : [count, ''];
      if (most * connections > left)
        throw new SetupError(
          describeShortage(found, `a service of ${count} processes${replacement}`, most * connections),
        );
      return new Supervisor(config, database, plans);
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  /** @returns the URL under which callers reach the processes. @throws when one does not start */
  async listen(): Promise<string> {
    // With round robin a connection that a killed process was handed stays open, and its request hangs
    // (docs/decisions/processes-and-deployment.md).
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ args: [...process.argv.slice(2), SUPERVISED_FLAG] });
    const [first, ...others] = this.slots;
    // Alone, so that an error of the settings is reported once.
    const { url, port } = await this.startFirst(first!);
    this.port = port;
    await Promise.all(others.map((slot) => this.startFirst(slot)));
    this.slots.forEach((slot) => this.watch(slot));
    this.isServing = true;
    this.logger.log(`serving with ${this.slots.map(({ plan }) => plan.name).join(', ')}`, 'processes');
    return url ?? '';
  }

  private async startFirst(slot: Slot) {
    slot.child = this.launch(slot.plan);
    try {
      return await slot.child.ready;
    } catch (error) {
      throw new SetupError(`${(error as Error).message}: the reason is above.`, { cause: error });
    }
  }

  private launch(plan: ProcessPlan): Child {
    if (this.closing) throw new Error('the service is stopping');
    const { name, listens } = plan;
    const assignment = { name, listens, databaseUrl: this.database.url, port: this.port };
    const child = Child.launch(plan, assignment, (reader, request) => void this.read(reader, request));
    this.logger.debug(`started ${name} (pid ${child.pid})`, 'processes');
    this.children.add(child);
    void child.gone.then(() => {
      this.children.delete(child);
      this.retired.add(child.figures);
    });
    return child;
  }

  /** A process that ends by itself starts again. */
  private watch(slot: Slot): void {
    const child = slot.child!;
    void child.gone.then(async (how) => {
      if (child.isLeaving || slot.child !== child) return;
      slot.child = null;
      await this.restart(slot, how, child.servedMs).catch((error: unknown) => this.giveUp(error as Error));
    });
  }

  private async restart(slot: Slot, how: string, servedMs: number): Promise<void> {
    const { name } = slot.plan;
    const delayMs = slot.restarts.nextDelayMs(servedMs);
    if (delayMs === null)
      throw new SetupError(
        `The process ${name} ended ${MAX_QUICK_ENDS} times in a row soon after its start, the last time with ${how}: the whole service stops; the lines above may say why.`,
      );
    this.logger.warn(`${name} ended with ${how} and starts again in ${delayMs} ms`, 'processes');
    await sleep(delayMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    if (this.closing || slot.child) return;
    slot.child = this.launch(slot.plan);
    this.watch(slot);
  }

  /** Does nothing while all are being started anyway. Stops at the first new process that does not start. */
  reload(): void {
    if (!this.isServing) return;
    this.rolling ??= this.replaceAll()
      .catch((error: unknown) => {
        if (!this.closing) this.logger.error(`not replaced: ${String(error)}`, 'processes');
      })
      .finally(() => (this.rolling = undefined));
  }

  private async replaceAll(): Promise<void> {
    const isNewFirst = hasOneListener(this.slots.map(({ plan }) => plan)) || (await this.bearsOneMore());
    if (!isNewFirst)
      this.logger.log(
        'no connections for one process more: each one ends before the next starts',
        'processes',
      );
    for (const slot of this.slots) {
      // A process that is started again anyway is new.
      if (!slot.child) continue;
      if (isNewFirst) await this.startThenEnd(slot);
      else await this.endThenStart(slot);
    }
    this.logger.log('every process was replaced', 'processes');
  }

  private async bearsOneMore(): Promise<boolean> {
    const { usable, declared } = await readConnections(this.database.directUrl);
    return declared + this.config.database.serverConnections <= usable;
  }

  private async startThenEnd(slot: Slot): Promise<void> {
    const next = this.launch(slot.plan);
    await next.ready;
    const old = slot.child;
    slot.child = next;
    this.watch(slot);
    // The old one may have died meanwhile.
    await old?.end(REPLACE_MS);
  }

  private async endThenStart(slot: Slot): Promise<void> {
    await slot.child?.end(REPLACE_MS);
    slot.child = this.launch(slot.plan);
    this.watch(slot);
    await slot.child.ready;
  }

  /** Drains the workers together and the API processes one after the other, then closes the database. Idempotent. */
  close(): Promise<void> {
    this.closing ??= this.stop().finally(() => this.database.close());
    return this.closing;
  }

  private async stop(): Promise<void> {
    this.stopping.abort();
    const children = [...this.children];
    children.forEach((child) => (child.isLeaving = true));
    const until = performance.now() + STOP_MS;
    const end = (child: Child) => child.end(Math.max(0, until - performance.now()));
    const isLast = ({ plan }: Child) => !plan.listens;
    const workers = Promise.all(children.filter(isLast).map(end));
    const listening = children.filter((child) => !isLast(child));
    // With many, the next begins before the one before it has ended.
    const shareMs = STOP_MS / 2 / Math.max(1, listening.length);
    const ends: Promise<void>[] = [];
    for (const child of listening) {
      const ending = end(child);
      ends.push(ending);
      await Promise.race([ending, sleep(shareMs)]);
    }
    await Promise.all([workers, ...ends]);
  }

  /** One process reads the metrics of all for a caller. */
  private async read(reader: Child, request: number): Promise<void> {
    const children = [...this.children].filter(({ isReady }) => isReady);
    const report = ++this.reports;
    const reported = await Promise.all(
      children.map(async (child) => {
        const before = child.figures;
        await child.report(report, REPORT_MS);
        // The gauges of a process that has not responded are not known.
        return { child, figures: child.figures === before ? cumulative(before) : child.figures };
      }),
    );
    // One that ended meanwhile is in the retired figures.
    const figures = reported.flatMap((one) => (this.children.has(one.child) ? [one.figures] : []));
    reader.send({ kind: 'all figures', request, figures: [...this.retired.figures, ...figures] });
  }
}
