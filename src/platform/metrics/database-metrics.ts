import { Injectable } from '@nestjs/common';
import { Database } from '../database/index.js';
import { Metrics } from './metrics.js';

/** Requests that wait too long for a connection get a 503. */
@Injectable()
export class DatabaseMetrics {
  constructor(metrics: Metrics, database: Database) {
    const connections = metrics.gauge('database_connections', 'Connections of the pool by state.', ['state']);
    const max = metrics.gauge('database_connections_max', 'Connections that the pool may open.');
    const waiting = metrics.gauge('database_waiting_requests', 'Statements that wait for a connection.');
    metrics.onRead([connections, max, waiting], () => {
      const { totalCount, idleCount, waitingCount, options } = database.pool;
      connections.set({ state: 'in_use' }, totalCount - idleCount);
      connections.set({ state: 'idle' }, idleCount);
      max.set(options.max);
      waiting.set(waitingCount);
    });
    const up = metrics.gauge('database_up', '1 when the database answered this reading, else 0.', [], 'min');
    metrics.onRead([up], async () => {
      await database.check();
      up.set(1);
    });
  }
}
