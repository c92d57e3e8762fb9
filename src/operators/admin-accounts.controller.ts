import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { type AuditSource, CallerAudit } from '../audit/index.js';
import { StatementPageBody, StatementQuery } from '../credits/index.js';
import {
  ApiOk,
  ApiTags,
  IdParam,
  Operation,
  OperatorCaller,
  type OperatorPrincipal,
  OperatorRoute,
  type Principal,
} from '../platform/http/index.js';
import {
  AccountsQuery,
  AdminAccountBody,
  AdminAccountsPage,
  UpdateAccountDto,
} from './admin-accounts.dto.js';
import { AdminAccounts } from './admin-accounts.service.js';

@ApiTags('Admin')
@Controller('api/admin/accounts')
export class AdminAccountsController {
  constructor(private readonly accounts: AdminAccounts) {}

  @Get()
  @OperatorRoute('accounts:read')
  @Operation('All accounts, newest first', '`search` finds accounts by a part of an email. Filters combine.')
  @ApiOk(AdminAccountsPage)
  async listAccounts(@Query() query: AccountsQuery): Promise<AdminAccountsPage> {
    return this.accounts.list(query);
  }

  @Get(':id')
  @OperatorRoute('accounts:read')
  @Operation('One account, with its keys', 'With its users, its balance and its keys, without their secrets.')
  @ApiOk(AdminAccountBody)
  async getAccount(@IdParam('acc') id: string): Promise<AdminAccountBody> {
    return this.accounts.read(id);
  }

  @Patch(':id')
  @OperatorRoute('accounts:write')
  @Operation(
    'Suspend an account or lift its suspension, or change its plan or limits; idempotent',
    'Only the given fields change, all or none. An operator key needs `credits:write` too for a plan with `monthlyCredits`. From the next request on, the API keys of a suspended account return 403 `account_suspended`, and so do starts of predictions, uploads and new keys in the dashboard. Its people can still sign in, read, cancel and delete. What runs continues and is settled. A subscription is paid and granted each month also while the account is suspended: `subscription` shows it, and `endSubscription` ends it. An administrator cannot suspend the own account (409).',
  )
  @ApiOk(AdminAccountBody, 409)
  async updateAccount(
    @OperatorCaller() caller: Principal | OperatorPrincipal,
    @IdParam('acc') id: string,
    @Body() body: UpdateAccountDto,
    @CallerAudit() by: AuditSource,
  ): Promise<AdminAccountBody> {
    return this.accounts.update(caller, id, body, by);
  }

  @Get(':id/ledger')
  @OperatorRoute('accounts:read')
  @Operation(
    'The statement of an account, newest first',
    'Every grant, charge, refund and adjustment of the account.',
  )
  @ApiOk(StatementPageBody)
  async listAccountLedger(
    @IdParam('acc') id: string,
    @Query() query: StatementQuery,
  ): Promise<StatementPageBody> {
    return this.accounts.statement(id, query);
  }
}
