import { Body, Controller, Delete, Get, HttpCode, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { AccountsService } from '../accounts/index.js';
import { type AuditSource, CallerAudit } from '../audit/index.js';
import { MemberListBody, Members } from '../members/index.js';
import { AppError } from '../platform/errors/index.js';
import {
  ApiBody,
  ApiErrors,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiResponse,
  ApiTags,
  OperatorCaller,
  type OperatorPrincipal,
  OperatorRoute,
  parsePublicId,
  type Principal,
} from '../platform/http/index.js';
import { DeleteAccountDto, DeletionAcceptedBody } from './account-data.dto.js';
import { AccountDeletions } from './deletion/account-deletions.js';
import { AccountExports } from './export/account-exports.js';
import { ABOUT_EXPORT, ApiZip } from './export/export.openapi.js';

const AccountId = () => ApiParam({ name: 'id', example: 'acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' });

@ApiTags('Admin')
@Controller('api/admin/accounts/:id')
export class AdminAccountDataController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly deletions: AccountDeletions,
    private readonly exports: AccountExports,
    private readonly members: Members,
  ) {}

  @Get('members')
  @OperatorRoute('accounts:read')
  @AccountId()
  @ApiOperation({
    operationId: 'listAccountMembers',
    summary: 'The members of an account, and its open invitations',
    description: 'As GET /api/account/members shows them to the account’s own people.',
  })
  @ApiOkResponse({ type: MemberListBody })
  @ApiErrors(401, 403, 404)
  async listMembers(@Param('id') id: string): Promise<MemberListBody> {
    return this.members.list((await this.accounts.requireKept(idOf(id))).id);
  }

  @Get('export')
  @OperatorRoute('accounts:read')
  @AccountId()
  @ApiOperation({
    operationId: 'exportAccount',
    summary: 'All data of an account',
    description: ABOUT_EXPORT,
  })
  @ApiZip()
  @ApiErrors(401, 403, 404, 409)
  async export(
    @Param('id') id: string,
    @CallerAudit() by: AuditSource,
    @Res() response: Response,
  ): Promise<void> {
    const account = await this.accounts.requireKept(idOf(id));
    return this.exports.send(account.id, by, response);
  }

  @Delete()
  @HttpCode(202)
  @OperatorRoute('accounts:write')
  @AccountId()
  @ApiOperation({
    operationId: 'deleteAccount',
    summary: 'Delete an account and all personal data in it; idempotent',
    description:
      'As DELETE /api/account does for its owner. An operator key needs `credits:write` too when `force` writes off credits or a debt, or cancels predictions. Administrators delete their own account with the password.',
  })
  @ApiBody({ type: DeleteAccountDto, required: false })
  @ApiResponse({
    status: 202,
    description: 'The account cannot be used any more.',
    type: DeletionAcceptedBody,
  })
  @ApiErrors(400, 401, 403, 404, 409, 413, 415)
  async delete(
    @OperatorCaller() caller: Principal | OperatorPrincipal,
    @Param('id') id: string,
    @Body() { force = false }: DeleteAccountDto,
    @CallerAudit() by: AuditSource,
  ): Promise<DeletionAcceptedBody> {
    const accountId = idOf(id);
    if (caller.kind === 'dashboard' && caller.accountId === accountId)
      throw new AppError('own_account_not_deletable');
    const mayMoveCredits = caller.kind !== 'operator-key' || caller.scopes.includes('credits:write');
    await this.deletions.deleteByOperator(accountId, { isForced: force, mayMoveCredits }, by);
    return { success: true };
  }
}

/** @throws 404. */
function idOf(accountId: string): string {
  const id = parsePublicId('acc', accountId);
  if (id === null) throw new AppError('account_not_found');
  return id;
}
