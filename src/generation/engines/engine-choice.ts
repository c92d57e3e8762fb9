import { Injectable, Logger } from '@nestjs/common';
import { Catalogue, type Route } from '../../catalogue/index.js';
import { isDatabaseUnavailable } from '../../database/index.js';
import type { Outcome } from '../../providers/index.js';
import type { ClaimedPrediction } from '../store/prediction.js';
import { PredictionQueue } from '../store/prediction.queue.js';
import { ProviderCircuits } from './provider-circuits.js';

/** Milliseconds that a throttling engine may ask for, and times it may ask, before the next one is preferred. */
const PATIENCE_MS = 10_000;
const PATIENCE_ATTEMPTS = 3;

/**
 * Where a prediction is run when its engine is not accepting: at the next route of its model, at the price that was
 * charged. Only what no engine can have is moved, so that nothing is ever paid at two.
 */
@Injectable()
export class EngineChoice {
  private readonly logger = new Logger('circuit');

  constructor(
    private readonly catalogue: Catalogue,
    private readonly circuits: ProviderCircuits,
    private readonly queue: PredictionQueue,
  ) {}

  /** Every second: learns which circuits are open, and moves on what waits at them. */
  async refresh(): Promise<void> {
    await this.circuits.refresh();
    for (const provider of this.circuits.open) {
      for (const { modelKey } of this.catalogue.list()) {
        const next = this.nextAccepting(modelKey, provider);
        if (next) await this.queue.reroute(provider, modelKey, next);
      }
    }
  }

  /** Tells the circuit of the engine how an exchange ended. A database that is away learns it the next time. */
  async note(provider: string, outcome: Outcome): Promise<void> {
    const failed = (outcome.kind === 'retry' || outcome.kind === 'refuse') && outcome.operatorSide === true;
    const accepted = outcome.kind === 'pending' || outcome.kind === 'done';
    try {
      if (failed) await this.circuits.failed(provider, outcome.internal ?? 'no reason given');
      else if (accepted) await this.circuits.succeeded(provider);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      this.logger.warn(`${provider}: the database is away`);
    }
  }

  /**
   * @param outcome of a submit that the engine certainly did not accept.
   * @returns null when it is to be tried, or ended, at the same engine.
   */
  next(claimed: ClaimedPrediction, outcome: Extract<Outcome, { kind: 'retry' | 'refuse' }>): Route | null {
    // What an engine has, or may have since a submit whose answer was lost, stays with it.
    if (claimed.provider_ref !== null || claimed.submit_open) return null;
    if (outcome.kind === 'refuse' && !outcome.operatorSide) return null;
    if (outcome.kind === 'retry' && outcome.throttled) {
      const isPatient = (outcome.afterMs ?? 0) <= PATIENCE_MS && claimed.attempts < PATIENCE_ATTEMPTS;
      if (isPatient) return null;
    }
    return this.nextAccepting(claimed.model_key, claimed.provider) ?? null;
  }

  private nextAccepting(modelKey: string, provider: string): Route | undefined {
    return this.catalogue
      .routesAfter(modelKey, provider)
      .find((route) => this.circuits.stateOf(route.provider) === 'closed');
  }
}
