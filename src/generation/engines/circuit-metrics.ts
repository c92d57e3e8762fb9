import { Injectable } from '@nestjs/common';
import { Metrics } from '../../platform/metrics/index.js';
import type { CircuitState } from './circuit.js';
import { ProviderCircuits } from './provider-circuits.js';

const GAUGE_VALUES: Record<CircuitState, number> = { closed: 0, 'half-open': 1, open: 2 };

/** The state is in the database, so every process reports the same. */
@Injectable()
export class CircuitMetrics {
  constructor(metrics: Metrics, circuits: ProviderCircuits) {
    const help = 'Whether an engine accepts work: 0 closed (it does), 1 half-open, 2 open (it does not).';
    const state = metrics.gauge('circuit_state', help, ['provider'], 'max');
    metrics.onRead([state], async () => {
      for (const circuit of await circuits.list())
        state.set({ provider: circuit.provider }, GAUGE_VALUES[circuit.state]);
    });
  }
}
