import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule, AccountsService, Memberships } from '../accounts/index.js';
import { AdmissionModule, AttemptThrottlerStorage } from '../admission/index.js';
import { AuditModule } from '../audit/index.js';
import { Config } from '../platform/config/index.js';
import { Database } from '../platform/database/index.js';
import { guardsOf } from '../platform/http/index.js';
import { AccessGuard } from './access.guard.js';
import { DeclaredRoutes } from './declared-routes.js';
import { LinkMails } from './links/link-mails.js';
import { LinkSignIn } from './links/link-sign-in.js';
import { FirstProof } from './passwords/first-proof.js';
import { ForgottenPasswords } from './passwords/forgotten-passwords.js';
import { OneTimeLinkEntity } from './passwords/one-time-link.entity.js';
import { OneTimeLinks } from './passwords/one-time-links.js';
import { PasswordController } from './passwords/password.controller.js';
import { PasswordInvitations } from './passwords/password-invitations.js';
import { PasswordsService } from './passwords/passwords.service.js';
import { RouteAudit } from './route-audit.js';
import { AccountSwitch } from './sessions/account-switch.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { Sessions } from './sessions/sessions.js';
import { SignInFamilyEntity } from './sessions/sign-in-family.entity.js';
import { SignInList } from './sessions/sign-in-list.js';
import { FirstAdministrator } from './setup/first-administrator.js';
import { SetupController } from './setup/setup.controller.js';
import { SetupTokenEntity } from './setup/setup-token.entity.js';
import { SetupTokens } from './setup/setup-tokens.js';
import { AuthController } from './sign-in/auth.controller.js';
import { AuthService } from './sign-in/auth.service.js';
import { KnownBrowsers } from './sign-in/known-browsers.js';
import { PasswordCheck } from './sign-in/password-check.js';
import { Registration } from './sign-in/registration.js';
import { SignInFailures } from './sign-in/sign-in-failures.js';
import { REQUESTS } from './sign-in/sign-in-limits.js';
import { SignInThrottle } from './sign-in/sign-in-throttle.js';
import { createDashboardAuthGuard, DashboardAuthGuard } from './strategies/dashboard-auth.guard.js';
import { JwtStrategy } from './strategies/jwt.strategy.js';
import { OutsideUsers } from './strategies/outside-users.js';
import { NoTokenVerifier, TokenVerifier } from './token-verifier.js';
import { AccessTokens } from './tokens/access-tokens.js';
import { RefreshTokenEntity } from './tokens/refresh-token.entity.js';
import { RefreshTokens } from './tokens/refresh-tokens.js';
import { RequestOrigin } from './tokens/request-origin.js';
import { SignInCookies } from './tokens/sign-in-cookies.js';
import { TokenFailures } from './tokens/token-failures.js';
import { EmailVerification } from './verification/email-verification.js';
import { VerificationController } from './verification/verification.controller.js';
import { VerificationLinkEntity } from './verification/verification-link.entity.js';
import { VerificationLinks } from './verification/verification-links.js';

/** Loads and creates the strategies of the operator's own sign-on only if there is one. */
async function createAuthGuard(
  local: JwtStrategy,
  config: Config,
  verifier: TokenVerifier,
  accounts: AccountsService,
  memberships: Memberships,
  database: Database,
): Promise<DashboardAuthGuard> {
  const users = new OutsideUsers(accounts, memberships, database);
  const strategies: { name: string }[] = [local];
  if (config.auth.outside) {
    const { OutsideJwtStrategy } = await import('./strategies/outside-jwt.strategy.js');
    strategies.push(new OutsideJwtStrategy(config.auth.outside, users));
  }
  if (verifier.constructor !== NoTokenVerifier) {
    const { VerifierStrategy } = await import('./strategies/verifier.strategy.js');
    strategies.push(new VerifierStrategy(verifier, users));
  }
  return createDashboardAuthGuard(strategies.map(({ name }) => name));
}

/**
 * Owns dashboard sign-in and the global guard that enforces what routes declare; `admission/` decides about API keys. Only the sign-in
 * routes read the cookies, so no other route can be called with one.
 */
@Module({
  imports: [
    AccountsModule,
    AdmissionModule,
    AuditModule,
    DiscoveryModule,
    TypeOrmModule.forFeature([
      OneTimeLinkEntity,
      RefreshTokenEntity,
      SetupTokenEntity,
      SignInFamilyEntity,
      VerificationLinkEntity,
    ]),
    ThrottlerModule.forRootAsync({
      imports: [AdmissionModule],
      inject: [AttemptThrottlerStorage],
      useFactory: (storage: AttemptThrottlerStorage) => ({
        throttlers: [{ name: REQUESTS.name, limit: REQUESTS.limit, ttl: REQUESTS.windowMs }],
        storage,
        setHeaders: false,
      }),
    }),
  ],
  controllers: [
    AuthController,
    PasswordController,
    SessionsController,
    SetupController,
    VerificationController,
  ],
  providers: [
    {
      provide: DashboardAuthGuard,
      inject: [JwtStrategy, Config, TokenVerifier, AccountsService, Memberships, Database],
      useFactory: createAuthGuard,
    },
    ...guardsOf(AccessGuard),
    AccessTokens,
    AccountSwitch,
    AuthService,
    EmailVerification,
    FirstAdministrator,
    FirstProof,
    ForgottenPasswords,
    JwtStrategy,
    KnownBrowsers,
    LinkMails,
    LinkSignIn,
    OneTimeLinks,
    PasswordCheck,
    PasswordInvitations,
    PasswordsService,
    SignInCookies,
    RefreshTokens,
    Registration,
    RequestOrigin,
    DeclaredRoutes,
    RouteAudit,
    Sessions,
    SetupTokens,
    SignInList,
    SignInFailures,
    SignInThrottle,
    TokenFailures,
    VerificationLinks,
  ],
  exports: [
    LinkMails,
    LinkSignIn,
    OneTimeLinks,
    PasswordCheck,
    PasswordInvitations,
    RefreshTokens,
    RequestOrigin,
    Sessions,
    SignInCookies,
    TokenFailures,
  ],
})
export class AuthModule {}
