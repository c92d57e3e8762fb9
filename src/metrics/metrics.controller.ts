import { Controller, Get, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { ApiErrors, ApiOkResponse, ApiOperation, ApiTags, PublicRoute } from '../http/index.js';
import { Metrics } from './metrics.js';
import { MetricsAccessGuard } from './metrics-access.guard.js';

@ApiTags('Operations')
@Controller('metrics')
@PublicRoute()
@UseGuards(MetricsAccessGuard)
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @ApiOperation({
    operationId: 'getMetrics',
    summary: 'The figures of this process, for Prometheus',
    description:
      'With METRICS_TOKEN to who shows it as a bearer token, without one to who is on the same machine; 404 to all others.',
  })
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string' } } } })
  @ApiErrors(404)
  async read(@Res() response: Response): Promise<void> {
    const figures = await this.metrics.read();
    response.set({ 'Content-Type': this.metrics.contentType, 'Cache-Control': 'no-store' }).end(figures);
  }
}
