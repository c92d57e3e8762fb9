/**
 * What a ComfyUI server knows of a job: by its jobs API, or in older builds by its history and its queue. All of it is in
 * the server's memory and gone after a restart.
 */
import { AnswerLost, type EngineAnswer, type EngineClient, NotSent, recordOf } from '../wire/index.js';

/** Which of the two the server has; kept in the reference once it is known. */
export type Via = 'jobs' | 'history';

export interface ServerJob {
  /** `pending`, `in_progress`, `completed`, `failed`, `cancelled`; what is none of these is taken for running. */
  status: string;
  /** 1 is next. */
  queuePosition?: number;
  outputs?: unknown;
  error?: unknown;
}

export type Look =
  | { kind: 'job'; via: Via; job: ServerJob }
  /** The server answers, and does not know the id. */
  | { kind: 'absent'; via: Via; answer: EngineAnswer }
  | { kind: 'refused'; answer: EngineAnswer };

export class ServerJobs {
  constructor(private readonly client: EngineClient) {}

  /** @throws {NotSent} {@link NotSent} @throws {AnswerLost} {@link AnswerLost}, also for answers of an unknown shape. */
  async look(id: string, via: Via | undefined, signal: AbortSignal): Promise<Look> {
    if (via === 'history') return this.lookInHistory(id, signal);
    const answer = await this.client.exchange({ url: `/api/jobs/${id}`, signal });
    if (isNoSuchRoute(answer)) return this.lookInHistory(id, signal);
    if (answer.status === 404) return { kind: 'absent', via: 'jobs', answer };
    if (!answer.ok) return { kind: 'refused', answer };
    const { status, outputs, execution_error: error } = recordOf(answer.json());
    if (typeof status !== 'string') throw new AnswerLost('a job without a status');
    const queuePosition = status === 'pending' ? await this.positionOf(id, signal) : undefined;
    return { kind: 'job', via: 'jobs', job: { status, queuePosition, outputs, error } };
  }

  /** Whether the server is at work on it at this moment. */
  async isRunning(id: string, signal: AbortSignal): Promise<boolean> {
    const answer = await this.client.exchange({ url: '/queue', signal });
    if (!answer.ok) throw new Error(`the engine answered ${answer.status}`);
    return entriesOf(recordOf(answer.json()).queue_running).some((entry) => entry.id === id);
  }

  /** Good to know: without it the poll serves as well. */
  private async positionOf(id: string, signal: AbortSignal): Promise<number | undefined> {
    try {
      const answer = await this.client.exchange({ url: '/api/jobs', query: { status: 'pending' }, signal });
      const { jobs } = recordOf(answer.ok ? answer.json() : null);
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

  /** The queue comes first: what ends in between is in the history by then, and never in neither. */
  private async lookInHistory(id: string, signal: AbortSignal): Promise<Look> {
    const queue = await this.client.exchange({ url: '/queue', signal });
    if (!queue.ok) return { kind: 'refused', answer: queue };
    const { queue_running: running, queue_pending: pending } = recordOf(queue.json());
    const answer = await this.client.exchange({ url: `/history/${id}`, signal });
    if (!answer.ok) return { kind: 'refused', answer };
    const entry = recordOf(answer.json())[id];
    if (entry !== undefined) return { kind: 'job', via: 'history', job: ended(recordOf(entry)) };
    if (entriesOf(running).some((one) => one.id === id))
      return { kind: 'job', via: 'history', job: { status: 'in_progress' } };
    const queuePosition = positionAmong(entriesOf(pending), id);
    if (queuePosition === undefined) return { kind: 'absent', via: 'history', answer };
    return { kind: 'job', via: 'history', job: { status: 'pending', queuePosition } };
  }
}

/** An older build answers the paths of the jobs API as any web server does that lacks a file: without JSON. */
export function isNoSuchRoute({ status, headers }: EngineAnswer): boolean {
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

/** An entry of the history as the jobs API would show it. */
function ended({ outputs, status }: Readonly<Record<string, unknown>>): ServerJob {
  const { status_str: said, messages } = recordOf(status);
  const events = new Map(
    (Array.isArray(messages) ? messages : [])
      .filter((message): message is unknown[] => Array.isArray(message))
      .map(([name, data]) => [name, data]),
  );
  if (said !== 'error') return { status: 'completed', outputs };
  if (events.has('execution_interrupted')) return { status: 'cancelled' };
  return { status: 'failed', error: events.get('execution_error') };
}
