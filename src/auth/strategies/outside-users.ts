/** Users whom the operator's own sign-on vouches for. */
import { isEmail } from 'class-validator';
import type { AccountsService, Memberships } from '../../accounts/index.js';
import type { Database } from '../../platform/database/index.js';
import { type DashboardPrincipal, isStorableText } from '../../platform/http/index.js';

const MAX_LENGTH = 255;

export class OutsideUsers {
  constructor(
    private readonly accounts: AccountsService,
    private readonly memberships: Memberships,
    private readonly database: Database,
  ) {}

  /**
   * Finds the user, or opens an account for a new one. The email is stored for display only and never identifies a user, because providers
   * may not verify emails.
   * @returns null for an issuer or a subject that cannot be stored.
   */
  async signIn(issuer: string, subject: string, email: unknown): Promise<DashboardPrincipal | null> {
    if (!isName(issuer) || !isName(subject)) return null;
    return (
      (await this.memberships.findOutsideCaller(issuer, subject)) ??
      (await this.openAccount(issuer, subject, normalizeEmail(email)))
    );
  }

  /** Of concurrent first requests one creates the account, and the others find it. */
  private async openAccount(issuer: string, subject: string, email: string | null) {
    await this.database.transaction((tx) => this.accounts.open(tx, { issuer, subject, email }));
    return this.memberships.findOutsideCaller(issuer, subject);
  }
}

const isName = (text: unknown): boolean =>
  typeof text === 'string' && text !== '' && text.length <= MAX_LENGTH && isStorableText(text);

function normalizeEmail(claim: unknown): string | null {
  if (typeof claim !== 'string' || !isStorableText(claim)) return null;
  const email = claim.trim().toLowerCase();
  return email.length <= 254 && isEmail(email) ? email : null;
}
