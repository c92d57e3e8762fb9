import { Body, Controller, Delete, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { AccountsService } from '../accounts/index.js';
import { type AuditSource, CallerAudit } from '../audit/index.js';
import { MemberListBody, Members } from '../members/index.js';
import { AppError } from '../platform/errors/index.js';
import {
  ApiAccepted,
  ApiBody,
  ApiErrors,
  ApiOk,
  ApiTags,
  IdParam,
  Operation,
  OperatorCaller,
  type OperatorPrincipal,
  OperatorRoute,
  type Principal,
  requirePublicId,
} from '../platform/http/index.js';
import { DeleteAccountDto, DeletionAcceptedBody } from './account-data.dto.js';
import { AccountDeletions } from './deletion/account-deletions.js';
import { AccountExports } from './export/account-exports.js';
import { ABOUT_EXPORT, ApiZip } from './export/export.openapi.js';

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
  @Operation(
    'The members of an account, and its open invitations',
    'As GET /api/account/members shows them to the account’s own people.',
  )
  @ApiOk(MemberListBody)
  async listAccountMembers(@IdParam('acc') id: string): Promise<MemberListBody> {
    return this.members.list((await this.accounts.requireKept(idOf(id))).id);
  }

  @Get('export')
  @OperatorRoute('accounts:read')
  @Operation('All data of an account', ABOUT_EXPORT)
  @ApiZip()
  @ApiErrors(409)
  async exportAccount(
    @IdParam('acc') id: string,
    @CallerAudit() by: AuditSource,
    @Res() response: Response,
  ): Promise<void> {
    const account = await this.accounts.requireKept(idOf(id));
    return this.exports.send(account.id, by, response);
  }

  @Delete()
  @OperatorRoute('accounts:write')
  @Operation(
    'Delete an account and all personal data in it; idempotent',
    'As DELETE /api/account does for its owner. An operator key needs `credits:write` too when `force` writes off credits or a debt, or cancels predictions. Administrators delete their own account with the password.',
  )
  @ApiBody({ type: DeleteAccountDto, required: false })
  @ApiAccepted(DeletionAcceptedBody, 'The account cannot be used any more.', 409)
  async deleteAccount(
    @OperatorCaller() caller: Principal | OperatorPrincipal,
    @IdParam('acc') id: string,
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
const idOf = (accountId: string): string => requirePublicId('acc', accountId, 'account_not_found');
