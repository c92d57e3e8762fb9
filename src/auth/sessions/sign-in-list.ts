import { Injectable } from '@nestjs/common';
import { Database } from '../../database/index.js';
import { AppError } from '../../errors/index.js';
import { type DashboardPrincipal, parsePublicId, publicId } from '../../http/index.js';
import { RefreshTokens } from '../tokens/refresh-tokens.js';
import type { SessionListBody } from './sessions.dto.js';
import { LIST, type SignInRow } from './sign-in-list.sql.js';

/** Lists and ends a user's sign-ins, except those at an outside identity provider, which has its own list. */
@Injectable()
export class SignInList {
  constructor(
    private readonly database: Database,
    private readonly refreshTokens: RefreshTokens,
  ) {}

  async list({ userId, familyId }: DashboardPrincipal): Promise<SessionListBody> {
    const rows = await this.database.query<SignInRow>(LIST, [userId]);
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

  async endOthers({ userId, familyId }: DashboardPrincipal): Promise<void> {
    await this.refreshTokens.endOthers(userId, familyId);
  }

  /** Ends a sign-in of the caller. @throws 404 for an unknown id or another user's. */
  async end({ userId }: DashboardPrincipal, sessionId: string): Promise<void> {
    const id = parsePublicId('ses', sessionId);
    const [row] = id
      ? await this.database.query('select id from sign_in_families where id = $1 and user_id = $2', [
          id,
          userId,
        ])
      : [];
    if (!row) throw new AppError('session_not_found');
    await this.refreshTokens.end(id!);
  }
}
