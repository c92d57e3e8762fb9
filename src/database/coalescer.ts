/**
 * Answers calls that arrive together with one statement.
 *
 * The first call goes at once and alone; whatever arrives while it runs goes together in the next run. There is no
 * timer: with nobody waiting a call is as fast as its statement, under load the batch grows by itself.
 *
 * What it guarantees: results are matched to calls by position, so nobody gets a neighbour's answer. When a batch is
 * refused because of what one of its calls holds (`isDataError`), nothing of it was done, and every call is run again
 * alone: only the bad one fails. When the database went away, all calls of that batch get that error and none is
 * repeated here, because it cannot be known whether the statement was committed; so do those that wait behind it, so
 * that nobody waits for two timeouts.
 */
import { isDatabaseUnavailable, isDataError } from './unavailable.js';

interface Waiting<In, Out> {
  input: In;
  resolve(output: Out): void;
  reject(error: unknown): void;
}

export interface CoalescerOptions {
  /** Calls per statement at most. */
  maxBatch?: number;
  /** Statements under way at once. More than one lets a second batch form while the first waits for its commit. */
  lanes?: number;
}

export class Coalescer<In, Out> {
  private waiting: Waiting<In, Out>[] = [];
  private running = 0;
  private readonly maxBatch: number;
  private readonly lanes: number;

  /** @param run one statement for all inputs; gives exactly one output per input, in the same order. */
  constructor(
    private readonly run: (inputs: In[]) => Promise<Out[]>,
    options: CoalescerOptions = {},
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
    while (this.waiting.length > 0) await this.settle(this.waiting.splice(0, this.maxBatch));
    this.running--;
  }

  private async settle(batch: Waiting<In, Out>[]): Promise<void> {
    try {
      const outputs = await this.run(batch.map((call) => call.input));
      if (outputs.length !== batch.length)
        throw new Error(`a batch of ${batch.length} gave ${outputs.length} answers`);
      batch.forEach((call, index) => call.resolve(outputs[index]!));
    } catch (error) {
      // Who waits behind a database that is away would only find the same, later.
      if (isDatabaseUnavailable(error)) batch.push(...this.waiting.splice(0));
      if (batch.length === 1 || !isDataError(error)) return batch.forEach((call) => call.reject(error));
      for (const call of batch) await this.settle([call]);
    }
  }
}
