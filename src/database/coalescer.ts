/**
 * Answers calls that arrive together with one statement.
 *
 * The first call goes at once and alone; whatever arrives while it runs goes together in the next run, up to `maxBatch`
 * calls and `maxBytes` bytes. There is no timer: with nobody waiting a call is as fast as its statement, under load the
 * batch grows by itself.
 *
 * What it guarantees: results are matched to calls by position, so no call gets a neighbour's answer.
 *
 * - The server refused a batch (any SQLSTATE but those of a database that is away): the statement was rolled back. The
 *   batch is run again in up to `PARTS` parts, and each refused part again, until only the calls at fault are refused.
 *   Calls that wait go on meanwhile.
 * - The server cancelled a batch for its time: the same, so that only the calls that take too long get the timeout. When
 *   every part of it takes too long again, the database is slow for all of them, and all of them get it.
 * - The database is away, the connection was lost or the client stopped waiting: the statement may have been committed,
 *   so all calls of that batch get the error and none is repeated. So do those that wait behind it, so that no call waits
 *   for two timeouts.
 */
import { createSlots } from './lane.js';
import { reasonOfRefusal } from './unavailable.js';

interface Waiting<In, Out> {
  input: In;
  resolve(output: Out): void;
  reject(error: unknown): void;
}

export interface CoalescerOptions<In> {
  /** Calls per statement at most. */
  maxBatch?: number;
  /** Statements under way at once. More than one lets a second batch form while the first waits for its commit. */
  lanes?: number;
  /** Bytes per statement at most, as `weigh` counts them; a call that is larger goes alone. */
  maxBytes?: number;
  weigh?: (input: In) => number;
  /** Who a call belongs to: calls of one owner stay in as few parts of a refused batch as possible. */
  ownerOf?: (input: In) => string;
}

/** Parts of a refused batch; also how many statements of refused batches run at once. */
const PARTS = 8;
/** How long a batch that takes too long is run again in parts, before the calls that are left get the timeout. */
const PATIENCE_MS = 6_000;

export class Coalescer<In, Out> {
  private waiting: Waiting<In, Out>[] = [];
  private running = 0;
  private readonly parts = createSlots(PARTS);
  private readonly maxBatch: number;
  private readonly lanes: number;

  /** @param run one statement for all inputs; gives exactly one output per input, in the same order. */
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
    // Requests that came in with the same read of the socket have not all reached us yet: let them.
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

  /** Answers the calls. @returns why it could not: none of them has its answer then. */
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
    until = performance.now() + PATIENCE_MS,
  ): Promise<void> {
    const reason = reasonOfRefusal(error);
    const isTooLate = () => reason === 'timeout' && performance.now() > until;
    // Who waits behind a database that is away would only find the same, later.
    if (reason === 'away') batch.push(...this.waiting.splice(0));
    if (batch.length === 1 || reason === 'away' || reason === 'unknown' || isTooLate())
      return batch.forEach((call) => call.reject(error));
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

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
