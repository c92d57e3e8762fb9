import { Injectable } from '@nestjs/common';
import { Catalogue } from '../../catalogue/index.js';
import { ProviderRegistry } from '../../providers/index.js';
import type { FreeCapacity, TakenEngines } from '../queue/free-capacity.js';
import { SettlementHub } from '../settlement/settlement-hub.js';
import { EnginePlaces } from './engine-places.js';
import { ProviderCircuits } from './provider-circuits.js';
import { RequestBudget } from './request-budget.js';

/**
 * Bounds submits and polls by the worker's own slots, the engine's limits (`limits:` of its catalogue file) and its circuit. The claim
 * applies `concurrency` over all processes (docs/decisions/queue-and-fairness.md); `requestsPerSecond` holds for each process.
 */
@Injectable()
export class EngineCapacity {
  private readonly budgets: Map<string, RequestBudget>;
  private readonly places = new EnginePlaces();

  constructor(
    private readonly providers: ProviderRegistry,
    private readonly catalogue: Catalogue,
    private readonly circuits: ProviderCircuits,
    hub: SettlementHub,
  ) {
    const budgetOf = (name: string) =>
      new RequestBudget(catalogue.limitsOf(name).requestsPerSecond ?? Infinity, performance.now());
    this.budgets = new Map(providers.all.map(({ name }) => [name, budgetOf(name)]));
    hub.onSettled(() => this.places.expect());
  }

  /** @param free what is left of this worker's own bounds. @returns the engines that can take a submit or a poll. */
  available(
    running: readonly { provider: string; isPoll: boolean }[],
    free: { submits: number; polls: number },
  ): FreeCapacity[] {
    const now = performance.now();
    return this.providers.all
      .map(({ name, places }) => {
        const submitting = running.filter(({ provider, isPoll }) => provider === name && !isPoll).length;
        const { concurrency: placeLimit } = this.catalogue.limitsOf(name);
        const bound = { closed: Infinity, 'half-open': 1, open: 0 }[this.circuits.stateOf(name)];
        const submits = Math.max(
          0,
          this.places.areTaken(name)
            ? 0
            : Math.min(free.submits, Math.min(places, placeLimit ?? Infinity, bound) - submitting),
        );
        const capacity = share(this.budgets.get(name)!.available(now), submits, free.polls);
        return { provider: name, ...capacity, ...(placeLimit === undefined ? {} : { placeLimit }) };
      })
      .filter(({ submits, polls }) => submits > 0 || polls > 0);
  }

  /** @param startedAtMs `performance.now()` before the claim that found no further place. */
  recordTaken(taken: TakenEngines, startedAtMs: number): void {
    this.places.record(taken, startedAtMs);
  }

  onPlaces(claim: () => void): void {
    this.places.onDue(claim);
  }

  /** True when the result of an interrupted submit to this engine cannot be recovered. */
  isNotResubmittable(provider: string): boolean {
    return this.providers.find(provider)?.resubmission === 'none';
  }

  take(provider: string): void {
    this.budgets.get(provider)?.take(1, performance.now());
  }

  /** Infinity when no rate budget is exhausted. */
  waitMs(): number {
    const now = performance.now();
    const waits = [...this.budgets.values()].map((budget) => budget.waitMs(now)).filter((wait) => wait > 0);
    return Math.min(Infinity, ...waits);
  }
}

/** Splits the rate budget evenly between submits and polls; an odd remainder is assigned at random. */
function share(budget: number, submits: number, polls: number): { submits: number; polls: number } {
  if (budget >= submits + polls) return { submits, polls };
  const half = Math.floor(budget / 2) + (budget % 2 === 1 && Math.random() < 0.5 ? 1 : 0);
  const forPolls = Math.min(polls, half);
  return { submits: Math.min(submits, budget - forPolls), polls: forPolls };
}
