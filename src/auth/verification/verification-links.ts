/** A token can be used once, within a week. A new link replaces the earlier one of its user. */
import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/index.js';
import { Database, type Queryable, type Transaction } from '../../platform/database/index.js';
import { createLink, type OneTimeLink, readLink } from '../links/link-token.js';
import { CONSUME, CREATE, FIND, type VerificationLinkRow } from './verification-links.sql.js';

const LINK_HOURS = 7 * 24;
const PAGE = '/verify-email';

@Injectable()
export class VerificationLinks {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** The link verifies this email and no other. */
  async create(tx: Queryable, userId: string, email: string): Promise<OneTimeLink> {
    const created = await createLink(PAGE, this.config, (hash) =>
      tx.run(CREATE, { user: userId, hash, email, hours: LINK_HOURS }),
    );
    return created!.link;
  }

  /** Returns null for a token that is unknown, used, replaced or expired. Does not use the link. */
  async find(token: string): Promise<VerificationLinkRow | null> {
    return readLink(token, (hash) => this.database.run(FIND, { hash }));
  }

  /** @returns its user, or null for a token that is unknown, used, replaced or expired. */
  async consume(tx: Transaction, token: string): Promise<string | null> {
    return (await readLink(token, (hash) => tx.run(CONSUME, { hash })))?.user_id ?? null;
  }
}
