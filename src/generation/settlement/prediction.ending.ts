import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/index.js';
import { ProviderRegistry } from '../../providers/index.js';
import { CRASH_FAILURE, type Failure, PredictionSettlement, type Settled } from './prediction.settlement.js';

type RecordEnd = (tx: Transaction) => Promise<void>;

/** Fails predictions for reasons outside their worker. */
@Injectable()
export class PredictionEnding {
  constructor(
    private readonly settlement: PredictionSettlement,
    private readonly providers: ProviderRegistry,
  ) {}

  /**
   * @param id the UUID. @param record writes what commits with the cancel, such as an event of the audit trail.
   * @returns false when the prediction was already final.
   */
  async cancel(id: string, record?: RecordEnd): Promise<boolean> {
    const message = 'The prediction was cancelled.';
    return this.end({ id, code: 'cancelled', message, ending: 'cancelled' }, record);
  }

  /**
   * @param reason for the operator, never shown to the caller. @param record as for `cancel`.
   * @returns false when the prediction was already final.
   */
  async failByOperator(id: string, reason: string, record?: RecordEnd): Promise<boolean> {
    const message = 'The prediction was ended by the operator of this service.';
    const failure = {
      id,
      code: 'internal_error',
      message,
      ending: 'endedByOperator',
      internal: reason,
    } as const;
    return this.end(failure, record);
  }

  /** @returns false when the prediction was already final. */
  async failAsCrashing(id: string): Promise<boolean> {
    return this.end({ id, ...CRASH_FAILURE });
  }

  /** Skips predictions with a live lease. */
  async failOverdue(): Promise<void> {
    for (const settled of await this.settlement.failOverdue()) this.cancelAtEngine(settled);
  }

  private async end(failure: Omit<Failure, 'status' | 'fence'>, record?: RecordEnd): Promise<boolean> {
    const verdict = { fence: null, ...failure };
    const settled = await (record
      ? this.settlement.failWith(verdict, record)
      : this.settlement.fail(verdict));
    if (settled) this.cancelAtEngine(settled);
    return settled !== null;
  }

  /** Runs in the background: the refund is already committed. */
  private cancelAtEngine({ provider, provider_ref: ref }: Settled): void {
    if (ref) this.providers.cancel(provider, ref);
  }
}
