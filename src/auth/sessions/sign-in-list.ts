import { Injectable } from '@nestjs/common';
import { type AuditSource, AuditTrail } from '../../audit/index.js';
import { Database } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { type DashboardPrincipal, parsePublicId, publicId } from '../../platform/http/index.js';
import { RefreshTokens } from '../tokens/refresh-tokens.js';
import type { SessionListBody } from './sessions.dto.js';
import { FIND, LIST } from './sign-in-list.sql.js';

/** Excludes sign-ins at an outside identity provider, which has its own list. */
@Injectable()
export class SignInList {
  constructor(
    private readonly database: Database,
    private readonly refreshTokens: RefreshTokens,
    private readonly trail: AuditTrail,
  ) {}

  async list({ userId, familyId }: DashboardPrincipal): Promise<SessionListBody> {
    const rows = await this.database.run(LIST, { user: userId });
    const items = rows.map((row) => ({
      id: publicId('ses', row.id),
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at.toISOString(),
      userAgent: row.user_agent,
      address: row.address,
      current: row.id === familyId,
    }));
    return { success: true, items };
  }

  async endOthers({ userId, accountId, familyId }: DashboardPrincipal, source: AuditSource): Promise<void> {
    await this.database.change(userId, async (tx) => {
      const ended = await this.refreshTokens.endOthers(tx, userId, familyId);
      const change = { accountId, action: 'session.others_ended', target: publicId('usr', userId) };
      if (ended > 0) await this.trail.record(tx, { ...source, ...change, after: { ended } });
    });
  }

  /** @throws 404 for an unknown id or another user's. */
  async end(
    { userId, accountId }: DashboardPrincipal,
    sessionId: string,
    source: AuditSource,
  ): Promise<void> {
    const id = parsePublicId('ses', sessionId);
    const [row] = id ? await this.database.run(FIND, { family: id, user: userId }) : [];
    if (!row) throw new AppError('session_not_found');
    await this.database.change(userId, async (tx) => {
      const change = { accountId, action: 'session.ended', target: sessionId };
      if (await this.refreshTokens.end(tx, userId, id!))
        await this.trail.record(tx, { ...source, ...change });
    });
  }
}
