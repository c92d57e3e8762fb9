import { Injectable } from '@nestjs/common';
import { AccountsService } from '../../accounts/index.js';
import { Database } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { type RefreshToken, RefreshTokens } from '../tokens/refresh-tokens.js';
import { EmailVerification } from '../verification/email-verification.js';
import type { RegisterDto } from './auth.dto.js';
import { PasswordCheck } from './password-check.js';
import type { SignInCaller } from './sign-in-caller.js';

@Injectable()
export class Registration {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly refreshTokens: RefreshTokens,
    private readonly passwords: PasswordCheck,
    private readonly verification: EmailVerification,
  ) {}

  /** Runs in one transaction. With mail configured, the grant waits for the verified email. @throws 409 `email_taken`. */
  async register({ email, password }: RegisterDto, caller: SignInCaller): Promise<RefreshToken> {
    const passwordHash = await this.passwords.hashForRegistration(email, password, caller.signal);
    const isVerificationOffered = this.verification.isOffered;
    const token = await this.database.transaction(async (tx) => {
      const owner = { email, passwordHash, creditsWithVerifiedEmail: isVerificationOffered };
      const opened = await this.accounts.open(tx, owner);
      if (!opened) throw new AppError('email_taken');
      return this.refreshTokens.begin(tx, opened.userId, caller);
    });
    if (isVerificationOffered) this.verification.mailLink(token.userId);
    return token;
  }
}
