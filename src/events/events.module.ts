import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MetricsModule } from '../platform/metrics/index.js';
import { EventEntity } from './event.entity.js';
import { EventListenerEntity } from './event-listener.entity.js';
import type { EventListener } from './event-listener.js';
import { EVENT_LISTENERS, EventListeners } from './event-listeners.js';
import { EventMetrics } from './event-metrics.js';

export interface EventsOptions {
  listeners: readonly Type<EventListener>[];
  /** Modules of extensions, whose exported services listeners may inject. */
  modules: readonly (Type | DynamicModule)[];
  /** True in a process with the role `worker`. */
  isRunning: boolean;
}

/**
 * Owns the events that extensions hear: their listeners, how far each has come, and the triggers that record events in the transaction in
 * which something happens. It never decides what happens, and nothing waits for a listener.
 */
@Module({})
export class EventsModule {
  static forRoot({ listeners, modules, isRunning }: EventsOptions): DynamicModule {
    const running = [
      ...listeners,
      {
        provide: EVENT_LISTENERS,
        inject: [...listeners],
        useFactory: (...all: EventListener[]) => all,
      },
      EventListeners,
    ];
    return {
      module: EventsModule,
      imports: [
        MetricsModule,
        TypeOrmModule.forFeature([EventEntity, EventListenerEntity]),
        ...(isRunning ? modules : []),
      ],
      providers: [EventMetrics, ...(isRunning ? running : [])],
    };
  }
}
