import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Histogram } from 'prom-client';
import { Metrics } from './metrics.js';

/** Seconds. Few: there are as many series as routes, statuses and these. The longest polls last a minute. */
const BUCKETS = [0.005, 0.02, 0.1, 0.5, 2.5, 10, 60];
/** Of an answer whose caller went away before it. */
const GONE = 'gone';

/** Counts and times every request. It is on the way of every one of them, so it looks at nothing that is not there already. */
@Injectable()
export class HttpMetrics {
  private readonly seconds: Histogram<'method' | 'route' | 'status'>;

  constructor(metrics: Metrics) {
    this.seconds = metrics.histogram(
      'http_request_duration_seconds',
      'From a request to the end of its answer.',
      {
        labelNames: ['method', 'route', 'status'],
        buckets: BUCKETS,
      },
    );
  }

  readonly onRequest = (request: Request, response: Response): void => {
    const startedAt = performance.now();
    response.on('close', () => {
      const status = response.writableFinished ? response.statusCode : GONE;
      const labels = { method: request.method, route: routeOf(request), status };
      this.seconds.observe(labels, (performance.now() - startedAt) / 1000);
    });
  };
}

/** The route's template, never the address itself: that holds ids, and would make a series of each. */
function routeOf(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : 'none';
}
