import { Body, Controller, Delete, Get, Headers, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import {
  DescribeCancellation,
  DescribeDeletion,
  DescribeQuote,
  DescribeStart,
  DescribeStatus,
  type GenerateBody,
  PredictionResponses,
  PredictionStatusService,
  type QuoteBody,
  type StartedBody,
  StartQuery,
  type StatusBody,
  StatusQuery,
  viewerOf,
} from '../generation/index.js';
import {
  ApiOk,
  ApiTags,
  CountedDashboardRoute,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
  type LaterBody,
  longPoll,
  Operation,
} from '../platform/http/index.js';
import { DashboardPredictions } from './dashboard-predictions.service.js';
import { HistoryQuery, HistorySearchQuery } from './history.dto.js';
import { DashboardPredictionBody, DashboardPredictionPage } from './predictions.dto.js';

@ApiTags('Dashboard')
@Controller('api/dashboard')
export class DashboardPredictionsController {
  constructor(
    private readonly predictions: DashboardPredictions,
    private readonly responses: PredictionResponses,
    private readonly statuses: PredictionStatusService,
  ) {}

  @Post('quote')
  @DashboardRoute('user', { allow: 'generate' })
  @Operation(
    'What a prediction would be charged; counts against nothing',
    'Checks the body as a start does and returns its price. Nothing is charged or created.',
  )
  @DescribeQuote()
  async quoteDashboardPrediction(
    @DashboardCaller() caller: DashboardPrincipal,
    @Body() body: Record<string, unknown>,
  ): Promise<QuoteBody> {
    return this.predictions.quote(caller.accountId, body);
  }

  @Post('predictions')
  @CountedDashboardRoute({ allow: 'generate' })
  @Operation(
    'Start a prediction without a key',
    'Charged and run as one that a key starts. Its `keyId` is null and its `env` is live.',
  )
  @DescribeStart()
  async startDashboardPrediction(
    @DashboardCaller() caller: DashboardPrincipal,
    @Query() query: StartQuery,
    @Body() body: Record<string, unknown>,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GenerateBody | StartedBody | LaterBody<GenerateBody | StartedBody>> {
    const started = await this.predictions.start(caller, body, idempotencyKey);
    return this.responses.respond(caller, started, query, response);
  }

  @Get('predictions')
  @DashboardRoute('user', { allow: 'read' })
  @Operation(
    'The account’s predictions, newest first, with thumbnails',
    'Filters combine. Pass `nextCursor` as `cursor` to read the next page.',
  )
  @ApiOk(DashboardPredictionPage)
  async listDashboardPredictions(
    @DashboardCaller() caller: DashboardPrincipal,
    @Query() query: HistorySearchQuery,
  ): Promise<DashboardPredictionPage> {
    return this.predictions.list(caller.accountId, query);
  }

  @Get('reframes')
  @DashboardRoute('user', { allow: 'read' })
  @Operation(
    'The account’s reframes, newest first, with thumbnails',
    'The history of the operation `reframe` alone, with the same filters.',
  )
  @ApiOk(DashboardPredictionPage)
  async listDashboardReframes(
    @DashboardCaller() caller: DashboardPrincipal,
    @Query() query: HistoryQuery,
  ): Promise<DashboardPredictionPage> {
    return this.predictions.list(caller.accountId, { ...query, operation: 'reframe' });
  }

  @Get('predictions/:predictionId')
  @DashboardRoute('user', { allow: 'read' })
  @Operation(
    'A prediction: status, result, input, charge and refund',
    'With `wait`, responds as soon as it is final, or after that many seconds.',
  )
  @DescribeStatus(DashboardPredictionBody)
  async getDashboardPrediction(
    @DashboardCaller() caller: DashboardPrincipal,
    @Param('predictionId') predictionId: string,
    @Query() query: StatusQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DashboardPredictionBody | LaterBody<DashboardPredictionBody>> {
    return longPoll(response, query.wait, (gone) => this.predictions.read(caller, predictionId, query, gone));
  }

  @Post('predictions/:predictionId/cancel')
  @DashboardRoute('user', { allow: 'generate' })
  @DescribeCancellation()
  async cancelDashboardPrediction(
    @DashboardCaller() caller: DashboardPrincipal,
    @Param('predictionId') predictionId: string,
  ): Promise<StatusBody> {
    return this.statuses.cancel(viewerOf(caller), predictionId);
  }

  @Delete('predictions/:predictionId')
  @DashboardRoute('user', { allow: 'generate' })
  @DescribeDeletion()
  async deleteDashboardPrediction(
    @DashboardCaller() caller: DashboardPrincipal,
    @Param('predictionId') predictionId: string,
  ): Promise<StatusBody> {
    return this.statuses.delete(viewerOf(caller), predictionId);
  }
}
