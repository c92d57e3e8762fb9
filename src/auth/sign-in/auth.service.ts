import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import type { DashboardPrincipal } from '../../platform/http/index.js';
import { Sessions } from '../sessions/sessions.js';
import { RefreshTokens } from '../tokens/refresh-tokens.js';
import type { Session } from '../tokens/sign-in-cookies.js';
import type { LoginDto } from './auth.dto.js';
import { PasswordCheck } from './password-check.js';
import type { SignInCaller } from './sign-in-caller.js';

@Injectable()
export class AuthService {
  constructor(
    private readonly database: Database,
    private readonly refreshTokens: RefreshTokens,
    private readonly sessions: Sessions,
    private readonly passwords: PasswordCheck,
  ) {}

  /** @throws 401 `invalid_credentials`; equal in body and timing for an unknown email and a wrong password. */
  async login(credentials: LoginDto, caller: SignInCaller): Promise<Session> {
    const known = await this.passwords.findUser(credentials, caller);
    const token = known && (await this.refreshTokens.beginWith(known.passwordHash, known.userId, caller));
    if (!token) throw new AppError('invalid_credentials');
    return this.sessions.createSession(token);
  }

  /** @returns null for a token that is unknown, used, expired or ended. */
  async refresh(refreshToken: string | undefined): Promise<Session | null> {
    const next = refreshToken === undefined ? null : await this.refreshTokens.rotate(refreshToken);
    return next && this.sessions.createSession(next);
  }

  /** Ends the sign-ins of the given refresh tokens and of the access token's family. */
  async logout(refreshTokens: (string | undefined)[], caller: DashboardPrincipal | null): Promise<void> {
    for (const token of refreshTokens) if (token !== undefined) await this.refreshTokens.endByToken(token);
    if (!caller || caller.familyId === null) return;
    const { userId, familyId } = caller;
    await this.database.transaction((tx) => this.refreshTokens.end(tx, userId, familyId));
  }
}
