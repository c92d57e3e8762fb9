import cluster from 'node:cluster';
import type { Figures, Metrics } from '../metrics/index.js';
import {
  type Assignment,
  isMessage,
  SUPERVISED_FLAG,
  type ToProcess,
  type ToSupervisor,
} from './messages.js';

export interface SupervisedApp {
  listen(): Promise<string>;
  readonly port: number | null;
  usePort(port: number): void;
  close(): Promise<void>;
}

/** Null for a process without a supervisor. */
export async function joinSupervisor(): Promise<Supervision | null> {
  if (!cluster.isWorker || !process.argv.includes(SUPERVISED_FLAG)) return null;
  // Otherwise Node.js ends the process at once when the supervisor is gone, in the middle of its requests.
  cluster.worker!.exitedAfterDisconnect = true;
  const assignment = new Promise<Assignment>((resolve) => {
    process.on('message', (message: unknown) => {
      if (isMessage(message) && message.kind === 'assignment')
        resolve((message as unknown as { assignment: Assignment }).assignment);
    });
  });
  await send({ kind: 'joined' });
  return new Supervision(await assignment);
}

export class Supervision {
  private metrics?: Metrics;
  private readonly reads = new Map<number, (figures: Figures[]) => void>();
  private lastRead = 0;

  constructor(private readonly assignment: Assignment) {
    process.title = `offprint ${assignment.name}`;
    process.on('message', (message: unknown) => {
      if (isMessage(message)) void this.receive(message as ToProcess);
    });
  }

  /** The supervisor has opened this database. */
  get databaseUrl(): string {
    return this.assignment.databaseUrl;
  }

  /** Binds the port, if this process has one, before it reports readiness. */
  async start(app: SupervisedApp, metrics: Metrics): Promise<void> {
    this.metrics = metrics;
    metrics.sumWith(() => this.readAll());
    const { listens, port } = this.assignment;
    if (port !== null) app.usePort(port);
    const url = listens ? await app.listen() : null;
    await send({ kind: 'ready', url, port: app.port });
  }

  /** Reports the last figures after the application is closed. */
  async end(app: SupervisedApp): Promise<void> {
    await app.close();
    const figures = await this.metrics?.figures({ filled: false });
    if (figures) await send({ kind: 'figures', request: null, figures });
  }

  private async receive(message: ToProcess): Promise<void> {
    if (message.kind === 'report' && this.metrics) {
      const figures = await this.metrics.figures();
      await send({ kind: 'figures', request: message.request, figures });
    }
    if (message.kind === 'all figures') {
      this.reads.get(message.request)?.(message.figures);
      this.reads.delete(message.request);
    }
  }

  private readAll(): Promise<Figures[]> {
    const request = ++this.lastRead;
    return new Promise((resolve) => {
      this.reads.set(request, resolve);
      void send({ kind: 'read', request });
    });
  }
}

/** A supervisor that is gone gets no message. */
function send(message: ToSupervisor): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send!(message, undefined, undefined, () => resolve());
    else resolve();
  });
}
