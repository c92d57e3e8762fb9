import { Injectable } from '@nestjs/common';
import { AccountSettings } from '../../accounts/index.js';
import { UploadData } from '../../assets/index.js';
import { AuditEventsReader } from '../../audit/index.js';
import { PaymentsReader } from '../../billing/index.js';
import { CreditsService, LedgerReader, toCredits } from '../../credits/index.js';
import { PredictionExport } from '../../generation/index.js';
import { KeysService } from '../../keys/index.js';
import { Members } from '../../members/index.js';
import type { Batches } from '../../platform/database/index.js';

const PAGE = 100;

/**
 * Collects what an export contains, in batches, as the API shows it. Never a secret or a hash: keys are masked, passwords and links are
 * not read.
 */
@Injectable()
export class ExportedData {
  constructor(
    private readonly settings: AccountSettings,
    private readonly credits: CreditsService,
    private readonly members: Members,
    private readonly keys: KeysService,
    private readonly ledger: LedgerReader,
    private readonly payments: PaymentsReader,
    private readonly events: AuditEventsReader,
    private readonly predictions: PredictionExport,
    private readonly uploads: UploadData,
  ) {}

  /** @throws 404 for an unknown account. */
  async account(accountId: string): Promise<object> {
    const { success: _, ...settings } = await this.settings.read(accountId);
    const { balance, held, owed } = await this.credits.walletOf(accountId);
    return {
      ...settings,
      credits: { balance: toCredits(balance), held: toCredits(held), owed: toCredits(owed) },
    };
  }

  /** Returns the lists, by the name of their file. */
  lists(accountId: string): [name: string, batches: () => Batches][] {
    return [
      ['members.json', () => this.membersOf(accountId)],
      ['keys.json', () => pages((cursor) => this.keysOf(accountId, cursor))],
      ['predictions.json', () => this.predictions.predictions(accountId)],
      ['ledger.json', () => this.ledger.batches(accountId, {})],
      ['payments.json', () => pages((cursor) => this.payments.list(accountId, { limit: PAGE, cursor }))],
      ['audit.json', () => this.events.batches(accountId, { limit: PAGE })],
      ['end-users.json', () => this.predictions.endUsers(accountId)],
      ['files.json', () => this.filesOf(accountId)],
    ];
  }

  private async *membersOf(accountId: string): Batches {
    const { items, invitations } = await this.members.list(accountId);
    yield items;
    yield invitations.map((invitation) => ({ invitation }));
  }

  private async keysOf(accountId: string, cursor?: string) {
    const { keys: items, nextCursor } = await this.keys.list(accountId, cursor);
    return { items, nextCursor };
  }

  private async *filesOf(accountId: string): Batches {
    yield* this.predictions.files(accountId);
    yield* this.uploads.files(accountId);
  }
}

/** Yields a list page by page. */
async function* pages(
  read: (cursor?: string) => Promise<{ items: object[]; nextCursor?: string | null }>,
): Batches {
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await read(cursor);
    yield items;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}
