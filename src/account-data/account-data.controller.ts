import { Body, Controller, Delete, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { type AuditSource, CallerAudit } from '../audit/index.js';
import { type SignInCaller, SignInCallerParam } from '../auth/index.js';
import {
  ApiAccepted,
  ApiErrors,
  ApiTags,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
  Operation,
} from '../platform/http/index.js';
import { DeleteOwnAccountDto, DeletionAcceptedBody } from './account-data.dto.js';
import { AccountDeletions } from './deletion/account-deletions.js';
import { AccountExports } from './export/account-exports.js';
import { ABOUT_EXPORT, ApiZip } from './export/export.openapi.js';

@ApiTags('Account')
@Controller('api/account')
@DashboardRoute('user', { allow: 'own' })
export class AccountDataController {
  constructor(
    private readonly deletions: AccountDeletions,
    private readonly exports: AccountExports,
  ) {}

  @Get('export')
  @Operation('All data of the account', ABOUT_EXPORT)
  @ApiZip()
  @ApiErrors(409)
  async exportOwnAccount(
    @DashboardCaller() { accountId }: DashboardPrincipal,
    @CallerAudit() by: AuditSource,
    @Res() response: Response,
  ): Promise<void> {
    return this.exports.send(accountId, by, response);
  }

  @Delete()
  @Operation(
    'Delete the account and all personal data in it',
    'From the response on, its API keys are rejected and its people cannot sign in to it. Who belongs to no other account is deleted too. A worker then erases prompts, files and all other personal data. The entries of the ledger stay, without notes. A 409 says what is left; `force` cancels and writes it off. Users of an outside sign-on have no password: an administrator deletes their account.',
  )
  @ApiAccepted(DeletionAcceptedBody, 'The account cannot be used any more.', 409)
  async deleteOwnAccount(
    @DashboardCaller() caller: DashboardPrincipal,
    @Body() { password, force = false }: DeleteOwnAccountDto,
    @SignInCallerParam() from: SignInCaller,
    @CallerAudit() by: AuditSource,
  ): Promise<DeletionAcceptedBody> {
    await this.deletions.deleteOwn(caller, { password, isForced: force }, from, by);
    return { success: true };
  }
}
