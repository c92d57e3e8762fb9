import { Injectable } from '@nestjs/common';
import { AccountsService } from '../../accounts/index.js';
import { Database } from '../../database/index.js';
import { AppError } from '../../errors/index.js';
import { Sessions } from '../sessions/sessions.js';
import type { Session } from '../tokens/refresh-cookie.js';
import { RefreshTokens } from '../tokens/refresh-tokens.js';
import type { LoginDto, RegisterDto } from './auth.dto.js';
import { PasswordCheck } from './password-check.js';
import type { SignInCaller } from './sign-in-caller.js';

/** Registration and sign-in with email and password, and what follows from them until the logout. */
@Injectable()
export class AuthService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly refreshTokens: RefreshTokens,
    private readonly sessions: Sessions,
    private readonly passwords: PasswordCheck,
  ) {}

  /** Account, user, grant and sign-in are one transaction. @throws 409 `email_taken`. */
  async register({ email, password }: RegisterDto, caller: SignInCaller): Promise<Session> {
    const passwordHash = await this.passwords.hashForRegistration(email, password, caller.gone);
    const token = await this.database.transaction(async (tx) => {
      const opened = await this.accounts.open(tx, { email, passwordHash });
      if (!opened) throw new AppError('email_taken');
      return this.refreshTokens.begin(opened.userId, caller, tx);
    });
    return this.sessions.sessionOf(token);
  }

  /** @throws 401 `invalid_credentials`, the same and as late for an unknown email as for a wrong password. */
  async login(credentials: LoginDto, caller: SignInCaller): Promise<Session> {
    const userId = await this.passwords.userOf(credentials, caller);
    if (userId === null) throw new AppError('invalid_credentials');
    return this.sessions.sessionOf(await this.refreshTokens.begin(userId, caller));
  }

  /** @returns null when the token is not, or no longer, good for a new one. */
  async refresh(refreshToken: string | undefined): Promise<Session | null> {
    const next = refreshToken === undefined ? null : await this.refreshTokens.rotate(refreshToken);
    return next && this.sessions.sessionOf(next);
  }

  /** Ends every sign-in the caller could name: by refresh tokens, by the family of an access token. */
  async logout(refreshTokens: (string | undefined)[], familyId: string | null): Promise<void> {
    for (const token of refreshTokens) if (token !== undefined) await this.refreshTokens.endByToken(token);
    if (familyId !== null) await this.refreshTokens.end(familyId);
  }
}
