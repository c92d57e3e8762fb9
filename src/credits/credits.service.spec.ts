import type { Database, Transaction } from '../database/index.js';
import { CreditsService } from './credits.service.js';

const ACCOUNT = '0199f0c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f';

/** A transaction that sees one account, and keeps what is entered into the ledger. */
function transactionWith(account: { balance: bigint } | null) {
  const entered: unknown[][] = [];
  const tx = {
    query: (text: string, values: unknown[]) => {
      if (text.startsWith('insert into ledger_transfers')) {
        entered.push(values);
        return Promise.resolve([{ id: String(entered.length) }]);
      }
      if (!account || values[0] !== ACCOUNT) return Promise.resolve([]);
      if (!text.startsWith('update')) return Promise.resolve([{}]);
      const balance = account.balance + BigInt(values[1] as string);
      if (balance < 0n) return Promise.resolve([]);
      account.balance = balance;
      return Promise.resolve([{ balance: String(balance) }]);
    },
  };
  return { tx: tx as unknown as Transaction, entered };
}

const credits = new CreditsService({} as Database);
const change = (amount: bigint) => ({ accountId: ACCOUNT, amount, note: 'why' });

describe('a change of a wallet', () => {
  it('by a grant goes from the system to the wallet, and tells the balance after it', async () => {
    const { tx, entered } = transactionWith({ balance: 5n });
    expect(await credits.grant(tx, change(100n))).toBe(105n);
    expect(entered).toEqual([[ACCOUNT, 'grant', 'system', 'wallet', '100', '105', 'why']]);
  });

  it('by an adjustment upwards is entered like a grant, under its own kind', async () => {
    const { tx, entered } = transactionWith({ balance: 5n });
    expect(await credits.adjust(tx, change(1n))).toBe(6n);
    expect(entered).toEqual([[ACCOUNT, 'adjustment', 'system', 'wallet', '1', '6', 'why']]);
  });

  it('by an adjustment downwards goes back to the system, and no entry is negative', async () => {
    const { tx, entered } = transactionWith({ balance: 5n });
    expect(await credits.adjust(tx, change(-5n))).toBe(0n);
    expect(entered).toEqual([[ACCOUNT, 'adjustment', 'wallet', 'system', '5', '0', 'why']]);
  });

  it('by nothing is no debit', async () => {
    const { tx, entered } = transactionWith({ balance: 5n });
    await credits.adjust(tx, change(0n));
    expect(entered).toEqual([[ACCOUNT, 'adjustment', 'system', 'wallet', '0', '5', 'why']]);
  });

  it('is refused with 402 below zero, says why, and enters nothing', async () => {
    const { tx, entered } = transactionWith({ balance: 5n });
    await expect(credits.adjust(tx, change(-6n))).rejects.toMatchObject({
      code: 'insufficient_credits',
      status: 402,
      message: 'An adjustment may not take a balance below zero.',
    });
    expect(entered).toEqual([]);
  });

  it('is refused with 404 for an account that nobody has, and enters nothing', async () => {
    const { tx, entered } = transactionWith(null);
    await expect(credits.grant(tx, change(1n))).rejects.toMatchObject({
      code: 'account_not_found',
      status: 404,
    });
    expect(entered).toEqual([]);
  });
});

describe('a wallet', () => {
  const walletIn = (rows: object[]) => {
    const asked: unknown[][] = [];
    const database = {
      prepared: (_name: string, _text: string, values: unknown[]) => (
        asked.push(values),
        Promise.resolve(rows)
      ),
    };
    return { asked, wallet: new CreditsService(database as unknown as Database).walletOf(ACCOUNT) };
  };

  it('is told in exact thousandths, beyond what a number holds', async () => {
    const updatedAt = new Date(0);
    const { asked, wallet } = walletIn([
      { balance: '9007199254740993', held: '38', plan: 'free', balance_updated_at: updatedAt },
    ]);
    expect(await wallet).toEqual({ balance: 9_007_199_254_740_993n, held: 38n, plan: 'free', updatedAt });
    expect(asked).toEqual([[ACCOUNT]]);
  });

  it('of an account that nobody has is a 404', async () => {
    await expect(walletIn([]).wallet).rejects.toMatchObject({ code: 'account_not_found', status: 404 });
  });
});
