import { Controller, Get, Header } from '@nestjs/common';
import { HealthCheckService, type HealthIndicatorResult, HealthIndicatorService } from '@nestjs/terminus';
import { Catalogue } from '../catalogue/index.js';
import { Database } from '../database/index.js';
import { AppError } from '../errors/index.js';
import { type CircuitState, ProviderCircuits, WorkerPresence } from '../generation/index.js';
import { ApiErrors, ApiOkResponse, ApiOperation, ApiTags, PublicRoute } from '../http/index.js';
import { StorageHealth } from './storage-health.js';

/** Maps the state of an engine's circuit to the term that operators see. */
const ENGINE_STATES = {
  closed: 'accepting',
  'half-open': 'half-open',
  open: 'open',
} as const satisfies Record<CircuitState, string>;
type EngineState = (typeof ENGINE_STATES)[CircuitState];

interface Readiness {
  status: 'ok';
  checks: Record<string, string>;
  engines: Record<string, EngineState>;
}

/**
 * Live: the process responds. Ready: everything it needs to serve is available. Neither reports addresses or reasons.
 */
@ApiTags('Operations')
@Controller('health')
@PublicRoute()
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicator: HealthIndicatorService,
    private readonly database: Database,
    private readonly storage: StorageHealth,
    private readonly catalogue: Catalogue,
    private readonly circuits: ProviderCircuits,
    private readonly presence: WorkerPresence,
  ) {}

  @Get('live')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'getLiveness',
    summary: 'The process is up',
    description: 'Responds as long as the process can handle a request; it checks nothing else.',
  })
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
  @ApiOperation({
    operationId: 'getReadiness',
    summary:
      'The database is writable, outputs can be stored, the worker accepts work; and the state of each engine',
    description:
      '503 while one of the first three is not so; a failed engine alone is no reason, and neither is an object store that all ' +
      'processes share: `checks.storage` is then `down`, and only uploads and downloads fail. For load balancers.',
  })
  @ApiOkResponse({
    schema: {
      type: 'object',
      required: ['status', 'checks', 'engines'],
      properties: {
        status: { type: 'string', enum: ['ok'] },
        // A pattern: a second nameless `enum` in one schema does not compile in generated Java clients.
        checks: { type: 'object', additionalProperties: { type: 'string', pattern: '^(up|down)$' } },
        engines: {
          type: 'object',
          description:
            'The engines of the models on offer. open: nothing is submitted to it for now; half-open: a health check has ' +
            'succeeded, and one prediction at a time tests whether it works. No engine makes the process unready.',
          additionalProperties: { type: 'string', enum: Object.values(ENGINE_STATES) },
        },
      },
    },
  })
  @ApiErrors(503)
  async ready(): Promise<Readiness> {
    try {
      const result = await this.health.check([
        () => this.probe('database', () => this.database.checkWritable()),
        ...(this.storage.isShared ? [] : [() => this.probe('storage', () => this.checkStorage())]),
        ...(this.presence.isExpected ? [() => this.probe('worker', () => this.checkWorker())] : []),
      ]);
      const checks = Object.entries(result.details).map(([name, { status }]) => [name, status]);
      if (this.storage.isShared)
        checks.splice(1, 0, ['storage', (await this.storage.isUp()) ? 'up' : 'down']);
      return {
        status: 'ok',
        checks: Object.fromEntries(checks) as Record<string, string>,
        engines: await this.engines(),
      };
    } catch (cause) {
      throw new AppError('service_unavailable', { headers: { 'Retry-After': '2' }, cause });
    }
  }

  private async checkStorage(): Promise<void> {
    if (!(await this.storage.isUp())) throw new Error('outputs cannot be stored');
  }

  /** Fails when the worker lost its advisory lock: without it, it claims nothing. */
  private async checkWorker(): Promise<void> {
    if (!this.presence.isPresent) throw new Error('the worker holds no lock');
  }

  private async engines(): Promise<Readiness['engines']> {
    const offered = this.catalogue.offeredProviders;
    const circuits = (await this.circuits.list()).filter(({ provider }) => offered.has(provider));
    return Object.fromEntries(circuits.map(({ provider, state }) => [provider, ENGINE_STATES[state]]));
  }

  private async probe(name: string, check: () => Promise<unknown>): Promise<HealthIndicatorResult> {
    const session = this.indicator.check(name);
    return check().then(
      () => session.up(),
      () => session.down(),
    );
  }
}
