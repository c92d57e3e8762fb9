import cluster, { type Worker } from 'node:cluster';
import type { Figures } from '../metrics/index.js';
import { type Assignment, isMessage, type ToProcess, type ToSupervisor } from './messages.js';
import type { ProcessPlan } from './plan.js';

export interface Readiness {
  url: string | null;
  port: number | null;
}

export class Child {
  /** The end of the process is expected then. */
  isLeaving = false;
  figures: Figures = [];
  /** Rejects when the process ends first. */
  readonly ready: Promise<Readiness>;
  /** Resolves with a description of the end. */
  readonly gone: Promise<string>;
  private readyAt: number | null = null;
  private readonly reports = new Map<number, () => void>();

  constructor(
    readonly plan: ProcessPlan,
    private readonly worker: Worker,
    assignment: Assignment,
    onRead: (child: Child, request: number) => void,
  ) {
    this.gone = new Promise((resolve) => {
      worker.once('exit', (code: number | null, signal: string | null) =>
        resolve(signal ? `signal ${signal}` : `exit code ${code}`),
      );
    });
    // A message to a process that has just been killed.
    worker.on('error', () => undefined);
    this.ready = new Promise((resolve, reject) => {
      void this.gone.then((how) => reject(new Error(`${plan.name} ended before it was ready (${how})`)));
      worker.on('message', (value: unknown) => {
        if (!isMessage(value)) return;
        const message = value as ToSupervisor;
        if (message.kind === 'joined') this.send({ kind: 'assignment', assignment });
        else if (message.kind === 'read') onRead(this, message.request);
        else if (message.kind === 'figures') this.receive(message.request, message.figures);
        // oxlint-disable-next-line typescript/no-unnecessary-condition -- extensions send messages too
        else if (message.kind === 'ready') {
          this.readyAt = performance.now();
          resolve(message);
        }
      });
    });
    this.ready.catch(() => undefined);
  }

  static launch(
    plan: ProcessPlan,
    assignment: Assignment,
    onRead: (child: Child, request: number) => void,
  ): Child {
    return new Child(plan, cluster.fork({ PROCESSES: '1', ROLES: plan.roles.join() }), assignment, onRead);
  }

  get pid(): number {
    return this.worker.process.pid!;
  }

  get isReady(): boolean {
    return this.readyAt !== null;
  }

  get servedMs(): number {
    return this.readyAt === null ? 0 : performance.now() - this.readyAt;
  }

  /** Resolves when the current figures are in `figures`, or after `maxMs`. */
  report(request: number, maxMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.reports.delete(request);
        resolve();
      };
      const timer = setTimeout(done, maxMs);
      this.reports.set(request, done);
      void this.gone.then(done);
      this.send({ kind: 'report', request });
    });
  }

  private receive(request: number | null, figures: Figures): void {
    this.figures = figures;
    if (request !== null) this.reports.get(request)?.();
  }

  /** Sends SIGTERM, and SIGKILL after `maxMs`. */
  async end(maxMs: number): Promise<void> {
    this.isLeaving = true;
    this.worker.process.kill('SIGTERM');
    const force = setTimeout(() => this.worker.process.kill('SIGKILL'), maxMs);
    await this.gone;
    clearTimeout(force);
  }

  send(message: ToProcess): void {
    if (this.worker.isConnected()) this.worker.send(message, () => undefined);
  }
}
