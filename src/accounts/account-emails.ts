import { Injectable } from '@nestjs/common';
import { parsePublicId } from '../platform/http/index.js';
import { AccountsReader } from './accounts.reader.js';

/** An account's email is that of its first user. */
@Injectable()
export class AccountEmails {
  constructor(private readonly accounts: AccountsReader) {}

  async addTo<T extends { accountId: string | null }>(
    items: readonly T[],
  ): Promise<(T & { email: string | null })[]> {
    const idOf = ({ accountId }: T) => (accountId === null ? null : parsePublicId('acc', accountId));
    const ids = new Set(items.flatMap((item) => idOf(item) ?? []));
    const emails = ids.size === 0 ? new Map<string, null>() : await this.accounts.firstEmails([...ids]);
    return items.map((item) => ({ ...item, email: emails.get(idOf(item) ?? '') ?? null }));
  }
}
