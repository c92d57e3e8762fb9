/** Older builds have no jobs API, only a history and a queue. The server keeps jobs in memory and loses them on restart. */
import { AnswerLost, type EngineClient, type EngineResponse, NotSent, recordOf } from '../wire/index.js';

/** Stored in the reference once it is known which API the server has. */
export type Via = 'jobs' | 'history';

interface ServerJob {
  /** `pending`, `in_progress`, `completed`, `failed` or `cancelled`; any other value counts as running. */
  status: string;
  /** 1 is next. */
  queuePosition?: number;
  outputs?: unknown;
  error?: unknown;
}

export type JobLookup =
  | { kind: 'job'; via: Via; job: ServerJob }
  /** The server responded and does not know the id. */
  | { kind: 'absent'; via: Via; response: EngineResponse }
  | { kind: 'refused'; response: EngineResponse };

export class ServerJobs {
  constructor(private readonly client: EngineClient) {}

  /** @throws {NotSent} {@link NotSent} @throws {AnswerLost} {@link AnswerLost}, also for a response of an unknown shape. */
  async lookUp(id: string, via: Via | undefined, signal: AbortSignal): Promise<JobLookup> {
    if (via === 'history') return this.lookUpInHistory(id, signal);
    const response = await this.client.exchange({ url: `/api/jobs/${id}`, signal });
    if (isNoSuchRoute(response)) return this.lookUpInHistory(id, signal);
    if (response.status === 404) return { kind: 'absent', via: 'jobs', response };
    if (!response.ok) return { kind: 'refused', response };
    const { status, outputs, execution_error: error } = recordOf(response.json());
    if (typeof status !== 'string') throw new AnswerLost('a job without a status');
    const queuePosition = status === 'pending' ? await this.positionOf(id, signal) : undefined;
    return { kind: 'job', via: 'jobs', job: { status, queuePosition, outputs, error } };
  }

  async isRunning(id: string, signal: AbortSignal): Promise<boolean> {
    const response = await this.client.exchange({ url: '/queue', signal });
    if (!response.ok) throw new Error(`the engine answered ${response.status}`);
    return entriesOf(recordOf(response.json()).queue_running).some((entry) => entry.id === id);
  }

  /** Returns undefined when the position cannot be read: a poll works without it. */
  private async positionOf(id: string, signal: AbortSignal): Promise<number | undefined> {
    try {
      const response = await this.client.exchange({ url: '/api/jobs', query: { status: 'pending' }, signal });
      const { jobs } = recordOf(response.ok ? response.json() : null);
      const waiting = (Array.isArray(jobs) ? jobs : []).map(recordOf);
      return positionAmong(
        waiting.map((job) => ({ id: job.id, number: job.priority })),
        id,
      );
    } catch (error) {
      if (error instanceof NotSent || error instanceof AnswerLost) return undefined;
      throw error;
    }
  }

  /** Reads the queue before the history: a job that ends in between is in the history by then, so it is never missed. */
  private async lookUpInHistory(id: string, signal: AbortSignal): Promise<JobLookup> {
    const queue = await this.client.exchange({ url: '/queue', signal });
    if (!queue.ok) return { kind: 'refused', response: queue };
    const { queue_running: running, queue_pending: pending } = recordOf(queue.json());
    const response = await this.client.exchange({ url: `/history/${id}`, signal });
    if (!response.ok) return { kind: 'refused', response };
    const entry = recordOf(response.json())[id];
    if (entry !== undefined && entry !== null)
      return { kind: 'job', via: 'history', job: jobOfHistoryEntry(recordOf(entry)) };
    if (entriesOf(running).some((one) => one.id === id))
      return { kind: 'job', via: 'history', job: { status: 'in_progress' } };
    const queuePosition = positionAmong(entriesOf(pending), id);
    if (queuePosition === undefined) return { kind: 'absent', via: 'history', response };
    return { kind: 'job', via: 'history', job: { status: 'pending', queuePosition } };
  }
}

/** A build without the jobs API answers such a path with the 404 of a web server, without JSON. */
export function isNoSuchRoute({ status, headers }: EngineResponse): boolean {
  return status === 405 || (status === 404 && !/json/.test(headers['content-type'] ?? ''));
}

interface QueueEntry {
  id: unknown;
  /** Lower ones come first. */
  number: unknown;
}

/** Entries of the queue are `[number, id, workflow, …]`. */
function entriesOf(list: unknown): QueueEntry[] {
  return (Array.isArray(list) ? list : [])
    .filter((entry): entry is unknown[] => Array.isArray(entry))
    .map(([number, id]) => ({ id, number }));
}

function positionAmong(waiting: readonly QueueEntry[], id: string): number | undefined {
  const own = waiting.find((entry) => entry.id === id);
  if (!own) return undefined;
  return 1 + waiting.filter(({ number }) => Number(number) < Number(own.number)).length;
}

/** Converts an entry of the history to the format of the jobs API. */
function jobOfHistoryEntry({ outputs, status }: Readonly<Record<string, unknown>>): ServerJob {
  const { status_str: reported, messages } = recordOf(status);
  const events = new Map(
    (Array.isArray(messages) ? messages : [])
      .filter((message): message is unknown[] => Array.isArray(message))
      .map(([name, data]) => [name, data]),
  );
  if (reported !== 'error') return { status: 'completed', outputs };
  if (events.has('execution_interrupted')) return { status: 'cancelled' };
  return { status: 'failed', error: events.get('execution_error') };
}
