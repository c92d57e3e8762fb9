import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Config } from '../../config/index.js';
import { Round } from '../../schedule/index.js';
import { ProviderCircuits } from './provider-circuits.js';

const READ_MS = 1_000;

/** In a process that only serves the API: reads every second what the servers of engines cannot do. Workers find it out. */
@Injectable()
export class OfferReader implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private round?: Round;

  constructor(
    private readonly config: Config,
    private readonly registry: SchedulerRegistry,
    private readonly circuits: ProviderCircuits,
  ) {}

  onApplicationBootstrap(): void {
    const { roles } = this.config;
    if (!roles.has('api') || roles.has('worker')) return;
    this.round = new Round(this.registry, 'read-circuits', READ_MS, async () => {
      await this.circuits.read();
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.round?.stop();
  }
}
