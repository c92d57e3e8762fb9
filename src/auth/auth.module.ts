import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule, AccountsService } from '../accounts/index.js';
import { AdmissionModule, AttemptThrottlerStorage } from '../admission/index.js';
import { Config } from '../config/index.js';
import { Database } from '../database/index.js';
import { BodyGuard } from '../http/index.js';
import { AccessGuard } from './access.guard.js';
import { OneTimeLinkEntity } from './passwords/one-time-link.entity.js';
import { OneTimeLinks } from './passwords/one-time-links.js';
import { PasswordController } from './passwords/password.controller.js';
import { PasswordsService } from './passwords/passwords.service.js';
import { RouteAudit } from './route-audit.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { Sessions } from './sessions/sessions.js';
import { SignInFamilyEntity } from './sessions/sign-in-family.entity.js';
import { SignInList } from './sessions/sign-in-list.js';
import { AuthController } from './sign-in/auth.controller.js';
import { AuthService } from './sign-in/auth.service.js';
import { KnownBrowsers } from './sign-in/known-browsers.js';
import { PasswordCheck } from './sign-in/password-check.js';
import { REQUESTS } from './sign-in/sign-in-limits.js';
import { SignInRecord } from './sign-in/sign-in-record.js';
import { SignInThrottle } from './sign-in/throttles.js';
import { createDashboardAuthGuard, DashboardAuthGuard } from './strategies/dashboard-auth.guard.js';
import { JwtStrategy } from './strategies/jwt.strategy.js';
import { OutsideJwtStrategy } from './strategies/outside-jwt.strategy.js';
import { AccessTokens } from './tokens/access-tokens.js';
import { RefreshCookie } from './tokens/refresh-cookie.js';
import { RefreshTokenEntity } from './tokens/refresh-token.entity.js';
import { RefreshTokens } from './tokens/refresh-tokens.js';
import { TokenFailures } from './tokens/token-failures.js';

/** The outside provider's strategy exists only when one is configured. */
function makeAuthGuard(local: JwtStrategy, config: Config, accounts: AccountsService, database: Database) {
  const provider = config.auth.outside;
  const outside = provider ? [new OutsideJwtStrategy(provider, accounts, database)] : [];
  return createDashboardAuthGuard([local, ...outside].map(({ name }) => name));
}

/**
 * Owns dashboard sign-in (passwords and the links that set them, access and refresh tokens, the outside provider) and the one global guard that
 * enforces what routes declare. It never decides about API keys itself: it asks `admission/`. The cookie is read by
 * its own routes alone, so that no other route can be called with one.
 */
@Module({
  imports: [
    AccountsModule,
    AdmissionModule,
    DiscoveryModule,
    TypeOrmModule.forFeature([OneTimeLinkEntity, RefreshTokenEntity, SignInFamilyEntity]),
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
  controllers: [AuthController, PasswordController, SessionsController],
  providers: [
    {
      provide: DashboardAuthGuard,
      inject: [JwtStrategy, Config, AccountsService, Database],
      useFactory: makeAuthGuard,
    },
    // In this order: who may call is decided before what is wrong with the body is told.
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: BodyGuard },
    AccessTokens,
    AuthService,
    JwtStrategy,
    KnownBrowsers,
    OneTimeLinks,
    PasswordCheck,
    PasswordsService,
    RefreshCookie,
    RefreshTokens,
    RouteAudit,
    Sessions,
    SignInList,
    SignInRecord,
    SignInThrottle,
    TokenFailures,
  ],
  exports: [OneTimeLinks],
})
export class AuthModule {}
