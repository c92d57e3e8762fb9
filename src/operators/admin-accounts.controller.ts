import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { type AuditSource, CallerAudit } from '../audit/index.js';
import { StatementPageBody, StatementQuery } from '../credits/index.js';
import {
  ApiErrors,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
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

const AccountId = () => ApiParam({ name: 'id', example: 'acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' });

@ApiTags('Admin')
@Controller('api/admin/accounts')
export class AdminAccountsController {
  constructor(private readonly accounts: AdminAccounts) {}

  @Get()
  @OperatorRoute('accounts:read')
  @ApiOperation({
    operationId: 'listAccounts',
    summary: 'All accounts, newest first',
    description: '`search` finds accounts by a part of an email. Filters combine.',
  })
  @ApiOkResponse({ type: AdminAccountsPage })
  @ApiErrors(400, 401, 403)
  async list(@Query() query: AccountsQuery): Promise<AdminAccountsPage> {
    return this.accounts.list(query);
  }

  @Get(':id')
  @OperatorRoute('accounts:read')
  @AccountId()
  @ApiOperation({
    operationId: 'getAccount',
    summary: 'One account, with its keys',
    description: 'With its users, its balance and its keys, without their secrets.',
  })
  @ApiOkResponse({ type: AdminAccountBody })
  @ApiErrors(401, 403, 404)
  async read(@Param('id') id: string): Promise<AdminAccountBody> {
    return this.accounts.read(id);
  }

  @Patch(':id')
  @OperatorRoute('accounts:write')
  @AccountId()
  @ApiOperation({
    operationId: 'updateAccount',
    summary: 'Suspend an account or lift its suspension, or change its plan or limits; idempotent',
    description:
      'Only the given fields change, all or none. An operator key needs `credits:write` too for a plan with `monthlyCredits`. From the next request on, the API keys of a suspended account return 403 `account_suspended`, and so do starts of predictions, uploads and new keys in the dashboard. Its people can still sign in, read, cancel and delete. What runs continues and is settled. A subscription is paid and granted each month also while the account is suspended: `subscription` shows it, and `endSubscription` ends it. An administrator cannot suspend the own account (409).',
  })
  @ApiOkResponse({ type: AdminAccountBody })
  @ApiErrors(400, 401, 403, 404, 409, 413, 415)
  async update(
    @OperatorCaller() caller: Principal | OperatorPrincipal,
    @Param('id') id: string,
    @Body() body: UpdateAccountDto,
    @CallerAudit() by: AuditSource,
  ): Promise<AdminAccountBody> {
    return this.accounts.update(caller, id, body, by);
  }

  @Get(':id/ledger')
  @OperatorRoute('accounts:read')
  @AccountId()
  @ApiOperation({
    operationId: 'listAccountLedger',
    summary: 'The statement of an account, newest first',
    description: 'Every grant, charge, refund and adjustment of the account.',
  })
  @ApiOkResponse({ type: StatementPageBody })
  @ApiErrors(400, 401, 403, 404)
  async statement(@Param('id') id: string, @Query() query: StatementQuery): Promise<StatementPageBody> {
    return this.accounts.statement(id, query);
  }
}
