import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Injectable,
  Res,
  UseGuards,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../config/index.js';
import { AppError } from '../errors/index.js';
import { ApiErrors, ApiOkResponse, ApiOperation, ApiTags, PublicRoute } from '../http/index.js';
import { Metrics } from './metrics.js';
import { mayRead } from './reader.js';

/** To anybody else the figures are not there at all. */
@Injectable()
class ReadersOnly implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(context: ExecutionContext): true {
    const { socket, headers } = context.switchToHttp().getRequest<Request>();
    if (!mayRead({ peer: socket.remoteAddress, headers }, this.config.metricsToken))
      throw new AppError('not_found');
    return true;
  }
}

@ApiTags('Operations')
@Controller('metrics')
@PublicRoute()
@UseGuards(ReadersOnly)
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
    response.set({ 'Content-Type': this.metrics.contentType, 'Cache-Control': 'no-store' }).send(figures);
  }
}
