import { Inject, Injectable, Logger } from '@nestjs/common';
import { Catalogue, type CatalogueModel } from '../catalogue/index.js';
import { Provider, type ProviderRef } from './provider.js';

/** Token of the list of providers: `ports.module.ts` and plugins put theirs into it. */
export const PROVIDERS = Symbol('PROVIDERS');

/** The configured engines by name. Tells the catalogue, once, which models can be offered. */
@Injectable()
export class ProviderRegistry {
  private readonly logger = new Logger('providers');
  private readonly byName = new Map<string, Provider>();

  constructor(@Inject(PROVIDERS) providers: Provider[], catalogue: Catalogue) {
    for (const provider of providers) {
      if (this.byName.has(provider.name)) throw new Error(`two providers are named ${provider.name}`);
      this.byName.set(provider.name, provider);
    }
    catalogue.offer(catalogue.entries.flatMap((model) => this.offered(model)));
  }

  get all(): readonly Provider[] {
    return [...this.byName.values()];
  }

  find(name: string): Provider | undefined {
    return this.byName.get(name);
  }

  /** The model as it can be run here: its routes to configured engines, the first of them its own. */
  private offered(model: CatalogueModel): CatalogueModel[] {
    const routes = model.routes.filter((route) =>
      this.byName.get(route.provider)?.offers({ ...model, ...route }),
    );
    return routes.length === 0 ? [] : [{ ...model, ...routes[0]!, routes }];
  }

  /** Tells an engine to stop working on something that is over here already. Best effort, never waited for. */
  cancel(name: string, ref: ProviderRef): void {
    this.byName
      .get(name)
      ?.cancel(ref)
      .catch((error: unknown) => this.logger.warn(`${name}: cancel failed: ${String(error)}`));
  }
}
