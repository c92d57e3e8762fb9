import { Injectable } from '@nestjs/common';
import { AccountsService } from '../../accounts/index.js';
import { Database } from '../../database/index.js';
import { AppError } from '../../errors/index.js';
import { Sessions } from '../sessions/sessions.js';
import { RefreshTokens } from '../tokens/refresh-tokens.js';
import type { Session } from '../tokens/sign-in-cookies.js';
import type { LoginDto, RegisterDto } from './auth.dto.js';
import { PasswordCheck } from './password-check.js';
import type { SignInCaller } from './sign-in-caller.js';

/** Registration, sign-in with email and password, refresh and logout. */
@Injectable()
export class AuthService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly refreshTokens: RefreshTokens,
    private readonly sessions: Sessions,
    private readonly passwords: PasswordCheck,
  ) {}

  /** Creates account, user, grant and sign-in in one transaction. @throws 409 `email_taken`. */
  async register({ email, password }: RegisterDto, caller: SignInCaller): Promise<Session> {
    const passwordHash = await this.passwords.hashForRegistration(email, password, caller.signal);
    const token = await this.database.transaction(async (tx) => {
      const opened = await this.accounts.open(tx, { email, passwordHash });
      if (!opened) throw new AppError('email_taken');
      return this.refreshTokens.begin(opened.userId, caller, tx);
    });
    return this.sessions.createSession(token);
  }

  /** @throws 401 `invalid_credentials`; equal in body and timing for an unknown email and a wrong password. */
  async login(credentials: LoginDto, caller: SignInCaller): Promise<Session> {
    const userId = await this.passwords.findUserId(credentials, caller);
    if (userId === null) throw new AppError('invalid_credentials');
    return this.sessions.createSession(await this.refreshTokens.begin(userId, caller));
  }

  /** Rotates a refresh token. @returns null for a token that is unknown, used, expired or ended. */
  async refresh(refreshToken: string | undefined): Promise<Session | null> {
    const next = refreshToken === undefined ? null : await this.refreshTokens.rotate(refreshToken);
    return next && this.sessions.createSession(next);
  }

  /** Ends the sign-ins of the given refresh tokens and of the access token's family. */
  async logout(refreshTokens: (string | undefined)[], familyId: string | null): Promise<void> {
    for (const token of refreshTokens) if (token !== undefined) await this.refreshTokens.endByToken(token);
    if (familyId !== null) await this.refreshTokens.end(familyId);
  }
}
