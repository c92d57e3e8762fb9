import { Injectable } from '@nestjs/common';
import { Memberships, type UserProfile } from '../../accounts/index.js';
import { AppError } from '../../platform/errors/index.js';
import { publicId } from '../../platform/http/index.js';
import { Mailer } from '../../platform/mail/index.js';
import type { ProfileBody, UserBody } from '../sign-in/auth.dto.js';
import { AccessTokens } from '../tokens/access-tokens.js';
import type { RefreshToken } from '../tokens/refresh-tokens.js';
import type { Session } from '../tokens/sign-in-cookies.js';

@Injectable()
export class Sessions {
  constructor(
    private readonly memberships: Memberships,
    private readonly tokens: AccessTokens,
    private readonly mailer: Mailer,
  ) {}

  /**
   * @param accountId null: the user's own account.
   * @throws 401 when the user was deleted, or removed from the account, after the caller was identified.
   */
  async getProfile(userId: string, accountId: string | null): Promise<ProfileBody> {
    const user = await this.memberships.findProfile(userId, accountId);
    if (!user) throw new AppError('invalid_token');
    const { account_id: id, plan, account_role: role } = user;
    const accounts = user.accounts.map((account) => ({ ...account, id: publicId('acc', account.id) }));
    return {
      success: true,
      user: this.show(user),
      account: { id: publicId('acc', id), plan, role },
      accounts,
    };
  }

  async createSession({
    userId,
    accountId,
    familyId,
    refreshToken,
    expiresAt,
  }: RefreshToken): Promise<Session> {
    const { success, ...profile } = await this.getProfile(userId, accountId);
    const { accessToken, expiresIn } = this.tokens.issue(userId, familyId);
    return { body: { success, accessToken, expiresIn, ...profile }, refreshToken, expiresAt };
  }

  private show({ id, email, role, emailVerified, pendingCredits }: UserProfile): UserBody {
    const canVerifyEmail = this.mailer.canSend && email !== null && !emailVerified;
    return { id: publicId('usr', id), email, role, emailVerified, canVerifyEmail, pendingCredits };
  }
}
