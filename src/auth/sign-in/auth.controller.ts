import { Body, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { Throttle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { type AuditSource, CallerAudit } from '../../audit/index.js';
import {
  ApiBody,
  ApiError,
  ApiNoContentResponse,
  ApiOk,
  type AuthenticatedRequest,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
  GuardedBody,
  Operation,
  PublicRoute,
} from '../../platform/http/index.js';
import { AcceptsContinued } from '../sessions/accepts-continued.js';
import { AccountSwitch } from '../sessions/account-switch.js';
import { Sessions } from '../sessions/sessions.js';
import { readBearer } from '../strategies/bearer.js';
import { ApiSession, CookieController } from '../tokens/cookie-routes.js';
import { SETS_REFRESH_COOKIE, SETS_SIGN_IN_COOKIES, SignInCookies } from '../tokens/sign-in-cookies.js';
import { TokenFailures } from '../tokens/token-failures.js';
import { LoginDto, ProfileBody, RefreshDto, RegisterDto, SessionBody, SwitchAccountDto } from './auth.dto.js';
import { AuthService } from './auth.service.js';
import { Registration } from './registration.js';
import { AddressThrottlerGuard, LoginThrottlerGuard, RegistrationGuard } from './sign-in.guard.js';
import { type SignInCaller, SignInCallerParam } from './sign-in-caller.js';
import { TOKEN_REQUESTS } from './sign-in-limits.js';

const CLEARS_COOKIE = {
  'Set-Cookie': { description: 'Removes the refresh token.', schema: { type: 'string' as const } },
};

@CookieController('api/auth')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly registration: Registration,
    private readonly sessions: Sessions,
    private readonly accountSwitch: AccountSwitch,
    private readonly cookies: SignInCookies,
    private readonly tokenFailures: TokenFailures,
  ) {}

  @Post('register')
  @PublicRoute()
  @GuardedBody(RegistrationGuard, AddressThrottlerGuard)
  @Operation(
    'Open an account and sign in',
    'Returns an access token and sets the refresh cookie. With mail configured, a mail with a link that verifies the email is sent, and the sign-up credits come with it. The operator can close registration.',
  )
  @ApiSession(201, SETS_SIGN_IN_COOKIES, 403, 409, 429)
  async register(
    @Body() body: RegisterDto,
    @SignInCallerParam() caller: SignInCaller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionBody> {
    const token = await this.registration.register(body, caller);
    return this.cookies.setSignInCookies(response, await this.sessions.createSession(token));
  }

  @Post('login')
  @PublicRoute()
  @GuardedBody(LoginThrottlerGuard)
  @Operation('Sign in', 'Returns an access token and sets the refresh cookie.')
  @ApiSession(200, SETS_SIGN_IN_COOKIES, 401, 429)
  async login(
    @Body() body: LoginDto,
    @SignInCallerParam() caller: SignInCaller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionBody> {
    return this.cookies.setSignInCookies(response, await this.auth.login(body, caller));
  }

  @Post('refresh')
  @PublicRoute()
  @Throttle({ requests: TOKEN_REQUESTS })
  @GuardedBody(AddressThrottlerGuard)
  @Operation(
    'Get a new access token for the refresh token in the cookie or the body, which is rotated',
    'A refresh token works once; this response contains the next one. The same token again within 10 seconds gets the same next one, for two tabs and for an answer that was lost; a later use ends the sign-in.',
  )
  @ApiBody({ type: RefreshDto, required: false })
  @ApiSession(200, SETS_REFRESH_COOKIE)
  @ApiError(401, undefined, CLEARS_COOKIE)
  @ApiError(429, undefined, CLEARS_COOKIE)
  async refreshSession(
    @Req() request: Request,
    @Body() body: RefreshDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionBody> {
    const session = await this.auth.refresh(body.refreshToken ?? this.cookies.readRefreshToken(request));
    if (session) return this.cookies.setRefreshToken(response, session);
    this.cookies.clear(response);
    throw await this.tokenFailures.unauthorizedError(request, 'invalid_refresh_token');
  }

  @Post('logout')
  @HttpCode(204)
  @PublicRoute({ identifies: true })
  @Operation(
    'End the sign-in that the cookie, the body or the access token names',
    'Its refresh token stops working at once. Responds in the same way without a sign-in.',
  )
  @ApiBody({ type: RefreshDto, required: false })
  @ApiNoContentResponse({ description: 'Ended, or there was none.', headers: CLEARS_COOKIE })
  async logout(
    @Req() request: AuthenticatedRequest,
    @Body() body: RefreshDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const { principal } = request;
    const caller = principal?.kind === 'dashboard' ? principal : null;
    await this.auth.logout([body.refreshToken, this.cookies.readRefreshToken(request)], caller);
    this.cookies.clear(response);
  }

  @Post('switch')
  @DashboardRoute('user', { allow: 'self' })
  @AcceptsContinued()
  @GuardedBody(AddressThrottlerGuard)
  @Operation(
    'Continue in another account of the user',
    'Ends this session and continues it in the other account, with new tokens. The same request again within 10 seconds gets the same session. The session stays there when it is refreshed; a new sign-in begins in the user’s own account. A user of an outside provider keeps the access token, which then belongs to the other account.',
  )
  @ApiSession(200, SETS_REFRESH_COOKIE, 404)
  async switchAccount(
    @Req() request: Request,
    @DashboardCaller() caller: DashboardPrincipal,
    @Body() { accountId }: SwitchAccountDto,
    @CallerAudit() source: AuditSource,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionBody> {
    const session = await this.accountSwitch.switchTo(caller, accountId, source);
    if (session) return this.cookies.setRefreshToken(response, session);
    return this.accountSwitch.getOutsideSession(caller, accountId, readBearer(request) ?? '');
  }

  @Get('me')
  @DashboardRoute('user', { allow: 'self' })
  @Operation(
    'Get the signed-in user',
    'The user, the account that the access token belongs to, and all accounts of the user.',
  )
  @ApiOk(ProfileBody)
  async getProfile(@DashboardCaller() caller: DashboardPrincipal): Promise<ProfileBody> {
    return this.sessions.getProfile(caller.userId, caller.accountId);
  }
}
