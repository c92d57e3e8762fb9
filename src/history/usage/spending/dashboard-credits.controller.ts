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
  ApiOk,
  ApiOkResponse,
  ApiTags,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
  Operation,
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
  @Operation(
    'Spendable and held credits, and the plan',
    '`held` is the cost of the predictions that are running.',
  )
  @ApiOk(DashboardBalanceBody)
  async getDashboardBalance(@DashboardCaller() caller: DashboardPrincipal): Promise<DashboardBalanceBody> {
    const wallet = await this.credits.walletOf(caller.accountId);
    const expiring = await this.credits.expiringOf(caller.accountId, wallet);
    return { success: true, ...showWallet(wallet), expiring: showExpiring(expiring) };
  }

  @Get('ledger')
  @Operation(
    'The statement: every grant, charge, refund, adjustment, debt and expiry, newest first',
    'Filters combine. Each entry contains the balance after it.',
  )
  @ApiOk(StatementPageBody)
  async listDashboardLedger(
    @DashboardCaller() caller: DashboardPrincipal,
    @Query() query: StatementQuery,
  ): Promise<StatementPageBody> {
    return this.ledger.statement(caller.accountId, query);
  }

  @Get('ledger.csv')
  @Operation(
    'The whole statement as CSV (RFC 4180)',
    'The same filters as the statement, all pages in one file. An account gets one file at a time: 503 with `Retry-After` while others are sent.',
  )
  @ApiOkResponse({
    description: 'A line per entry, newest first, after a line of names.',
    content: { 'text/csv': { schema: { type: 'string' } } },
  })
  async downloadDashboardLedger(
    @DashboardCaller() caller: DashboardPrincipal,
    @Query() query: StatementFileQuery,
    @Res() response: Response,
  ): Promise<void> {
    return this.ledger.sendFile(response, caller.accountId, query);
  }

  @Get('spend')
  @Operation(
    'What was spent, by model, by key or by day',
    'Charges minus refunds of a range of days, grouped.',
  )
  @ApiOk(SpendingBody)
  async getSpending(
    @DashboardCaller() caller: DashboardPrincipal,
    @Query() query: SpendingQuery,
  ): Promise<SpendingBody> {
    return this.spending.read(caller.accountId, query);
  }
}
