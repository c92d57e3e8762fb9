/** A debt rejects a prediction first, then the balance, then the limit of the key, then that of the end user. */
import { toCredits } from '../../credits/index.js';
import { AppError, type ErrorCode } from '../../platform/errors/index.js';

/** In thousandths of a credit. */
export interface SpendRoom {
  kind: 'key' | 'end_user';
  credits: bigint;
  spent: bigint;
  /** Null: never. */
  resetsAt: Date | null;
}

const REACHED = {
  key: { code: 'key_spend_limit_reached', field: 'modelKey', name: 'the spend limit of this key' },
  end_user: {
    code: 'end_user_spend_limit_reached',
    field: 'externalUserId',
    name: 'the spend limit of this end user',
  },
} as const satisfies Record<SpendRoom['kind'], { code: ErrorCode; field: string; name: string }>;

/** In thousandths of a credit. */
export interface CallWallet {
  balance: bigint;
  owed: bigint;
}

/** Null when balance and limits cover the cost and nothing is owed. @param rooms the key's first. */
export function refusalOf(
  cost: bigint,
  { balance, owed }: CallWallet,
  rooms: readonly SpendRoom[],
): AppError | null {
  if (owed > 0n) return accountOwes(owed);
  if (balance < cost) return insufficientCredits(cost, balance);
  const short = findShort(cost, rooms);
  return short ? limitReached(cost, short) : null;
}

export function shortLimitOf(cost: bigint, rooms: readonly SpendRoom[]) {
  const short = findShort(cost, rooms);
  return short && { code: REACHED[short.kind].code, ...factsOf(short) };
}

/** A prediction that costs nothing is allowed beyond a limit that was lowered. */
function findShort(cost: bigint, rooms: readonly SpendRoom[]): SpendRoom | undefined {
  return rooms.find(({ credits, spent }) => cost > 0n && spent + cost > credits);
}

function factsOf({ credits, spent, resetsAt }: SpendRoom) {
  return { limit: toCredits(credits), spent: toCredits(spent), resetsAt: resetsAt?.toISOString() ?? null };
}

function accountOwes(debt: bigint): AppError {
  const owed = toCredits(debt);
  const message = `the account owes ${owed} credits, which incoming credits cover first`;
  return new AppError('account_owes', { details: [{ field: 'modelKey', message, owed }] });
}

function insufficientCredits(required: bigint, balance: bigint): AppError {
  const facts = { required: toCredits(required), balance: toCredits(balance) };
  const message = `needs ${facts.required} credits, the balance is ${facts.balance}`;
  return new AppError('insufficient_credits', { details: [{ field: 'modelKey', message, ...facts }] });
}

function limitReached(required: bigint, short: SpendRoom): AppError {
  const { code, field, name } = REACHED[short.kind];
  const facts = { required: toCredits(required), ...factsOf(short) };
  const message = `needs ${facts.required} credits, of ${name} of ${facts.limit} credits ${facts.spent} are spent`;
  return new AppError(code, { details: [{ field, message, ...facts }] });
}
