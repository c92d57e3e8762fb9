import { Body, Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { Throttle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import {
  ApiErrors,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
  GuardedBody,
  PublicRoute,
} from '../../http/index.js';
import { Sessions } from '../sessions/sessions.js';
import { ChangePasswordDto, ResetPasswordDto, SessionBody } from '../sign-in/auth.dto.js';
import { AddressThrottlerGuard } from '../sign-in/sign-in.guard.js';
import { type SignInCaller, SignInCallerParam } from '../sign-in/sign-in-caller.js';
import { TOKEN_REQUESTS } from '../sign-in/sign-in-limits.js';
import { CookieOriginGuard } from '../tokens/cookie-origin.guard.js';
import { SETS_SIGN_IN_COOKIES, SignInCookies } from '../tokens/sign-in-cookies.js';
import { TokenFailures } from '../tokens/token-failures.js';
import { PasswordsService } from './passwords.service.js';

@ApiTags('Sign-in')
@ApiErrors(403)
@UseGuards(CookieOriginGuard)
@Controller('api/auth/password')
export class PasswordController {
  constructor(
    private readonly passwords: PasswordsService,
    private readonly sessions: Sessions,
    private readonly cookies: SignInCookies,
    private readonly tokenFailures: TokenFailures,
  ) {}

  @Post()
  @HttpCode(204)
  @DashboardRoute()
  @ApiOperation({
    operationId: 'changePassword',
    summary: 'Change the password',
    description: 'Ends every other session of this user and invalidates their one-time links.',
  })
  @ApiNoContentResponse({ description: 'Changed.' })
  @ApiErrors(400, 401, 413, 415, 429)
  async change(
    @DashboardCaller() caller: DashboardPrincipal,
    @Body() body: ChangePasswordDto,
    @SignInCallerParam() from: SignInCaller,
  ): Promise<void> {
    return this.passwords.change(caller, body, from);
  }

  @Post('reset')
  @HttpCode(200)
  @PublicRoute()
  @Throttle({ requests: TOKEN_REQUESTS })
  @GuardedBody(AddressThrottlerGuard)
  @ApiOperation({
    operationId: 'resetPassword',
    summary: 'Set a password with a one-time link, and sign in',
    description: 'The token is the text after `#token=` in the link. Ends every other session of this user.',
  })
  @ApiOkResponse({ type: SessionBody, headers: SETS_SIGN_IN_COOKIES })
  @ApiErrors(400, 413, 415, 429)
  async reset(
    @Req() request: Request,
    @Body() body: ResetPasswordDto,
    @SignInCallerParam() from: SignInCaller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionBody> {
    const signedIn = await this.passwords.reset(body, from);
    if (signedIn) return this.cookies.setSignInCookies(response, await this.sessions.createSession(signedIn));
    throw await this.tokenFailures.unauthorizedError(request, 'link_invalid');
  }
}
