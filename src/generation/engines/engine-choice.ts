import { Injectable, Logger } from '@nestjs/common';
import { Catalogue, type Operation, type Route } from '../../catalogue/index.js';
import { isDatabaseUnavailable } from '../../platform/database/index.js';
import type { Outcome } from '../../providers/index.js';
import type { ClaimedPrediction } from '../prediction.js';
import { PredictionQueue } from '../queue/prediction.queue.js';
import { ProviderCircuits } from './provider-circuits.js';

/** A throttling engine may ask for this wait, this many times in a row, before the next route is preferred. */
const MAX_THROTTLE_MS = 10_000;
const MAX_TIMES_BUSY = 3;

/**
 * When the engine of a prediction does not accept work, chooses the next route of its model, at the price already charged. Moves only
 * predictions that no engine can have, so that two engines are never paid for one.
 */
@Injectable()
export class EngineChoice {
  private readonly logger = new Logger('circuit');

  constructor(
    private readonly catalogue: Catalogue,
    private readonly circuits: ProviderCircuits,
    private readonly queue: PredictionQueue,
  ) {}

  /** Moves predictions that wait for an open circuit to their next route. Runs as `refresh-circuits`. */
  async refresh(): Promise<void> {
    await this.circuits.refresh();
    for (const name of this.circuits.open) {
      const [provider = name, lacking] = name.split('/');
      for (const { modelKey, operation } of this.catalogue.servedModels) {
        if (lacking !== undefined && lacking !== operation) continue;
        const route = this.acceptingRoute(modelKey, provider);
        if (route) await this.queue.reroute(provider, modelKey, route);
      }
    }
  }

  /** While the database is away the outcome is dropped. */
  async recordOutcome(provider: string, operation: Operation, outcome: Outcome): Promise<void> {
    const hasFailed =
      (outcome.kind === 'retry' || outcome.kind === 'refuse') && outcome.operatorSide === true;
    const isAccepted = outcome.kind === 'pending' || outcome.kind === 'done';
    try {
      if (hasFailed) {
        await this.circuits.recordFailure(provider, outcome.internal ?? 'no reason given');
        if (outcome.kind === 'refuse' && outcome.missing)
          await this.circuits.recordMissing(provider, operation);
      } else if (isAccepted) await this.circuits.recordSuccess(provider);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      this.logger.warn(`${provider}: the database is away`);
    }
  }

  /**
   * Returns null when the prediction stays at its engine, to be retried or failed.
   * @param outcome of a submit that the engine certainly did not accept.
   */
  nextRoute(
    claimed: ClaimedPrediction,
    outcome: Extract<Outcome, { kind: 'retry' | 'refuse' }>,
  ): Route | null {
    // The engine has the prediction, or may have it after a submit whose response was lost.
    if (claimed.provider_ref !== null || claimed.submit_open) return null;
    if (outcome.kind === 'refuse' && !outcome.operatorSide) return null;
    if (outcome.kind === 'retry' && outcome.throttled) {
      const isShort = (outcome.afterMs ?? 0) <= MAX_THROTTLE_MS;
      if (isShort && claimed.times_busy < MAX_TIMES_BUSY) return null;
    }
    return this.acceptingRoute(claimed.model_key, claimed.provider) ?? null;
  }

  private acceptingRoute(modelKey: string, provider: string): Route | undefined {
    return this.catalogue
      .routesAfter(modelKey, provider)
      .find((route) => this.circuits.stateOf(route.provider) === 'closed');
  }
}
