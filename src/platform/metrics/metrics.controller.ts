import { Controller, Get, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { ApiErrors, ApiOkResponse, ApiTags, Operation, PublicRoute } from '../http/index.js';
import { Metrics } from './metrics.js';
import { MetricsAccessGuard } from './metrics-access.guard.js';

@ApiTags('Operations')
@Controller('metrics')
@PublicRoute()
@UseGuards(MetricsAccessGuard)
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @Operation(
    'The metrics of this process, for Prometheus',
    'With METRICS_TOKEN set, requires it as a bearer token; otherwise only callers on the same machine are served. 404 for all others.',
  )
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string' } } } })
  @ApiErrors(404)
  async getMetrics(@Res() response: Response): Promise<void> {
    const figures = await this.metrics.read();
    response.set({ 'Content-Type': this.metrics.contentType, 'Cache-Control': 'no-store' }).end(figures);
  }
}
