import { Body, Post, Req, Res } from '@nestjs/common';
import { Throttle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { type AuditSource, CallerAudit } from '../../audit/index.js';
import {
  ApiAccepted,
  ApiNoContent,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
  GuardedBody,
  Operation,
  PublicRoute,
} from '../../platform/http/index.js';
import { LinkSignIn } from '../links/link-sign-in.js';
import {
  AcceptedBody,
  ChangePasswordDto,
  ForgotPasswordDto,
  ResetPasswordDto,
  SessionBody,
} from '../sign-in/auth.dto.js';
import { AddressThrottlerGuard } from '../sign-in/sign-in.guard.js';
import { type SignInCaller, SignInCallerParam } from '../sign-in/sign-in-caller.js';
import { TOKEN_REQUESTS } from '../sign-in/sign-in-limits.js';
import { ApiSession, CookieController } from '../tokens/cookie-routes.js';
import { SETS_SIGN_IN_COOKIES } from '../tokens/sign-in-cookies.js';
import { ForgottenPasswords } from './forgotten-passwords.js';
import { PasswordsService } from './passwords.service.js';

@CookieController('api/auth/password')
export class PasswordController {
  constructor(
    private readonly passwords: PasswordsService,
    private readonly forgotten: ForgottenPasswords,
    private readonly signIn: LinkSignIn,
  ) {}

  @Post()
  @DashboardRoute('user', { allow: 'self' })
  @Operation(
    'Change the password',
    'Ends every other session of this user and invalidates their one-time links.',
  )
  @ApiNoContent('Changed.')
  async changePassword(
    @DashboardCaller() caller: DashboardPrincipal,
    @Body() body: ChangePasswordDto,
    @SignInCallerParam() from: SignInCaller,
    @CallerAudit() source: AuditSource,
  ): Promise<void> {
    return this.passwords.change(caller, body, from, source);
  }

  @Post('forgot')
  @PublicRoute()
  @GuardedBody(AddressThrottlerGuard)
  @Operation(
    'Request a mail with a one-time link that sets a new password',
    'Responds in the same way whether or not the email has an account. A user gets at most 3 mails an hour. Without a mailer none is sent.',
  )
  @ApiAccepted(AcceptedBody, 'Accepted.', 429)
  async requestPasswordReset(
    @Body() { email }: ForgotPasswordDto,
    @SignInCallerParam() { address }: SignInCaller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AcceptedBody> {
    await this.forgotten.count(email, address);
    response.once('close', () => this.forgotten.mailLink(email));
    return { success: true };
  }

  @Post('reset')
  @PublicRoute()
  @Throttle({ requests: TOKEN_REQUESTS })
  @GuardedBody(AddressThrottlerGuard)
  @Operation(
    'Set a password with a one-time link, and sign in',
    'The token is the text after `#token=` in the link. Ends every other session of this user. A mailed link verifies the email. A mailed reset that is the first proof of the email ends what was made before it in the account that the user opened: keys, other members, invitations, limits, uploads, open orders.',
  )
  @ApiSession(200, SETS_SIGN_IN_COOKIES, 429)
  async resetPassword(
    @Req() request: Request,
    @Body() body: ResetPasswordDto,
    @SignInCallerParam() from: SignInCaller,
    @CallerAudit() source: AuditSource,
  ): Promise<SessionBody> {
    return this.signIn.finish(request, await this.passwords.reset(body, from, source));
  }
}
