import { Inject, Injectable, Logger } from '@nestjs/common';
import { Catalogue } from '../catalogue/index.js';
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
    const offered = new Set(
      catalogue.entries
        .filter((model) => this.byName.get(model.provider)?.offers(model))
        .map(({ modelKey }) => modelKey),
    );
    catalogue.offerOnly((model) => offered.has(model.modelKey));
  }

  get all(): readonly Provider[] {
    return [...this.byName.values()];
  }

  find(name: string): Provider | undefined {
    return this.byName.get(name);
  }

  /** Tells an engine to stop working on something that is over here already. Best effort, never waited for. */
  cancel(name: string, ref: ProviderRef): void {
    this.byName
      .get(name)
      ?.cancel(ref)
      .catch((error: unknown) => this.logger.warn(`${name}: cancel failed: ${String(error)}`));
  }
}
