import { Inject, Injectable, Logger } from '@nestjs/common';
import { type InputSize, Provider, type ProviderRef } from '@offprint/engines';
import type { CatalogueModel } from '../catalogue/index.js';

/** Injection token of the list of providers, filled by `ports.module.ts` and plugins. */
export const PROVIDERS = Symbol('PROVIDERS');

/** Holds the configured engines by name. */
@Injectable()
export class ProviderRegistry {
  private readonly logger = new Logger('providers');
  private readonly byName = new Map<string, Provider>();

  constructor(@Inject(PROVIDERS) providers: Provider[]) {
    for (const provider of providers) {
      if (this.byName.has(provider.name)) throw new Error(`two providers are named ${provider.name}`);
      this.byName.set(provider.name, provider);
    }
  }

  get all(): readonly Provider[] {
    return [...this.byName.values()];
  }

  find(name: string): Provider | undefined {
    return this.byName.get(name);
  }

  /** Returns the models that have a route to a configured engine, each with those routes; the first is its own. */
  offeredOf(models: readonly CatalogueModel[]): CatalogueModel[] {
    return models.flatMap((model) => {
      const routes = model.routes.filter((route) =>
        this.find(route.provider)?.offers({ ...model, ...route }),
      );
      return routes.length === 0 ? [] : [{ ...model, ...routes[0]!, routes }];
    });
  }

  /** Returns why no route of the model takes an input of this size, as a public sentence; null when one does. */
  problemOfSize(
    model: CatalogueModel,
    input: Readonly<Record<string, unknown>>,
    size: InputSize,
  ): string | null {
    const problems = model.routes.map(
      (route) => this.find(route.provider)?.problemOfSize({ ...model, ...route }, input, size) ?? null,
    );
    return problems.includes(null) ? null : problems[0]!;
  }

  /** Asks an engine to stop work whose prediction is final. Best effort, never awaited. */
  cancel(name: string, ref: ProviderRef): void {
    this.byName
      .get(name)
      ?.cancel(ref)
      .catch((error: unknown) => this.logger.warn(`${name}: cancel failed: ${String(error)}`));
  }
}
