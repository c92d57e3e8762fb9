import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Histogram } from 'prom-client';
import { type RequestObserver, routeOf } from '../http/index.js';
import { Metrics } from './metrics.js';

/** In seconds. Few buckets, because the number of series is routes × statuses × buckets. The longest polls take a minute. */
const BUCKETS = [0.005, 0.02, 0.1, 0.5, 2.5, 10, 60];
/** The caller disconnected before the response. */
const DISCONNECTED = 'gone';
/** The dashboard of `deploy/grafana` shows these, so they are published as zeros until they occur. */
const EXPECTED = ['201', '402', '429'].map((status) => ({ method: 'POST', route: '/api/generate', status }));

/** Runs for every request, so it reads only what is already in memory. */
@Injectable()
export class HttpMetrics implements RequestObserver {
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
    for (const labels of EXPECTED) this.seconds.zero(labels);
  }

  readonly onClose = (request: Request, response: Response, milliseconds: number): void => {
    const status = response.writableFinished ? response.statusCode : DISCONNECTED;
    // Never the URL: URLs contain ids, and each id would create a series.
    this.seconds.observe({ method: request.method, route: routeOf(request), status }, milliseconds / 1000);
  };
}
