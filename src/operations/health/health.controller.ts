import { Controller, Get, Header, Req, Res, ServiceUnavailableException } from '@nestjs/common';
import {
  type HealthCheckResult,
  HealthCheckService,
  type HealthIndicatorResult,
  HealthIndicatorService,
} from '@nestjs/terminus';
import type { Response } from 'express';
import { Catalogue } from '../../catalogue/index.js';
import { type CircuitState, ProviderCircuits, WorkerDisk, WorkerPresence } from '../../generation/index.js';
import { Database } from '../../platform/database/index.js';
import { ERRORS } from '../../platform/errors/index.js';
import {
  ApiOkResponse,
  ApiTags,
  Operation,
  PublicRoute,
  type RequestWithId,
} from '../../platform/http/index.js';
import { type Checks, ReadinessLog } from './readiness-log.js';
import { StorageHealth } from './storage-health.js';

const ENGINE_STATES = {
  closed: 'accepting',
  'half-open': 'half-open',
  open: 'open',
} as const satisfies Record<CircuitState, string>;
const RETRY_AFTER_SECONDS = 2;
type EngineState = (typeof ENGINE_STATES)[CircuitState];

interface Readiness {
  status: 'ok';
  checks: Checks;
  engines: Record<string, EngineState>;
}

/** Live: the process responds. Ready: everything it needs to serve is available. Neither reports addresses or reasons. */
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
    private readonly disk: WorkerDisk,
    private readonly log: ReadinessLog,
  ) {}

  @Get('live')
  @Header('Cache-Control', 'no-store')
  @Operation(
    'The process is up',
    'Responds as long as the process can handle a request; it checks nothing else.',
  )
  @ApiOkResponse({
    schema: {
      type: 'object',
      properties: { status: { type: 'string', enum: ['ok'] } },
      required: ['status'],
    },
  })
  getLiveness(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('ready')
  @Header('Cache-Control', 'no-store')
  @Operation(
    'The database is writable, outputs can be stored, the worker accepts work; and the state of each engine',
    '503 while one of the first three is not so; a failed engine alone is no reason, and neither is an object store that all ' +
      'processes share: `checks.storage` is then `down`, and only uploads and downloads fail. For load balancers.',
  )
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
  async getReadiness(
    @Req() request: RequestWithId,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Readiness | object> {
    const checks = await this.check();
    this.log.record(checks);
    const isReady = Object.entries(checks).every(
      ([name, state]) => state === 'up' || (name === 'storage' && this.storage.isShared),
    );
    if (isReady) return { status: 'ok', checks, engines: await this.engines() } satisfies Readiness;
    // Not thrown: what was thrown has a line in the log, and probes come every second.
    const [statusCode, message] = ERRORS.service_unavailable;
    response.status(statusCode).setHeader('Retry-After', String(RETRY_AFTER_SECONDS));
    return { statusCode, code: 'service_unavailable', message, requestId: request.id, checks };
  }

  /** A check that fails hides no other. */
  private async check(): Promise<Checks> {
    const { details } = await this.health
      .check([
        () => this.probe('database', () => this.database.checkWritable()),
        () => this.probe('storage', () => this.checkStorage()),
        ...(this.presence.isExpected ? [() => this.probe('worker', () => this.checkWorker())] : []),
      ])
      .catch((error: unknown) => {
        if (error instanceof ServiceUnavailableException) return error.getResponse() as HealthCheckResult;
        throw error;
      });
    return Object.fromEntries(Object.entries(details).map(([name, { status }]) => [name, status]));
  }

  private async checkStorage(): Promise<void> {
    if (!(await this.storage.isUp())) throw new Error('outputs cannot be stored');
  }

  /** A worker claims nothing when it lost its advisory lock, or cannot write its files. */
  private async checkWorker(): Promise<void> {
    if (!this.presence.isPresent) throw new Error('the worker holds no lock');
    if (!this.disk.isWritable) throw new Error('the worker cannot write its files');
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
