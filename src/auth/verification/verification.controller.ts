import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { Throttle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { type AuditSource, CallerAudit } from '../../audit/index.js';
import {
  ApiErrors,
  ApiNoContentResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
  GuardedBody,
  PublicRoute,
} from '../../http/index.js';
import { AcceptedBody, VerifyEmailDto } from '../sign-in/auth.dto.js';
import { AddressThrottlerGuard } from '../sign-in/sign-in.guard.js';
import { TOKEN_REQUESTS } from '../sign-in/sign-in-limits.js';
import { TokenFailures } from '../tokens/token-failures.js';
import { EmailVerification } from './email-verification.js';

@ApiTags('Sign-in')
@Controller('api/auth/email')
export class VerificationController {
  constructor(
    private readonly verification: EmailVerification,
    private readonly tokenFailures: TokenFailures,
  ) {}

  @Post('verify')
  @HttpCode(204)
  @PublicRoute()
  @Throttle({ requests: TOKEN_REQUESTS })
  @GuardedBody(AddressThrottlerGuard)
  @ApiOperation({
    operationId: 'verifyEmail',
    summary: 'Verify an email with the link of a mail',
    description:
      'The token is the text after `#token=` in the link. It works once, for 7 days. Sign-up credits that wait for the verified email are granted.',
  })
  @ApiNoContentResponse({ description: 'Verified.' })
  @ApiErrors(400, 413, 415, 429)
  async verify(
    @Req() request: Request,
    @Body() { token }: VerifyEmailDto,
    @CallerAudit() source: AuditSource,
  ): Promise<void> {
    if (await this.verification.verify(token, source)) return;
    throw await this.tokenFailures.unauthorizedError(request, 'link_invalid');
  }

  @Post('verification')
  @HttpCode(202)
  @DashboardRoute('user', { allow: 'self' })
  @ApiOperation({
    operationId: 'requestEmailVerification',
    summary: 'Request another mail with a link that verifies the email',
    description:
      'The new link replaces the earlier one. Sends nothing when the email is verified, without a mailer, and beyond 3 mails an hour.',
  })
  @ApiResponse({ status: 202, type: AcceptedBody, description: 'Accepted.' })
  @ApiErrors(401, 429)
  async request(
    @DashboardCaller() { userId }: DashboardPrincipal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AcceptedBody> {
    await this.verification.count(userId);
    response.once('close', () => this.verification.mailLink(userId));
    return { success: true };
  }
}
