import { Injectable } from '@nestjs/common';
import { decodeJwt } from 'jose/jwt/decode';
import { Memberships } from '../../accounts/index.js';
import { type AuditSource, AuditTrail } from '../../audit/index.js';
import { Database } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { type DashboardPrincipal, parsePublicId, publicId } from '../../platform/http/index.js';
import type { SessionBody } from '../sign-in/auth.dto.js';
import { RefreshTokens } from '../tokens/refresh-tokens.js';
import type { Session } from '../tokens/sign-in-cookies.js';
import { Sessions } from './sessions.js';

/** Access tokens of before a switch end, so that an open page never acts in an account that it does not show. */
@Injectable()
export class AccountSwitch {
  constructor(
    private readonly database: Database,
    private readonly memberships: Memberships,
    private readonly refreshTokens: RefreshTokens,
    private readonly sessions: Sessions,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * @param account public id.
   * @returns the new session, the same one again within 10 s; null for a user of an outside provider, who has no session here: the account
   * becomes that of all tokens of the user.
   * @throws 404 for an unknown account and one of others; 401 when the sign-in has ended meanwhile.
   */
  async switchTo(caller: DashboardPrincipal, account: string, source: AuditSource): Promise<Session | null> {
    const { userId, familyId } = caller;
    const accountId = parsePublicId('acc', account);
    if (accountId === null || !(await this.memberships.findProfile(userId, accountId)))
      throw new AppError('account_not_found');
    const token = await this.database.change(userId, async (tx) => {
      const change = { accountId, action: 'session.account_switched', target: publicId('usr', userId) };
      // What ends the user's sign-ins or memberships is committed before, or sees what follows.
      await this.memberships.lockUser(tx, userId);
      const record = () => this.trail.record(tx, { ...source, ...change });
      if (familyId === null) {
        if (!(await this.memberships.setHome(tx, userId, accountId))) throw new AppError('account_not_found');
        await record();
        return null;
      }
      const next = await this.refreshTokens.continueIn(tx, familyId, accountId);
      if (next) await record();
      const token = next ?? (await this.refreshTokens.findContinued(tx, familyId, accountId));
      if (!token) throw new AppError('invalid_token', { headers: { 'WWW-Authenticate': 'Bearer' } });
      return token;
    });
    return token && this.sessions.createSession(token);
  }

  /** @param accessToken of the request, which stays valid. */
  async getOutsideSession(
    { userId }: DashboardPrincipal,
    account: string,
    accessToken: string,
  ): Promise<SessionBody> {
    const profile = await this.sessions.getProfile(userId, parsePublicId('acc', account));
    return { ...profile, accessToken, expiresIn: secondsLeft(accessToken) };
  }
}

/** Returns 0 when the token does not say how long it is valid. */
function secondsLeft(token: string): number {
  try {
    return Math.max(0, Math.floor((decodeJwt(token).exp ?? 0) - Date.now() / 1000));
  } catch {
    return 0;
  }
}
