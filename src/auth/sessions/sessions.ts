import { Injectable } from '@nestjs/common';
import { AccountsService, type UserProfile } from '../../accounts/index.js';
import { AppError } from '../../errors/index.js';
import { publicId } from '../../http/index.js';
import { Mailer } from '../../mail/index.js';
import type { ProfileBody, UserBody } from '../sign-in/auth.dto.js';
import { AccessTokens } from '../tokens/access-tokens.js';
import type { RefreshToken } from '../tokens/refresh-tokens.js';
import type { Session } from '../tokens/sign-in-cookies.js';

/** Creates the profile of a user, and the response of a sign-in: profile and tokens. */
@Injectable()
export class Sessions {
  constructor(
    private readonly accounts: AccountsService,
    private readonly tokens: AccessTokens,
    private readonly mailer: Mailer,
  ) {}

  /** @throws 401 when the user was deleted after the caller was identified. */
  async getProfile(userId: string): Promise<ProfileBody> {
    const user = await this.accounts.findUser(userId);
    if (!user) throw new AppError('invalid_token');
    return {
      success: true,
      user: this.show(user),
      account: { id: publicId('acc', user.account_id), plan: user.plan },
    };
  }

  async createSession({ userId, familyId, refreshToken, expiresAt }: RefreshToken): Promise<Session> {
    const { success, user, account } = await this.getProfile(userId);
    const { accessToken, expiresIn } = this.tokens.issue(userId, familyId);
    return { body: { success, accessToken, expiresIn, user, account }, refreshToken, expiresAt };
  }

  private show({ id, email, role, emailVerified, pendingCredits }: UserProfile): UserBody {
    const canVerifyEmail = this.mailer.canSend && email !== null && !emailVerified;
    return { id: publicId('usr', id), email, role, emailVerified, canVerifyEmail, pendingCredits };
  }
}
