import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { type AuditSource, CallerAudit } from '../audit/index.js';
import {
  ApiOk,
  ApiTags,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
  IdParam,
  Operation,
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
  @Operation('Predictions of all accounts, newest first', 'Filters combine, also by account.')
  @ApiOk(AdminPredictionPage, 403)
  async listAllPredictions(@Query() query: AdminPredictionsQuery): Promise<AdminPredictionPage> {
    return this.predictions.list(query);
  }

  @Get(':predictionId')
  @Operation(
    'A prediction of any account: state, timeline, input, result, charge and refund',
    'With what its account sees of it, and its engine. The `prompt` and `input` of a deleted one are empty.',
  )
  @ApiOk(AdminPredictionDetailBody, 403)
  async getAnyPrediction(
    @IdParam('pred', 'predictionId') predictionId: string,
  ): Promise<AdminPredictionDetailBody> {
    return this.predictions.read(predictionId);
  }

  @Post(':predictionId/cancel')
  @Operation(
    'Cancel a prediction of any account; its cost is given back',
    'A final prediction is returned unchanged.',
  )
  @ApiOk(AdminPredictionBody, 403)
  async cancelAnyPrediction(
    @CallerAudit() source: AuditSource,
    @IdParam('pred', 'predictionId') predictionId: string,
  ): Promise<AdminPredictionBody> {
    return this.predictions.cancel(source, predictionId);
  }

  @Post(':predictionId/fail')
  @Operation(
    'End a prediction of any account as failed; its cost is given back',
    'A final prediction is returned unchanged. Operators see the note, the customer does not.',
  )
  @ApiOk(AdminPredictionBody, 403)
  async failAnyPrediction(
    @DashboardCaller() admin: DashboardPrincipal,
    @CallerAudit() source: AuditSource,
    @IdParam('pred', 'predictionId') predictionId: string,
    @Body() { note }: FailPredictionDto,
  ): Promise<AdminPredictionBody> {
    return this.predictions.fail(admin, source, predictionId, note);
  }
}
