import { Injectable } from '@nestjs/common';
import { ProviderRegistry } from '../../providers/index.js';
import { CRASH_FAILURE, type Failure, PredictionSettlement, type Settled } from './prediction.settlement.js';

/** Ends predictions that are not a worker's doing: their caller cancels them, an operator ends them, their time is up. */
@Injectable()
export class PredictionEnding {
  constructor(
    private readonly settlement: PredictionSettlement,
    private readonly providers: ProviderRegistry,
  ) {}

  /** @param id as in the database. @returns false when it was final already. */
  async cancel(id: string): Promise<boolean> {
    return this.end({ id, code: 'cancelled', message: 'The prediction was cancelled.', ending: 'cancelled' });
  }

  /** @param why for the operator; never shown to the customer. @returns false when it was final already. */
  async failByOperator(id: string, why: string): Promise<boolean> {
    const message = 'The prediction was ended by the operator of this service.';
    return this.end({ id, code: 'internal_error', message, ending: 'endedByOperator', internal: why });
  }

  /** Its process has ended too often while nothing else ran there. @returns false when it was final already. */
  async failAsCrashing(id: string): Promise<boolean> {
    return this.end({ id, ...CRASH_FAILURE });
  }

  /** Fails and refunds whatever is past its deadline with no worker on it. */
  async failOverdue(): Promise<void> {
    for (const settled of await this.settlement.failOverdue()) this.tellEngine(settled);
  }

  private async end(failure: Omit<Failure, 'status' | 'fence'>): Promise<boolean> {
    const settled = await this.settlement.fail({ fence: null, ...failure });
    if (settled) this.tellEngine(settled);
    return settled !== null;
  }

  /** Afterwards and at its own pace: the caller has their credits back already. */
  private tellEngine({ provider, provider_ref: ref }: Settled): void {
    if (ref) this.providers.cancel(provider, ref);
  }
}
