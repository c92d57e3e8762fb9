import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { type AuditSource, CallerAudit } from '../audit/index.js';
import { PredictionIdParam } from '../generation/index.js';
import {
  ApiErrors,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
} from '../platform/http/index.js';
import { AdminPredictionsQuery, FailPredictionDto } from './admin-predictions.query.js';
import { AdminPredictions } from './admin-predictions.service.js';
import { AdminPredictionBody, AdminPredictionDetailBody, AdminPredictionPage } from './predictions.dto.js';

@ApiTags('Admin')
@Controller('api/admin/predictions')
@DashboardRoute('admin')
export class AdminPredictionsController {
  constructor(private readonly predictions: AdminPredictions) {}

  @Get()
  @ApiOperation({
    operationId: 'listAllPredictions',
    summary: 'Predictions of all accounts, newest first',
    description: 'Filters combine, also by account.',
  })
  @ApiOkResponse({ type: AdminPredictionPage })
  @ApiErrors(400, 401, 403)
  async list(@Query() query: AdminPredictionsQuery): Promise<AdminPredictionPage> {
    return this.predictions.list(query);
  }

  @Get(':predictionId')
  @PredictionIdParam()
  @ApiOperation({
    operationId: 'getAnyPrediction',
    summary: 'A prediction of any account: state, timeline, input, result, charge and refund',
    description:
      'With what its account sees of it, and its engine. The `prompt` and `input` of a deleted one are empty.',
  })
  @ApiOkResponse({ type: AdminPredictionDetailBody })
  @ApiErrors(401, 403, 404)
  async read(@Param('predictionId') predictionId: string): Promise<AdminPredictionDetailBody> {
    return this.predictions.read(predictionId);
  }

  @Post(':predictionId/cancel')
  @HttpCode(200)
  @PredictionIdParam()
  @ApiOperation({
    operationId: 'cancelAnyPrediction',
    summary: 'Cancel a prediction of any account; its cost is given back',
    description: 'A final prediction is returned unchanged.',
  })
  @ApiOkResponse({ type: AdminPredictionBody })
  @ApiErrors(401, 403, 404)
  async cancel(
    @CallerAudit() source: AuditSource,
    @Param('predictionId') predictionId: string,
  ): Promise<AdminPredictionBody> {
    return this.predictions.cancel(source, predictionId);
  }

  @Post(':predictionId/fail')
  @HttpCode(200)
  @PredictionIdParam()
  @ApiOperation({
    operationId: 'failAnyPrediction',
    summary: 'End a prediction of any account as failed; its cost is given back',
    description: 'A final prediction is returned unchanged. Operators see the note, the customer does not.',
  })
  @ApiOkResponse({ type: AdminPredictionBody })
  @ApiErrors(400, 401, 403, 404)
  async fail(
    @DashboardCaller() admin: DashboardPrincipal,
    @CallerAudit() source: AuditSource,
    @Param('predictionId') predictionId: string,
    @Body() { note }: FailPredictionDto,
  ): Promise<AdminPredictionBody> {
    return this.predictions.fail(admin, source, predictionId, note);
  }
}
