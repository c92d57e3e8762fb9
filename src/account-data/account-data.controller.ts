import { Body, Controller, Delete, Get, HttpCode, Res } from '@nestjs/common';
import type { Response } from 'express';
import { type AuditSource, CallerAudit } from '../audit/index.js';
import { type SignInCaller, SignInCallerParam } from '../auth/index.js';
import {
  ApiErrors,
  ApiOperation,
  ApiResponse,
  ApiTags,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
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
  @ApiOperation({
    operationId: 'exportOwnAccount',
    summary: 'All data of the account',
    description: ABOUT_EXPORT,
  })
  @ApiZip()
  @ApiErrors(401, 403, 409)
  async export(
    @DashboardCaller() { accountId }: DashboardPrincipal,
    @CallerAudit() by: AuditSource,
    @Res() response: Response,
  ): Promise<void> {
    return this.exports.send(accountId, by, response);
  }

  @Delete()
  @HttpCode(202)
  @ApiOperation({
    operationId: 'deleteOwnAccount',
    summary: 'Delete the account and all personal data in it',
    description:
      'From the response on, its API keys are rejected and its people cannot sign in to it. Who belongs to no other account is deleted too. A worker then erases prompts, files and all other personal data. The entries of the ledger stay, without notes. A 409 says what is left; `force` cancels and writes it off. Users of an outside sign-on have no password: an administrator deletes their account.',
  })
  @ApiResponse({
    status: 202,
    description: 'The account cannot be used any more.',
    type: DeletionAcceptedBody,
  })
  @ApiErrors(400, 401, 403, 409, 413, 415, 429)
  async delete(
    @DashboardCaller() caller: DashboardPrincipal,
    @Body() { password, force = false }: DeleteOwnAccountDto,
    @SignInCallerParam() from: SignInCaller,
    @CallerAudit() by: AuditSource,
  ): Promise<DeletionAcceptedBody> {
    await this.deletions.deleteOwn(caller, { password, isForced: force }, from, by);
    return { success: true };
  }
}
