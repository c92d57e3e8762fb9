/**
 * A process that starts while there is no administrator logs a link with a token, of which the database has only the SHA-256. Several
 * tokens can be valid at once, one of each start in the last 24 hours, and the first use ends all.
 */
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../../platform/config/index.js';
import {
  Database,
  LOCK_NAME,
  logFailure,
  type Queryable,
  type Transaction,
} from '../../platform/database/index.js';
import { createLink, type OneTimeLink, readLink } from '../links/link-token.js';
import { CREATE, FIND, HAS_ADMINISTRATOR, REMOVE_ALL, USE } from './setup-tokens.sql.js';

const PAGE = '/setup';
/** New tokens and their uses follow each other, over all processes, until the transaction ends. */
const LOCKED = { name: 'setup_tokens' };
const TOKEN_HOURS = 24;
/** Processes that start within it log one token together. */
const SAME_START_SECONDS = 60;

@Injectable()
export class SetupTokens implements OnApplicationBootstrap {
  private readonly logger = new Logger('setup');

  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** A failure does not stop the service. */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.roles.has('api')) return;
    try {
      await this.announce();
    } catch (error) {
      logFailure(this.logger, 'the link that makes the first administrator', error);
    }
  }

  /** @returns null when there is an administrator, or a token was created within `sinceSeconds`. */
  async create(sinceSeconds = 0): Promise<OneTimeLink | null> {
    return this.database.transaction(async (tx) => {
      await tx.run(LOCK_NAME, LOCKED);
      if (await this.hasAdministrator(tx)) return null;
      const created = await createLink(PAGE, this.config, (hash) =>
        tx.run(CREATE, { hash, hours: TOKEN_HOURS, sinceSeconds }),
      );
      return created?.link ?? null;
    });
  }

  async hasAdministrator(on: Queryable = this.database): Promise<boolean> {
    const [row] = await on.run(HAS_ADMINISTRATOR, {});
    return row!.found;
  }

  async isValid(token: string): Promise<boolean> {
    return (await readLink(token, (hash) => this.database.run(FIND, { hash }))) !== null;
  }

  /**
   * Uses a token, and ends all others. Concurrent uses follow each other until their transactions end.
   * @returns `done` when there is an administrator, `invalid` for a token that is unknown, used or expired.
   */
  async use(tx: Transaction, token: string): Promise<'used' | 'invalid' | 'done'> {
    await tx.run(LOCK_NAME, LOCKED);
    if (await this.hasAdministrator(tx)) return 'done';
    if ((await readLink(token, (hash) => tx.run(USE, { hash }))) === null) return 'invalid';
    await tx.query(REMOVE_ALL);
    return 'used';
  }

  private async announce(): Promise<void> {
    if (await this.hasAdministrator()) return;
    const link = await this.create(SAME_START_SECONDS);
    if (link)
      this.logger.warn(
        { url: link.url, expiresAt: link.expiresAt },
        'there is no administrator yet: this link makes the first one, once',
      );
  }
}
