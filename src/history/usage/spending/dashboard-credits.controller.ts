import { Controller, Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import {
  CreditsService,
  DashboardBalanceBody,
  LedgerReader,
  showExpiring,
  showWallet,
  StatementFileQuery,
  StatementPageBody,
  StatementQuery,
} from '../../../credits/index.js';
import {
  ApiErrors,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
} from '../../../platform/http/index.js';
import { SpendingBody, SpendingQuery } from './spending.dto.js';
import { SpendingService } from './spending.service.js';

@ApiTags('Dashboard')
@Controller('api/dashboard/credits')
@DashboardRoute('user', { allow: 'read' })
export class DashboardCreditsController {
  constructor(
    private readonly credits: CreditsService,
    private readonly ledger: LedgerReader,
    private readonly spending: SpendingService,
  ) {}

  @Get('balance')
  @ApiOperation({
    operationId: 'getDashboardBalance',
    summary: 'Spendable and held credits, and the plan',
    description: '`held` is the cost of the predictions that are running.',
  })
  @ApiOkResponse({ type: DashboardBalanceBody })
  @ApiErrors(401)
  async balance(@DashboardCaller() caller: DashboardPrincipal): Promise<DashboardBalanceBody> {
    const wallet = await this.credits.walletOf(caller.accountId);
    const expiring = await this.credits.expiringOf(caller.accountId, wallet);
    return { success: true, ...showWallet(wallet), expiring: showExpiring(expiring) };
  }

  @Get('ledger')
  @ApiOperation({
    operationId: 'listDashboardLedger',
    summary: 'The statement: every grant, charge, refund, adjustment, debt and expiry, newest first',
    description: 'Filters combine. Each entry contains the balance after it.',
  })
  @ApiOkResponse({ type: StatementPageBody })
  @ApiErrors(400, 401)
  async list(
    @DashboardCaller() caller: DashboardPrincipal,
    @Query() query: StatementQuery,
  ): Promise<StatementPageBody> {
    return this.ledger.statement(caller.accountId, query);
  }

  @Get('ledger.csv')
  @ApiOperation({
    operationId: 'downloadDashboardLedger',
    summary: 'The whole statement as CSV (RFC 4180)',
    description:
      'The same filters as the statement, all pages in one file. An account gets one file at a time: 503 with `Retry-After` while others are sent.',
  })
  @ApiOkResponse({
    description: 'A line per entry, newest first, after a line of names.',
    content: { 'text/csv': { schema: { type: 'string' } } },
  })
  @ApiErrors(400, 401)
  async file(
    @DashboardCaller() caller: DashboardPrincipal,
    @Query() query: StatementFileQuery,
    @Res() response: Response,
  ): Promise<void> {
    return this.ledger.sendFile(response, caller.accountId, query);
  }

  @Get('spend')
  @ApiOperation({
    operationId: 'getSpending',
    summary: 'What was spent, by model, by key or by day',
    description: 'Charges minus refunds of a range of days, grouped.',
  })
  @ApiOkResponse({ type: SpendingBody })
  @ApiErrors(400, 401)
  async spend(
    @DashboardCaller() caller: DashboardPrincipal,
    @Query() query: SpendingQuery,
  ): Promise<SpendingBody> {
    return this.spending.read(caller.accountId, query);
  }
}
