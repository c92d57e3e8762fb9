import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
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
import { SignInBy, type SignInCaller } from '../sign-in/sign-in-caller.js';
import { TOKEN_REQUESTS } from '../sign-in/sign-in-limits.js';
import { GIVES_COOKIES, RefreshCookie } from '../tokens/refresh-cookie.js';
import { TokenFailures } from '../tokens/token-failures.js';
import { PasswordsService } from './passwords.service.js';

@ApiTags('Sign-in')
@Controller('api/auth/password')
export class PasswordController {
  constructor(
    private readonly passwords: PasswordsService,
    private readonly sessions: Sessions,
    private readonly cookie: RefreshCookie,
    private readonly tokenFailures: TokenFailures,
  ) {}

  @Post()
  @HttpCode(204)
  @DashboardRoute()
  @ApiOperation({
    operationId: 'changePassword',
    summary: 'Change the password',
    description: 'Ends every other session of this person, and the links that would set a password.',
  })
  @ApiNoContentResponse({ description: 'Changed.' })
  @ApiErrors(400, 401, 413, 415, 429)
  async change(
    @DashboardCaller() caller: DashboardPrincipal,
    @Body() body: ChangePasswordDto,
    @SignInBy() from: SignInCaller,
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
    description:
      'The token is what stands behind `#token=` in the link. Ends every other session of this person.',
  })
  @ApiOkResponse({ type: SessionBody, headers: GIVES_COOKIES })
  @ApiErrors(400, 413, 415, 429)
  async reset(
    @Req() request: Request,
    @Body() body: ResetPasswordDto,
    @SignInBy() from: SignInCaller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionBody> {
    const signedIn = await this.passwords.reset(body, from);
    if (signedIn) return this.cookie.welcome(response, await this.sessions.sessionOf(signedIn));
    throw await this.tokenFailures.unauthorizedError(request, 'link_invalid');
  }
}
