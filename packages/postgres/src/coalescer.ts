/**
 * Group commit: runs calls that arrive together in one statement.
 *
 * The first call runs at once and alone. Calls that arrive while it runs form the next batch, up to `maxBatch` calls and `maxBytes` bytes.
 * There is no timer: a single call takes as long as its statement, and batches grow with the load.
 *
 * Guarantees: results are matched to calls by position, so no call gets the result of another. On an error:
 *
 * - The server rejected a batch (any SQLSTATE but those of an unavailable database): the statement was rolled back. The batch runs again in
 *   up to `PARTS` parts, and each rejected part again, until only the calls at fault are rejected. Other calls continue meanwhile.
 * - The server cancelled a batch at its timeout: the same, so that only the slow calls get the timeout. When every part times out again,
 *   the database is slow for all calls, and all of them get the timeout.
 * - The database is unavailable, the connection was lost or the client stopped waiting: the statement may have been committed. All calls of
 *   the batch get the error and none is repeated. Waiting calls get the error too, so that no call waits for two timeouts.
 */
import { createSlots } from './lane.js';
import { reasonOfRefusal } from './unavailable.js';

interface Waiting<In, Out> {
  input: In;
  resolve(output: Out): void;
  reject(error: unknown): void;
}

export interface CoalescerOptions<In> {
  maxBatch?: number;
  lanes?: number;
  /** Bytes per statement at most, as `weigh` counts them; a larger call runs alone. */
  maxBytes?: number;
  weigh?: (input: In) => number;
  /** Returns the owner of a call: a rejected batch is split so that the calls of one owner stay in few parts. */
  ownerOf?: (input: In) => string;
}

/** Parts of a rejected batch, and statements of rejected batches in progress at once. */
const PARTS = 8;
/** How long a batch that timed out is run again in parts; the calls left after that get the timeout. */
const RETRY_MS = 6_000;

export class Coalescer<In, Out> {
  private waiting: Waiting<In, Out>[] = [];
  private running = 0;
  private readonly parts = createSlots(PARTS);
  private readonly maxBatch: number;
  private readonly lanes: number;

  /** @param run runs one statement; returns one output per input, in the same order. */
  constructor(
    private readonly run: (inputs: In[]) => Promise<Out[]>,
    private readonly options: CoalescerOptions<In> = {},
  ) {
    this.maxBatch = options.maxBatch ?? 100;
    this.lanes = options.lanes ?? 1;
  }

  call(input: In): Promise<Out> {
    return new Promise<Out>((resolve, reject) => {
      this.waiting.push({ input, resolve, reject });
      if (this.running < this.lanes) void this.drain();
    });
  }

  private async drain(): Promise<void> {
    this.running++;
    // Requests of the same socket read arrive before the next immediate: they join this batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.waiting.length > 0) {
      const batch = this.takeBatch();
      const error = await this.settle(batch);
      if (error) void this.refuse(batch, error.cause);
    }
    this.running--;
  }

  private takeBatch(): Waiting<In, Out>[] {
    const { weigh, maxBytes = Infinity } = this.options;
    if (!weigh) return this.waiting.splice(0, this.maxBatch);
    const most = Math.min(this.waiting.length, this.maxBatch);
    let count = 1;
    for (let bytes = weigh(this.waiting[0]!.input); count < most; count += 1) {
      bytes += weigh(this.waiting[count]!.input);
      if (bytes > maxBytes) break;
    }
    return this.waiting.splice(0, count);
  }

  /** @returns the error, when no call of the batch was resolved. */
  private async settle(batch: Waiting<In, Out>[]): Promise<{ cause: unknown } | null> {
    try {
      const outputs = await this.run(batch.map((call) => call.input));
      if (outputs.length !== batch.length)
        throw new Error(`a batch of ${batch.length} gave ${outputs.length} answers`);
      batch.forEach((call, index) => call.resolve(outputs[index]!));
      return null;
    } catch (error) {
      return { cause: error };
    }
  }

  private async refuse(
    batch: Waiting<In, Out>[],
    error: unknown,
    until = performance.now() + RETRY_MS,
  ): Promise<void> {
    const reason = reasonOfRefusal(error);
    const isTooLate = () => reason === 'timeout' && performance.now() > until;
    // The waiting calls would get the same error, later.
    if (reason === 'away') batch.push(...this.waiting.splice(0));
    if (batch.length === 1 || reason === 'away' || reason === 'unknown' || isTooLate()) {
      batch.forEach((call) => call.reject(error));
      return;
    }
    const parts = this.split(batch);
    const run = async (part: Waiting<In, Out>[]) => (isTooLate() ? { cause: error } : this.settle(part));
    const errors = await Promise.all(parts.map((part) => this.parts.run('', 1, () => run(part))));
    const isSlowForAll = errors.every((one) => one && reasonOfRefusal(one.cause) === 'timeout');
    const refused = parts.map(async (part, index) => {
      const again = errors[index];
      if (!again) return;
      if (isSlowForAll) part.forEach((call) => call.reject(again.cause));
      else await this.refuse(part, again.cause, until);
    });
    await Promise.all(refused);
  }

  private split(batch: Waiting<In, Out>[]): Waiting<In, Out>[][] {
    const { ownerOf } = this.options;
    const ordered = ownerOf ? [...batch].sort((a, b) => compare(ownerOf(a.input), ownerOf(b.input))) : batch;
    const size = Math.ceil(ordered.length / PARTS);
    const parts: Waiting<In, Out>[][] = [];
    for (let start = 0; start < ordered.length; start += size) parts.push(ordered.slice(start, start + size));
    return parts;
  }
}

/** Puts the rows of a batch, numbered by `ord`, in the order of its calls; null for a call without a row. */
export function byOrdinal<R extends { ord: number }>(rows: readonly R[], calls: number): (R | null)[] {
  const ordered = new Array<R | null>(calls).fill(null);
  for (const row of rows) ordered[row.ord] = row;
  return ordered;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
