import { Body, Controller, Delete, Get, Headers, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import {
  type ApiKeyPrincipal,
  ApiKeyRoute,
  ApiTags,
  GENERATE_SCOPES,
  KeyCaller,
  type LaterBody,
  longPoll,
  Operation,
} from '../../platform/http/index.js';
import type { GenerateBody, StartedBody } from './generate.dto.js';
import { GenerationService } from './generation.service.js';
import { ModelScope } from './model-scope.js';
import { StatusBody, type StatusesBody } from './prediction.dto.js';
import {
  DescribeCancellation,
  DescribeDeletion,
  DescribeQuote,
  DescribeStart,
  DescribeStatus,
  DescribeStatuses,
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
  @Operation(
    'Start a prediction',
    'Charges the cost at once; a failure refunds it. Responds at once, or with the status body after at most `wait` seconds. An optional field that is `null` is as absent.',
  )
  @DescribeStart()
  async startPrediction(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Query() query: StartQuery,
    @Body() body: Record<string, unknown>,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GenerateBody | StartedBody | LaterBody<GenerateBody | StartedBody>> {
    const started = await this.generation.start(caller, body, idempotencyKey);
    return this.responses.respond(caller, started, query, response);
  }

  @Post('quote')
  @ApiKeyRoute(ModelScope)
  @Operation(
    'What the same request would be charged',
    'Checks the body as `POST /api/generate` does and returns its price. Nothing is charged or created.',
  )
  @DescribeQuote()
  async quotePrediction(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Body() body: Record<string, unknown>,
  ): Promise<QuoteBody> {
    return this.generation.quote(caller, body);
  }

  @Get('status')
  @ApiKeyRoute(['read', ...GENERATE_SCOPES])
  @Operation(
    'Status and result of up to 100 predictions',
    'In the order of `ids`; counts as one request. With `wait`, responds as soon as one of them is final: leave final ids out of the next request.',
  )
  @DescribeStatuses()
  async getPredictions(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Query() { ids, wait }: StatusesQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StatusesBody | LaterBody<StatusesBody>> {
    return longPoll(response, wait, (disconnected) =>
      this.predictions.readMany(viewerOf(caller), ids, wait, disconnected),
    );
  }

  @Get('status/:predictionId')
  @ApiKeyRoute(['read', ...GENERATE_SCOPES])
  @Operation('Status and result of a prediction', 'Any key of the account may poll it.')
  @DescribeStatus(StatusBody)
  async getPrediction(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Param('predictionId') predictionId: string,
    @Query() query: StatusQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StatusBody | LaterBody<StatusBody>> {
    return longPoll(response, query.wait, (disconnected) =>
      this.predictions.read(viewerOf(caller), predictionId, query, disconnected),
    );
  }

  @Post(':predictionId/cancel')
  @ApiKeyRoute(GENERATE_SCOPES)
  @DescribeCancellation()
  async cancelPrediction(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Param('predictionId') predictionId: string,
  ): Promise<StatusBody> {
    return this.predictions.cancel(viewerOf(caller), predictionId);
  }

  @Delete(':predictionId')
  @ApiKeyRoute(GENERATE_SCOPES)
  @DescribeDeletion()
  async deletePrediction(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Param('predictionId') predictionId: string,
  ): Promise<StatusBody> {
    return this.predictions.delete(viewerOf(caller), predictionId);
  }
}
