import { Controller, Get, Post } from '@nestjs/common';
import { AccountEmails } from '../accounts/index.js';
import { type AuditSource, CallerAudit } from '../audit/index.js';
import { LedgerVerifications } from '../credits/index.js';
import {
  ApiAccepted,
  ApiOk,
  ApiTags,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
  Operation,
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
  @Operation(
    'The latest verification of the ledger that an administrator requested',
    '`null` when none was requested.',
  )
  @ApiOk(VerificationBody, 403)
  async getLedgerVerification(): Promise<VerificationBody> {
    return this.show();
  }

  @Post()
  @Operation(
    'Verify the ledger, beside the running service',
    'One at a time: while one runs, another request returns that one.',
  )
  @ApiAccepted(VerificationBody, 'It runs; ask for it.', 403)
  async verifyLedger(
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
