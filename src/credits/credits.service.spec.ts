import type { Database, Runnable, Transaction } from '../platform/database/index.js';
import { CreditsService } from './credits.service.js';
import { CreditExpiry } from './expiry/credit-expiry.js';

const ACCOUNT = '0199f0c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f';

/** Fakes a transaction on one account (or none) and records the ledger entries. */
function transactionWith(account: { balance: bigint; owed?: bigint } | null) {
  const entered: unknown[][] = [];
  const tx = {
    run: (statement: Runnable<object, object>, given: object) => {
      const { text, values } = statement.bind(given);
      if (text.startsWith('insert into ledger_transfers')) {
        entered.push(values);
        return Promise.resolve([{ id: String(entered.length) }]);
      }
      if (!account || values[0] !== ACCOUNT) return Promise.resolve([]);
      if (!text.includes('update wallets')) return Promise.resolve([{}]);
      const change = BigInt(values[1] as string);
      const [before, owed] = [account.balance, account.owed ?? 0n];
      const lent = values[2] === true && before + change < 0n ? -(before + change) : 0n;
      const covered = change > 0n ? (owed < before + change ? owed : before + change) : 0n;
      const balance = before + lent + change - covered;
      if (balance < 0n) return Promise.resolve([]);
      Object.assign(account, { balance, owed: owed + lent - covered });
      const row = { balance_before: before, lent, covered, balance };
      return Promise.resolve([
        Object.fromEntries(Object.entries(row).map(([name, one]) => [name, String(one)])),
      ]);
    },
  };
  return { tx: tx as unknown as Transaction, entered };
}

const service = (database: object) =>
  new CreditsService(database as Database, new CreditExpiry(database as Database));
const credits = service({});
const change = (amount: bigint) => ({ accountId: ACCOUNT, amount, note: 'why' });

describe('a change of a wallet', () => {
  it('by a grant moves credits from the system to the wallet and returns the balance after it', async () => {
    const { tx, entered } = transactionWith({ balance: 5n });
    expect(await credits.grant(tx, change(100n))).toBe(105n);
    expect(entered).toEqual([[ACCOUNT, 'grant', 'system', 'wallet', '100', '105', 'why', null]]);
  });

  it('by an adjustment upwards is entered like a grant, with its own kind', async () => {
    const { tx, entered } = transactionWith({ balance: 5n });
    expect(await credits.adjust(tx, change(1n))).toBe(6n);
    expect(entered).toEqual([[ACCOUNT, 'adjustment', 'system', 'wallet', '1', '6', 'why', null]]);
  });

  it('by an adjustment downwards moves credits to the system, and no entry is negative', async () => {
    const { tx, entered } = transactionWith({ balance: 5n });
    expect(await credits.adjust(tx, change(-5n))).toBe(0n);
    expect(entered).toEqual([[ACCOUNT, 'adjustment', 'wallet', 'system', '5', '0', 'why', null]]);
  });

  it('by a grant covers a debt first, by an entry after it', async () => {
    const { tx, entered } = transactionWith({ balance: 0n, owed: 30n });
    const first = await credits.enter(tx, 'grant', change(20n));
    expect(first).toEqual({ id: '1', lastId: '2', balance: 0n });
    expect(await credits.grant(tx, change(100n))).toBe(90n);
    expect(entered.map((values) => values.slice(1, 6))).toEqual([
      ['grant', 'system', 'wallet', '20', '20'],
      ['debt', 'wallet', 'debt', '20', '0'],
      ['grant', 'system', 'wallet', '100', '100'],
      ['debt', 'wallet', 'debt', '10', '90'],
    ]);
  });

  it('by taking back more than the balance lends the rest', async () => {
    const account = { balance: 5n };
    const { tx, entered } = transactionWith(account);
    expect(await credits.takeBack(tx, change(-12n))).toEqual({ id: '2', lastId: '2', balance: 0n });
    expect(account).toEqual({ balance: 0n, owed: 7n });
    expect(entered.map((values) => values.slice(1, 6))).toEqual([
      ['debt', 'debt', 'wallet', '7', '12'],
      ['adjustment', 'wallet', 'system', '12', '0'],
    ]);
  });

  it('by zero is entered as a credit, not as a debit', async () => {
    const { tx, entered } = transactionWith({ balance: 5n });
    await credits.adjust(tx, change(0n));
    expect(entered).toEqual([[ACCOUNT, 'adjustment', 'system', 'wallet', '0', '5', 'why', null]]);
  });

  it('is rejected with 402 and a reason when the balance would go below zero, and enters nothing', async () => {
    const { tx, entered } = transactionWith({ balance: 5n });
    await expect(credits.adjust(tx, change(-6n))).rejects.toMatchObject({
      code: 'insufficient_credits',
      status: 402,
      message: 'An adjustment may not take a balance below zero.',
    });
    expect(entered).toEqual([]);
  });

  it('is rejected with 404 for an unknown account, and enters nothing', async () => {
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
    const queried: object[] = [];
    const database = {
      run: (_: object, values: object) => (queried.push(values), Promise.resolve(rows)),
    };
    const credits = service(database);
    return { queried, credits };
  };

  it('is returned in exact thousandths, beyond the safe integers of a number', async () => {
    const updatedAt = new Date(0);
    const { queried, credits } = walletIn([
      {
        id: ACCOUNT,
        balance: '9007199254740993',
        held: '38',
        owed: '7',
        plan: 'free',
        balance_updated_at: updatedAt,
        has_spend_limits: false,
        has_expiring: false,
        is_due: false,
        alert_below: '9007199254740995',
      },
    ]);
    expect(await credits.walletOf(ACCOUNT)).toEqual({
      balance: 9_007_199_254_740_993n,
      held: 38n,
      owed: 7n,
      plan: 'free',
      updatedAt,
      hasSpendLimits: false,
      hasExpiring: false,
      alertBelow: 9_007_199_254_740_995n,
    });
    expect(queried).toEqual([{ accounts: [ACCOUNT] }]);
  });

  it('is read in one statement with those of others who ask together, and each gets its own', async () => {
    const [other, unknown] = ['0199f0c2-0000-7000-8000-00000000000b', '0199f0c2-0000-7000-8000-00000000000c'];
    const row = (id: string, balance: string) => ({
      id,
      balance,
      held: '0',
      owed: '0',
      plan: 'free',
      balance_updated_at: new Date(0),
      has_spend_limits: false,
      has_expiring: false,
      is_due: false,
      alert_below: null,
    });
    const { queried, credits } = walletIn([row(other, '2'), row(ACCOUNT, '1')]);
    const found = await Promise.allSettled(
      [ACCOUNT, other, unknown, ACCOUNT].map((id) => credits.walletOf(id)),
    );
    const balances = found.map((one) => (one.status === 'fulfilled' ? one.value.balance : 'unknown'));
    expect(balances).toEqual([1n, 2n, 'unknown', 1n]);
    expect(queried).toHaveLength(1);
  });

  it('of an unknown account is a 404', async () => {
    await expect(walletIn([]).credits.walletOf(ACCOUNT)).rejects.toMatchObject({
      code: 'account_not_found',
      status: 404,
    });
  });
});
