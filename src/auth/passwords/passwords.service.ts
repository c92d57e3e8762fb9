import { Injectable } from '@nestjs/common';
import { AccountsService } from '../../accounts/index.js';
import { type AuditSource, AuditTrail } from '../../audit/index.js';
import { Database } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { type DashboardPrincipal, publicId } from '../../platform/http/index.js';
import type { ChangePasswordDto, ResetPasswordDto } from '../sign-in/auth.dto.js';
import { PasswordCheck } from '../sign-in/password-check.js';
import type { SignInCaller } from '../sign-in/sign-in-caller.js';
import { type RefreshToken, RefreshTokens } from '../tokens/refresh-tokens.js';
import { FirstProof } from './first-proof.js';
import { OneTimeLinks } from './one-time-links.js';

/** Both ways to set a password end the user's other sign-ins. */
@Injectable()
export class PasswordsService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly links: OneTimeLinks,
    private readonly passwords: PasswordCheck,
    private readonly refreshTokens: RefreshTokens,
    private readonly firstProof: FirstProof,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws 401 `invalid_credentials` when `current` is wrong or the user signs in at an outside provider. */
  async change(
    caller: DashboardPrincipal,
    { current, next }: ChangePasswordDto,
    from: SignInCaller,
    source: AuditSource,
  ): Promise<void> {
    const { userId, familyId } = caller;
    if (!(await this.passwords.isCurrentPassword(caller, current, from.signal)))
      throw new AppError('invalid_credentials');
    const passwordHash = await this.passwords.hash(next, from.signal);
    await this.database.change(userId, async (tx) => {
      const accountId = await this.accounts.setPassword(tx, userId, passwordHash);
      await this.links.removeAll(tx, userId);
      const endedSessions = await this.refreshTokens.endOthers(tx, userId, familyId);
      const change = { accountId, action: 'password.changed', target: publicId('usr', userId) };
      await this.trail.record(tx, { ...source, ...change, after: { endedSessions } });
    });
  }

  /**
   * Sets the password of the link's user, ends all their sign-ins and begins a new one. A mailed link proves the email, and a reset that is
   * the first proof ends what was made before it. An operator's printed link proves it only for a user whom the operator created.
   * @param source of the request; the actor is the user of the link.
   * @returns null when the link is unknown, used or expired.
   */
  async reset(
    { token, password }: ResetPasswordDto,
    from: SignInCaller,
    source: AuditSource,
  ): Promise<RefreshToken | null> {
    // Checked before hashing, so that an invented token costs one lookup.
    if ((await this.links.find(token)) === null) return null;
    const passwordHash = await this.passwords.hash(password, from.signal);
    return this.database.transaction(async (tx) => {
      const link = await this.links.consume(tx, token);
      if (link === null) return null;
      const { user_id: userId, purpose, is_mailed: isMailed } = link;
      const target = publicId('usr', userId);
      const by: AuditSource = { ...source, actor: { kind: 'user', id: target } };
      if (isMailed && purpose === 'reset') await this.firstProof.endEarlier(tx, userId, by);
      const accountId = await this.accounts.setPassword(tx, userId, passwordHash);
      if (isMailed || purpose === 'invitation') await this.accounts.verifyEmail(tx, userId, source);
      const endedSessions = await this.refreshTokens.endOthers(tx, userId, null);
      await this.trail.record(tx, {
        ...by,
        accountId,
        action: 'password.reset',
        target,
        after: { endedSessions },
      });
      return this.refreshTokens.begin(tx, userId, from);
    });
  }
}
