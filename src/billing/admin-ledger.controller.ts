import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { AccountEmails } from '../accounts/index.js';
import { type AuditSource, CallerAudit } from '../audit/index.js';
import { LedgerVerifications } from '../credits/index.js';
import {
  ApiErrors,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
} from '../platform/http/index.js';
import { findingsOf, showVerification, VerificationBody } from './ledger-verification.dto.js';

@ApiTags('Admin')
@Controller('api/admin/ledger/verification')
@DashboardRoute('admin')
export class AdminLedgerController {
  constructor(
    private readonly verifications: LedgerVerifications,
    private readonly emails: AccountEmails,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'getLedgerVerification',
    summary: 'The latest verification of the ledger that an administrator requested',
    description: '`null` when none was requested.',
  })
  @ApiOkResponse({ type: VerificationBody })
  @ApiErrors(401, 403)
  async latest(): Promise<VerificationBody> {
    return this.show();
  }

  @Post()
  @HttpCode(202)
  @ApiOperation({
    operationId: 'verifyLedger',
    summary: 'Verify the ledger, beside the running service',
    description: 'One at a time: while one runs, another request returns that one.',
  })
  @ApiResponse({ status: 202, description: 'It runs; ask for it.', type: VerificationBody })
  @ApiErrors(401, 403)
  async verify(
    @DashboardCaller() admin: DashboardPrincipal,
    @CallerAudit() source: AuditSource,
  ): Promise<VerificationBody> {
    await this.verifications.begin(admin.userId, source);
    return this.show();
  }

  private async show(): Promise<VerificationBody> {
    const latest = await this.verifications.latest();
    return showVerification(latest, await this.emails.addTo(findingsOf(latest)));
  }
}
