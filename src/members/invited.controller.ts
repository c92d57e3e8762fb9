import { Body, Post, Req } from '@nestjs/common';
import { Throttle } from '@nestjs/throttler';
import type { Request } from 'express';
import { type AuditSource, CallerAudit } from '../audit/index.js';
import {
  AddressThrottlerGuard,
  ApiSession,
  CookieController,
  LinkSignIn,
  SessionBody,
  SETS_SIGN_IN_COOKIES,
  type SignInCaller,
  SignInCallerParam,
  TOKEN_REQUESTS,
} from '../auth/index.js';
import { GuardedBody, Operation, PublicRoute } from '../platform/http/index.js';
import { AcceptedInvitations } from './accepted-invitations.js';
import { RegisterInvitedDto } from './members.dto.js';

@CookieController('api/auth/register/invited')
export class InvitedController {
  constructor(
    private readonly accepted: AcceptedInvitations,
    private readonly signIn: LinkSignIn,
  ) {}

  @Post()
  @PublicRoute()
  @Throttle({ requests: TOKEN_REQUESTS })
  @GuardedBody(AddressThrottlerGuard)
  @Operation(
    'Sign up with the link of an invitation, and sign in',
    'Creates a user with the invited email as a member of the account that invites. A mailed link verifies the email, one that was handed over does not. Works also while registration is closed. Grants no sign-up credits. A person with an account here signs in and accepts instead.',
  )
  @ApiSession(201, SETS_SIGN_IN_COOKIES, 409, 429)
  async registerInvited(
    @Req() request: Request,
    @Body() body: RegisterInvitedDto,
    @SignInCallerParam() from: SignInCaller,
    @CallerAudit() by: AuditSource,
  ): Promise<SessionBody> {
    return this.signIn.finish(request, await this.accepted.register(body, from, by));
  }
}
