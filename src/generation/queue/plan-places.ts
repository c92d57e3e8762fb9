import { Injectable } from '@nestjs/common';
import { Catalogue } from '../../catalogue/index.js';
import { Database } from '../../platform/database/index.js';
import { ANY_WAITING, FILL_PLACES, FIRST_ACCOUNT, LOCK_PLACES } from './plan-places.sql.js';

/** A claim follows every hint, and hints come thousands a second, so places are filled less often. */
const INTERVAL_MS = 50;
/** Applies while no plan has `maxConcurrent`: predictions may wait since one had. */
const IDLE_INTERVAL_MS = 1_000;

/**
 * Fills places before a worker claims. A place is taken until the prediction is final. One transaction of all processes fills places at a
 * time, so an account never has more than its plan's `maxConcurrent`.
 */
@Injectable()
export class PlanPlaces {
  private lookedAtMs = -Infinity;
  private areAwaited = false;

  constructor(
    private readonly database: Database,
    private readonly catalogue: Catalogue,
  ) {}

  /** Does nothing if this process filled places a moment ago. */
  async fill(): Promise<void> {
    if (performance.now() - this.lookedAtMs < this.intervalMs()) return;
    this.lookedAtMs = performance.now();
    this.areAwaited = (await this.database.run(ANY_WAITING, {})).length > 0;
    let after: string | null = this.areAwaited ? FIRST_ACCOUNT : null;
    while (after !== null) after = await this.fillSome(after);
  }

  /** Until another attempt could find a free place. */
  waitMs(): number {
    return this.areAwaited ? Math.max(0, this.lookedAtMs + this.intervalMs() - performance.now()) : Infinity;
  }

  /** @returns the account after which the next ones are filled; null when there is none. */
  private async fillSome(after: string): Promise<string | null> {
    await this.catalogue.confirm();
    const { plans } = this.catalogue;
    const placesOf = (key: string) => plans.of(key).maxConcurrent ?? null;
    const keys = plans.all.map(({ key }) => key);
    const places = { plans: keys, places: keys.map(placesOf), usualPlaces: placesOf(plans.defaultKey) };
    const [row] = await this.database.transaction(async (tx) => {
      await tx.run(LOCK_PLACES, {});
      return tx.run(FILL_PLACES, { ...places, after });
    });
    return row!.last_account;
  }

  private intervalMs(): number {
    return this.catalogue.plans.boundConcurrency ? INTERVAL_MS : IDLE_INTERVAL_MS;
  }
}
