import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { Throttle } from '@nestjs/throttler';
import type { Response } from 'express';
import { type AuditSource, CallerAudit } from '../../audit/index.js';
import {
  ApiAccepted,
  ApiNoContent,
  ApiTags,
  type AuthenticatedRequest,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
  GuardedBody,
  Operation,
  PublicRoute,
} from '../../platform/http/index.js';
import { AcceptedBody, VerifyEmailDto } from '../sign-in/auth.dto.js';
import { AddressThrottlerGuard } from '../sign-in/sign-in.guard.js';
import { type SignInCaller, SignInCallerParam } from '../sign-in/sign-in-caller.js';
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
  @PublicRoute({ identifies: true })
  @Throttle({ requests: TOKEN_REQUESTS })
  @GuardedBody(AddressThrottlerGuard)
  @Operation(
    'Verify an email with the link of a mail',
    'The token is the text after `#token=` in the link. It works once, for 7 days, and counts only with the `password` of its user or with an access token of that user: a mail may have gone to a person whose address another one has registered. Sign-up credits that wait for the verified email are granted. Nothing ends.',
  )
  @ApiNoContent('Verified.', 401, 429)
  async verifyEmail(
    @Req() request: AuthenticatedRequest,
    @Body() body: VerifyEmailDto,
    @SignInCallerParam() from: SignInCaller,
    @CallerAudit() source: AuditSource,
  ): Promise<void> {
    const { principal } = request;
    const userId = principal?.kind === 'dashboard' ? principal.userId : null;
    if (await this.verification.verify(body, userId, from, source)) return;
    throw await this.tokenFailures.unauthorizedError(request, 'link_invalid');
  }

  @Post('verification')
  @DashboardRoute('user', { allow: 'self' })
  @Operation(
    'Request another mail with a link that verifies the email',
    'The new link replaces the earlier one. Sends nothing when the email is verified, without a mailer, and beyond 3 mails an hour.',
  )
  @ApiAccepted(AcceptedBody, 'Accepted.')
  async requestEmailVerification(
    @DashboardCaller() { userId }: DashboardPrincipal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AcceptedBody> {
    await this.verification.count(userId);
    response.once('close', () => this.verification.mailLink(userId));
    return { success: true };
  }
}
