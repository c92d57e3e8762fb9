import { Body, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { type AuditSource, CallerAudit } from '../../audit/index.js';
import { GuardedBody, Operation, PublicRoute } from '../../platform/http/index.js';
import { LinkSignIn } from '../links/link-sign-in.js';
import { SessionBody, SetUpDto } from '../sign-in/auth.dto.js';
import { AddressThrottlerGuard } from '../sign-in/sign-in.guard.js';
import { type SignInCaller, SignInCallerParam } from '../sign-in/sign-in-caller.js';
import { ApiSession, CookieController } from '../tokens/cookie-routes.js';
import { SETS_SIGN_IN_COOKIES } from '../tokens/sign-in-cookies.js';
import { FirstAdministrator } from './first-administrator.js';

@CookieController('api/auth/setup')
export class SetupController {
  constructor(
    private readonly administrator: FirstAdministrator,
    private readonly signIn: LinkSignIn,
  ) {}

  @Post()
  @PublicRoute()
  @GuardedBody(AddressThrottlerGuard)
  @Operation(
    'Make the first administrator with the link of the log, and sign in',
    'A process that starts while there is no administrator logs a link, which works once, for 24 hours, and until there is an administrator. The token is the text after `#token=` in it. Works also while registration is closed.',
  )
  @ApiSession(201, SETS_SIGN_IN_COOKIES, 409, 429)
  async setUp(
    @Req() request: Request,
    @Body() body: SetUpDto,
    @SignInCallerParam() from: SignInCaller,
    @CallerAudit() source: AuditSource,
  ): Promise<SessionBody> {
    return this.signIn.finish(request, await this.administrator.create(body, from, source));
  }
}
