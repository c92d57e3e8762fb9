/** Accounts are opened without a request, so limits of registration and sign-in do not apply. */
import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { AccountsService, type Role } from '../../accounts/index.js';
import { hashPassword, RefreshTokens, Sessions } from '../../auth/index.js';
import { CreditsService, fromCredits, OperatorTransfers, toCredits } from '../../credits/index.js';
import { type KeyEnv, type KeyRecord, KeysService } from '../../keys/index.js';
import { Database } from '../../platform/database/index.js';
import { publicId, type Scope, SCOPES } from '../../platform/http/index.js';

/** How an account of a test differs from the default one. */
export interface AccountOptions {
  /** The balance to begin with. Default: SIGNUP_CREDITS. */
  credits?: number;
  /** Default `user`. */
  role?: Role;
  /** Default a new one. */
  email?: string;
}

/** How a key of a test differs from the default one. */
export interface KeyOptions {
  name?: string;
  /** Default all scopes. */
  scopes?: Scope[];
  /** Requests per window of the rate limit. Default 6000. */
  rateLimit?: number;
  /** Default `live`. */
  env?: KeyEnv;
}

/** An API key of a test. */
export interface TestKey extends KeyRecord {
  /** `of_live_…`, as callers send it. */
  secret: string;
}

/** An account of a test, signed in. */
export interface TestAccount {
  /** `acc_…` */
  accountId: string;
  /** `usr_…` */
  userId: string;
  /** The ids as tables and services have them: UUIDs. */
  uuids: { account: string; user: string };
  email: string;
  password: string;
  /** Access token of the last sign-in. It expires after minutes, also when the clock is moved: `signIn` gets another. */
  token: string;
  /** Creates an API key. */
  key(options?: KeyOptions): Promise<TestKey>;
  /** Grants credits. @returns the balance. */
  grant(credits: number): Promise<number>;
  /** Returns the balance, in credits. */
  balance(): Promise<number>;
  /** Begins another session and sets `token`. @returns the access token. */
  signIn(): Promise<string>;
}

const PASSWORD = 'correct horse battery staple';
let hash: Promise<string> | undefined;

export async function openAccount(
  nest: INestApplicationContext,
  { credits, role = 'user', email = `${randomUUID()}@example.test` }: AccountOptions = {},
): Promise<TestAccount> {
  const get = <T>(token: abstract new (...parameters: never[]) => T): T =>
    nest.get<T>(token, { strict: false });
  hash ??= hashPassword(PASSWORD);
  const passwordHash = await hash;
  const opened = await get(Database).transaction((tx) =>
    get(AccountsService).open(tx, { email, passwordHash, role }),
  );
  if (!opened) throw new Error(`${email} has an account.`);
  const { accountId, userId } = opened;
  const transfer = async (kind: 'grant' | 'adjustment', amount: bigint): Promise<number> => {
    const change = { accountId, amount, note: 'Test', reference: null };
    return toCredits((await get(OperatorTransfers).deliver({ kind, ...change })).balance);
  };
  const balance = async () => (await get(CreditsService).walletOf(accountId)).balance;
  if (credits !== undefined) {
    const missing = fromCredits(credits) - (await balance());
    if (missing !== 0n) await transfer(missing > 0n ? 'grant' : 'adjustment', missing);
  }
  const account: TestAccount = {
    accountId: publicId('acc', accountId),
    userId: publicId('usr', userId),
    uuids: { account: accountId, user: userId },
    email,
    password: PASSWORD,
    token: '',
    key: async ({ name = 'test key', scopes = [...SCOPES], rateLimit = 6000, env = 'live' } = {}) => {
      const request = { name, scopes, rateLimit, env };
      const { key: secret, success: _, ...record } = await get(KeysService).create(accountId, request);
      return { secret, ...record };
    },
    grant: (amount) => transfer('grant', fromCredits(amount)),
    balance: async () => toCredits(await balance()),
    signIn: async () => {
      const origin = { address: '127.0.0.1', userAgent: 'test' };
      const begun = await get(RefreshTokens).begin(get(Database), userId, origin);
      const { body } = await get(Sessions).createSession(begun);
      return (account.token = body.accessToken);
    },
  };
  await account.signIn();
  return account;
}
