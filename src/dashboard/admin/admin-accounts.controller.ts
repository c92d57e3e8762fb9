import { Controller, Get, Param, Query } from '@nestjs/common';
import { StatementPageBody, StatementQuery } from '../../credits/index.js';
import {
  ApiErrors,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
  DashboardRoute,
} from '../../http/index.js';
import { AccountsQuery, AdminAccountBody, AdminAccountsPage } from './accounts.dto.js';
import { AdminAccounts } from './admin-accounts.service.js';

const AccountId = () => ApiParam({ name: 'id', example: 'acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' });

@ApiTags('Admin')
@Controller('api/admin/accounts')
@DashboardRoute('admin')
export class AdminAccountsController {
  constructor(private readonly accounts: AdminAccounts) {}

  @Get()
  @ApiOperation({
    operationId: 'listAccounts',
    summary: 'All accounts, newest first',
    description: '`search` finds accounts by a part of an email.',
  })
  @ApiOkResponse({ type: AdminAccountsPage })
  @ApiErrors(400, 401, 403)
  async list(@Query() query: AccountsQuery): Promise<AdminAccountsPage> {
    return this.accounts.list(query);
  }

  @Get(':id')
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

  @Get(':id/ledger')
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
