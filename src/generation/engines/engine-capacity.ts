import { Injectable } from '@nestjs/common';
import { Catalogue } from '../../catalogue/index.js';
import { ProviderRegistry } from '../../providers/index.js';
import type { Room } from '../store/prediction.queue.js';
import { ProviderCircuits } from './provider-circuits.js';
import { RequestBudget } from './request-budget.js';

/**
 * What this worker may begin at each engine now: within its own places, the engine's bounds (`limits:` of its catalogue
 * file) and what its circuit lets through.
 */
@Injectable()
export class EngineCapacity {
  private readonly budgets: Map<string, RequestBudget>;

  constructor(
    private readonly providers: ProviderRegistry,
    private readonly catalogue: Catalogue,
    private readonly circuits: ProviderCircuits,
  ) {
    const budgetOf = (name: string) =>
      new RequestBudget(catalogue.limitsOf(name).requestsPerSecond ?? Infinity, performance.now());
    this.budgets = new Map(providers.all.map(({ name }) => [name, budgetOf(name)]));
  }

  /** @param free what this worker has left of its own. @returns the engines with room for anything. */
  available(
    running: readonly { provider: string; polls: boolean }[],
    free: { places: number; polls: number },
  ): Room[] {
    const now = performance.now();
    return this.providers.all
      .map(({ name, places: own }) => {
        const taken = running.filter(({ provider, polls }) => provider === name && !polls).length;
        const { concurrency = Infinity } = this.catalogue.limitsOf(name);
        const bound = { closed: Infinity, 'half-open': 1, open: 0 }[this.circuits.stateOf(name)];
        const places = Math.max(0, Math.min(free.places, Math.min(own, concurrency, bound) - taken));
        return { provider: name, ...share(this.budgets.get(name)!.available(now), places, free.polls) };
      })
      .filter(({ places, polls }) => places > 0 || polls > 0);
  }

  /** Whether the result of a submit to the engine that is cut off could not be recovered. */
  isNotResubmittable(provider: string): boolean {
    return this.providers.find(provider)?.resubmission === 'none';
  }

  /** An exchange with the engine begins. */
  take(provider: string): void {
    this.budgets.get(provider)?.take(1, performance.now());
  }

  /** Milliseconds until an engine whose budget is spent may be asked again; Infinity when none is waited for. */
  nextMs(): number {
    const now = performance.now();
    const waits = [...this.budgets.values()].map((budget) => budget.waitMs(now)).filter((wait) => wait > 0);
    return Math.min(Infinity, ...waits);
  }
}

/** Splits the rate budget evenly between submits and polls; an odd remainder is assigned at random. */
function share(budget: number, places: number, polls: number): { places: number; polls: number } {
  if (budget >= places + polls) return { places, polls };
  const half = Math.floor(budget / 2) + (budget % 2 === 1 && Math.random() < 0.5 ? 1 : 0);
  const forPolls = Math.min(polls, half);
  return { places: Math.min(places, budget - forPolls), polls: forPolls };
}
