import { Injectable } from '@nestjs/common';
import { CreditsService, Database, fromCredits, toCredits, validationFailed } from 'offprint';
import { IsNull } from 'typeorm';
import { Voucher } from './voucher.entity.js';

@Injectable()
export class VouchersService {
  constructor(
    private readonly database: Database,
    private readonly credits: CreditsService,
  ) {}

  async create(code: string, credits: number): Promise<void> {
    const created = await this.database.query(
      'insert into acme.vouchers (code, credits) values ($1, $2) on conflict do nothing returning code',
      [code, credits],
    );
    if (created.length === 0) throw validationFailed([{ field: 'code', message: 'is taken' }]);
  }

  /** Marks the voucher and grants its credits in one transaction: neither without the other. @returns the balance. */
  async redeem(accountId: string, code: string): Promise<number> {
    return this.database.transaction(async (tx) => {
      const open = { code, redeemedBy: IsNull() };
      const { affected } = await tx.manager.update(Voucher, open, { redeemedBy: accountId });
      if (affected !== 1)
        throw validationFailed([{ field: 'code', message: 'is no voucher that can be redeemed' }]);
      const { credits } = await tx.manager.findOneByOrFail(Voucher, { code });
      const grant = { accountId, amount: fromCredits(Number(credits)), note: `Voucher ${code}` };
      return toCredits(await this.credits.grant(tx, grant));
    });
  }
}
