import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { HealthCheckService, type HealthIndicatorResult, HealthIndicatorService } from '@nestjs/terminus';
import { AssetStorage } from '../assets/index.js';
import { Database } from '../database/index.js';
import { AppError } from '../errors/index.js';
import { ApiErrors, PublicRoute } from '../http/index.js';

/** Live: the process answers. Ready: what it needs to serve is there. Neither says anything an outsider could use. */
@ApiTags('Operations')
@Controller('health')
@PublicRoute()
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicator: HealthIndicatorService,
    private readonly database: Database,
    private readonly storage: AssetStorage,
  ) {}

  @Get('live')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ operationId: 'getLiveness', summary: 'The process is up' })
  @ApiOkResponse({
    schema: {
      type: 'object',
      properties: { status: { type: 'string', enum: ['ok'] } },
      required: ['status'],
    },
  })
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('ready')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ operationId: 'getReadiness', summary: 'The database answers and outputs can be stored' })
  @ApiOkResponse({
    schema: {
      type: 'object',
      required: ['status', 'checks'],
      properties: {
        status: { type: 'string', enum: ['ok'] },
        checks: { type: 'object', additionalProperties: { type: 'string', enum: ['up', 'down'] } },
      },
    },
  })
  @ApiErrors(503)
  async ready(): Promise<{ status: 'ok'; checks: Record<string, string> }> {
    try {
      const result = await this.health.check([
        () => this.probe('database', () => this.database.check()),
        () => this.probe('storage', () => this.storage.check()),
      ]);
      const checks = Object.entries(result.details).map(([name, { status }]) => [name, status]);
      return { status: 'ok', checks: Object.fromEntries(checks) as Record<string, string> };
    } catch (cause) {
      throw new AppError('service_unavailable', { headers: { 'Retry-After': '2' }, cause });
    }
  }

  private async probe(name: string, check: () => Promise<unknown>): Promise<HealthIndicatorResult> {
    const session = this.indicator.check(name);
    return check().then(
      () => session.up(),
      () => session.down(),
    );
  }
}
