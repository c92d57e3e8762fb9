import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import {
  ApiErrors,
  type ApiKeyPrincipal,
  ApiKeyRoute,
  ErrorBody,
  GENERATE_SCOPES,
  KeyCaller,
} from '../http/index.js';
import { GenerationService } from './generation.service.js';
import { ModelScope } from './model-scope.js';
import { GenerateBody, GenerateRequest, QuoteBody, StatusBody, StatusQuery } from './prediction.dto.js';
import { PredictionStatusService } from './prediction-status.service.js';

const PREDICTION_ID = { name: 'predictionId', example: 'pred_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' };

@ApiTags('Generation')
@Controller('api/generate')
export class GenerationController {
  constructor(
    private readonly generation: GenerationService,
    private readonly predictions: PredictionStatusService,
  ) {}

  @Post()
  @ApiKeyRoute(ModelScope)
  @ApiOperation({
    operationId: 'startPrediction',
    summary: 'Start a prediction',
    description: 'Charges its cost at once; a failure gives it back.',
  })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  })
  @ApiBody({ type: GenerateRequest, description: 'Which fields a model takes is in its `inputSchema`.' })
  @ApiCreatedResponse({
    type: GenerateBody,
    headers: {
      'Idempotent-Replayed': {
        description: '`true` when this is the first answer again.',
        schema: { type: 'string', enum: ['true'] },
      },
    },
  })
  @ApiErrors(400, 401, 402, 403, 413, 415, 422, 429)
  @ApiResponse({
    status: 409,
    description: 'The first request with this Idempotency-Key is still running.',
    type: ErrorBody,
    headers: { 'Retry-After': { description: 'Whole seconds.', schema: { type: 'integer', minimum: 1 } } },
  })
  async start(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Body() body: Record<string, unknown>,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GenerateBody> {
    const started = await this.generation.start(caller, body, idempotencyKey);
    if (started.replayed) response.setHeader('Idempotent-Replayed', 'true');
    return started.body;
  }

  @Post('quote')
  @HttpCode(200)
  @ApiKeyRoute(ModelScope)
  @ApiOperation({ operationId: 'quotePrediction', summary: 'What the same request would be charged' })
  @ApiBody({ type: GenerateRequest })
  @ApiOkResponse({ type: QuoteBody })
  @ApiErrors(400, 401, 403, 413, 415, 429)
  async quote(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Body() body: Record<string, unknown>,
  ): Promise<QuoteBody> {
    return this.generation.quote(caller, body);
  }

  @Get('status/:predictionId')
  @ApiKeyRoute(['read', ...GENERATE_SCOPES])
  @ApiOperation({
    operationId: 'getPrediction',
    summary: 'Status and result of a prediction',
    description: 'Any key of the account may poll it.',
  })
  @ApiParam(PREDICTION_ID)
  @ApiOkResponse({
    type: StatusBody,
    headers: {
      'Retry-After': {
        description: 'While processing: `retryAfterMs` in whole seconds.',
        schema: { type: 'integer', minimum: 1 },
      },
    },
  })
  @ApiErrors(400, 401, 403, 404, 429)
  async status(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Param('predictionId') predictionId: string,
    @Query() query: StatusQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StatusBody> {
    const body = await this.predictions.read(caller, predictionId, query, goneSignal(response, query));
    if (body.retryAfterMs !== undefined)
      response.setHeader('Retry-After', String(Math.ceil(body.retryAfterMs / 1000)));
    return body;
  }

  @Post(':predictionId/cancel')
  @HttpCode(200)
  @ApiKeyRoute(GENERATE_SCOPES)
  @ApiOperation({
    operationId: 'cancelPrediction',
    summary: 'Cancel a prediction',
    description: 'One that is final already is answered unchanged.',
  })
  @ApiParam(PREDICTION_ID)
  @ApiOkResponse({ type: StatusBody })
  @ApiErrors(401, 403, 404, 429)
  async cancel(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Param('predictionId') predictionId: string,
  ): Promise<StatusBody> {
    return this.predictions.cancel(caller, predictionId);
  }
}

const NEVER = new AbortController().signal;

/** Aborted when the caller hangs up. Only made for long polls: the others are over before anyone could. */
function goneSignal(response: Response, query: StatusQuery): AbortSignal {
  if (query.wait === 0) return NEVER;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}
