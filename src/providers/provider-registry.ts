import { Inject, Injectable, Logger } from '@nestjs/common';
import { type InputSize, Provider, type ProviderRef } from '@offprint/engines';
import type { CatalogueModel } from '../catalogue/index.js';

/** Filled by `ports.module.ts` and plugins. */
export const PROVIDERS = Symbol('PROVIDERS');

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

  /** The first route is the model's own. */
  offeredOf(models: readonly CatalogueModel[]): CatalogueModel[] {
    return models.flatMap((model) => {
      const routes = model.routes.filter((route) =>
        this.find(route.provider)?.offers({ ...model, ...route }),
      );
      return routes.length === 0 ? [] : [{ ...model, ...routes[0]!, routes }];
    });
  }

  /** Returns a public sentence; null when a route takes an input of this size. */
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

  /** For work whose prediction is final. Best effort, never awaited. */
  cancel(name: string, ref: ProviderRef): void {
    this.byName
      .get(name)
      ?.cancel(ref)
      .catch((error: unknown) => this.logger.warn(`${name}: cancel failed: ${String(error)}`));
  }
}
