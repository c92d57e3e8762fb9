import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { Mailer } from '../../platform/mail/index.js';
import { FIND_SENDER } from './uploads.sql.js';

/** Five of the largest videos. */
export const MAX_ACCOUNT_BYTES = 500_000_000;

@Injectable()
export class UploadSenders {
  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
  ) {}

  /**
   * @param declaredBytes as announced, or 0.
   * @returns whether the account shares the space of all unpaid accounts.
   * @throws 403 `upload_not_allowed`, 409 `upload_space_used`.
   */
  async admit(accountId: string, declaredBytes: number): Promise<{ isUnpaid: boolean }> {
    const space = { bytes: declaredBytes, most: MAX_ACCOUNT_BYTES };
    const [sender] = await this.database.run(FIND_SENDER, { account: accountId, ...space });
    const { has_space, has_credits, is_unverified, is_unpaid: isUnpaid } = sender!;
    if (this.mailer.canSend && is_unverified)
      throw notAllowedError('Verify the email address of this account first: the mail has a link.');
    if (!has_credits) throw notAllowedError('Uploading needs credits, and this account has none.');
    if (!has_space) throw new AppError('upload_space_used');
    return { isUnpaid };
  }
}

function notAllowedError(message: string): AppError {
  return new AppError('upload_not_allowed', { message });
}

/** All unpaid accounts together keep as much as they may. */
export function unpaidSpaceError(): AppError {
  return new AppError('upload_space_used', {
    message:
      'The space of all accounts that have paid nothing is used. Uploads are removed within a day; a payment lifts this limit.',
  });
}
