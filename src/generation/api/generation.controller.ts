import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import {
  ApiErrors,
  type ApiKeyPrincipal,
  ApiKeyRoute,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  disconnectOf,
  GENERATE_SCOPES,
  KeyCaller,
  later,
  type LaterBody,
} from '../../platform/http/index.js';
import type { GenerateBody, StartedBody } from './generate.dto.js';
import { GenerationService } from './generation.service.js';
import { ModelScope } from './model-scope.js';
import { StatusBody, type StatusesBody } from './prediction.dto.js';
import {
  DescribeDeletion,
  DescribeQuote,
  DescribeStart,
  DescribeStatus,
  DescribeStatuses,
  PredictionIdParam,
} from './prediction.openapi.js';
import { StartQuery, StatusesQuery, StatusQuery } from './prediction-queries.dto.js';
import { PredictionResponses } from './prediction-responses.js';
import { PredictionStatusService, viewerOf } from './prediction-status.service.js';
import type { QuoteBody } from './quote.dto.js';

@ApiTags('Generation')
@Controller('api/generate')
export class GenerationController {
  constructor(
    private readonly generation: GenerationService,
    private readonly responses: PredictionResponses,
    private readonly predictions: PredictionStatusService,
  ) {}

  @Post()
  @ApiKeyRoute(ModelScope)
  @ApiOperation({
    operationId: 'startPrediction',
    summary: 'Start a prediction',
    description:
      'Charges the cost at once; a failure refunds it. Responds at once, or with the status body after at most `wait` seconds. An optional field that is `null` is as absent.',
  })
  @DescribeStart()
  @ApiErrors(403)
  async start(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Query() query: StartQuery,
    @Body() body: Record<string, unknown>,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GenerateBody | StartedBody | LaterBody<GenerateBody | StartedBody>> {
    const started = await this.generation.start(caller, body, idempotencyKey);
    return this.responses.respond(caller, started, query, prefer, response);
  }

  @Post('quote')
  @HttpCode(200)
  @ApiKeyRoute(ModelScope)
  @ApiOperation({
    operationId: 'quotePrediction',
    summary: 'What the same request would be charged',
    description:
      'Checks the body as `POST /api/generate` does and returns its price. Nothing is charged or created.',
  })
  @DescribeQuote()
  @ApiErrors(403)
  async quote(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Body() body: Record<string, unknown>,
  ): Promise<QuoteBody> {
    return this.generation.quote(caller, body);
  }

  @Get('status')
  @ApiKeyRoute(['read', ...GENERATE_SCOPES])
  @ApiOperation({
    operationId: 'getPredictions',
    summary: 'Status and result of up to 100 predictions',
    description:
      'In the order of `ids`; counts as one request. With `wait`, responds as soon as one of them is final: leave final ids out of the next request.',
  })
  @DescribeStatuses()
  @ApiErrors(403)
  async statuses(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Query() { ids, wait }: StatusesQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StatusesBody | LaterBody<StatusesBody>> {
    const disconnected = disconnectOf(response, wait);
    const body = this.predictions.readMany(viewerOf(caller), ids, wait, disconnected);
    return wait === 0 ? body : later(response, body);
  }

  @Get('status/:predictionId')
  @ApiKeyRoute(['read', ...GENERATE_SCOPES])
  @ApiOperation({
    operationId: 'getPrediction',
    summary: 'Status and result of a prediction',
    description: 'Any key of the account may poll it.',
  })
  @DescribeStatus(StatusBody)
  @ApiErrors(403)
  async status(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Param('predictionId') predictionId: string,
    @Query() query: StatusQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StatusBody | LaterBody<StatusBody>> {
    const body = this.responses.readStatus(caller, predictionId, query, response);
    return query.wait === 0 ? body : later(response, body);
  }

  @Post(':predictionId/cancel')
  @HttpCode(200)
  @ApiKeyRoute(GENERATE_SCOPES)
  @ApiOperation({
    operationId: 'cancelPrediction',
    summary: 'Cancel a prediction',
    description: 'A final prediction is returned unchanged.',
  })
  @PredictionIdParam()
  @ApiOkResponse({ type: StatusBody })
  @ApiErrors(401, 403, 404, 429)
  async cancel(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Param('predictionId') predictionId: string,
  ): Promise<StatusBody> {
    return this.predictions.cancel(viewerOf(caller), predictionId);
  }

  @Delete(':predictionId')
  @ApiKeyRoute(GENERATE_SCOPES)
  @ApiOperation({
    operationId: 'deletePrediction',
    summary: 'Delete what a finished prediction contains',
    description:
      'Its files are removed, its links return 410, and `prompt` and `input` are emptied. The ledger and the cost stay. ' +
      'Deleting again returns the same.',
  })
  @DescribeDeletion()
  @ApiErrors(403)
  async delete(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Param('predictionId') predictionId: string,
  ): Promise<StatusBody> {
    return this.predictions.delete(viewerOf(caller), predictionId);
  }
}
