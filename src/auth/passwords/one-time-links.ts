/** Links with which a user sets a password: invitations and resets. A token has 256 random bits, of which only the SHA-256 is stored. */
import { Injectable } from '@nestjs/common';
import { Memberships } from '../../accounts/index.js';
import { Config } from '../../platform/config/index.js';
import { Database, type Transaction } from '../../platform/database/index.js';
import { createLink, type OneTimeLink, readLink } from '../links/link-token.js';
import { CONSUME, CREATE, FIND, type LinkRow, REMOVE_ALL } from './one-time-links.sql.js';

const LINK_HOURS = { invitation: 7 * 24, reset: 1 } as const;
/** What a link is for, which decides how long it is valid. */
export type LinkPurpose = keyof typeof LINK_HOURS;

const PAGE = '/set-password';

/** Creates and redeems links that set a password. */
@Injectable()
export class OneTimeLinks {
  constructor(
    private readonly database: Database,
    private readonly memberships: Memberships,
    private readonly config: Config,
  ) {}

  /**
   * Locks the user and creates the user's only valid link, which replaces earlier ones. Its host comes from PUBLIC_URL, never from a
   * request.
   * @param isMailed false: it is handed over in another way.
   * @returns it with its purpose: that of a user whose invitation was never used is an invitation.
   */
  async create(
    tx: Transaction,
    userId: string,
    purpose: LinkPurpose,
    { isMailed = true } = {},
  ): Promise<OneTimeLink & { purpose: LinkPurpose }> {
    await this.memberships.lockUser(tx, userId);
    const created = await createLink(PAGE, this.config, (hash) =>
      tx.run(CREATE, { user: userId, hash, purpose, hours: LINK_HOURS[purpose], isMailed }),
    );
    const { link, row } = created!;
    return { ...link, purpose: row.purpose };
  }

  /** Returns null for a token that is unknown, used or expired. Does not use the link. @internal */
  async find(token: string): Promise<LinkRow | null> {
    return readLink(token, (hash) => this.database.run(FIND, { hash }));
  }

  /** Marks the link as used. @returns as `find`. @internal */
  async consume(tx: Transaction, token: string): Promise<LinkRow | null> {
    return readLink(token, (hash) => tx.run(CONSUME, { hash }));
  }

  /** Deletes the user's links. Call it when the password changes. */
  async removeAll(tx: Transaction, userId: string): Promise<void> {
    await tx.run(REMOVE_ALL, { user: userId });
  }
}
