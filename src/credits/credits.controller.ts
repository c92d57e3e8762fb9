import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Catalogue, toPlanDetails } from '../catalogue/index.js';
import {
  type ApiKeyPrincipal,
  ApiKeyRoute,
  ApiListOrFile,
  ApiOk,
  ApiTags,
  KeyCaller,
  Operation,
  sendJson,
  wantsFile,
} from '../platform/http/index.js';
import { showBalanceAlert } from './alerts/balance-alert.dto.js';
import { toCredits } from './amount.js';
import { BalanceBody, LedgerPageBody, LedgerQuery, showExpiring } from './credits.dto.js';
import { CreditsService } from './credits.service.js';
import { LedgerReader } from './ledger.reader.js';

@ApiTags('Credits')
@Controller('api/credits')
@ApiKeyRoute(['billing'])
export class CreditsController {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly credits: CreditsService,
    private readonly ledger: LedgerReader,
  ) {}

  @Get('balance')
  @Operation(
    'The account’s spendable credits and its plan',
    'Spendable credits; the credits of running predictions are already subtracted.',
  )
  @ApiOk(BalanceBody)
  async getBalance(@KeyCaller() caller: ApiKeyPrincipal): Promise<BalanceBody> {
    const wallet = await this.credits.walletOf(caller.accountId);
    const { plans } = this.catalogue;
    const expiring = await this.credits.expiringOf(caller.accountId, wallet);
    return {
      success: true,
      balance: toCredits(wallet.balance),
      owed: toCredits(wallet.owed),
      held: toCredits(wallet.held),
      expiring: showExpiring(expiring),
      plan: wallet.plan,
      planDetails: toPlanDetails(plans.of(wallet.plan), plans.retentionDaysOf(wallet.plan)),
      updatedAt: wallet.updatedAt.toISOString(),
      ...showBalanceAlert(wallet),
    };
  }

  @Get('ledger')
  @Operation(
    'Every grant, charge, refund, adjustment, debt and expiry, newest first',
    'Each entry contains the balance after it. The amounts add up to the balance; those of the kind `debt` to what the account owes. ' +
      '`Accept: text/csv` returns all pages in one file, with the model of each charge and refund.',
  )
  @ApiListOrFile(LedgerPageBody, 'Newest first.')
  async listLedger(
    @KeyCaller() { accountId }: ApiKeyPrincipal,
    @Query() query: LedgerQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (wantsFile(request, response)) return this.ledger.sendFile(response, accountId, { id: query.id });
    sendJson(response, await this.ledger.list(accountId, query));
  }
}
