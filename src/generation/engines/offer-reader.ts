import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Catalogue } from '../../catalogue/index.js';
import { Config } from '../../platform/config/index.js';
import { Round } from '../../platform/schedule/index.js';
import { ProviderCircuits } from './provider-circuits.js';

/**
 * Keeps the offer equal in all processes, because only workers find out what an engine's server cannot do. A process that only serves the
 * API reads it in the round `read-circuits`, a worker in `refresh-circuits`.
 */
@Injectable()
export class OfferReader implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private round?: Round;

  constructor(
    private readonly config: Config,
    private readonly registry: SchedulerRegistry,
    private readonly circuits: ProviderCircuits,
    private readonly catalogue: Catalogue,
  ) {}

  onApplicationBootstrap(): void {
    const { roles } = this.config;
    if (!roles.has('api')) return;
    this.catalogue.follow(this.circuits.copy);
    if (roles.has('worker')) return;
    this.round = new Round(this.registry, 'read-circuits', async () => {
      await this.circuits.read();
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.round?.stop();
  }
}
