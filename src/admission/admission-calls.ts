import type { Scope } from '../platform/http/index.js';

export interface ApiKeyCall {
  /** Result of `hashSecret`. */
  hash: string;
  scopes: readonly Scope[];
  /** Result of `sourceOf`. */
  source: string;
  /** Result of `plainAddress`. */
  address: string | null;
}

export interface DashboardCall {
  accountId: string;
  source: string;
  /** A suspended account may not make it. */
  isActiveOnly: boolean;
}

export interface OperatorCall {
  /** Result of `hashSecret`. */
  hash: string;
  /** Empty: no scope is enough. */
  scope: string;
  /** Result of `plainAddress`. */
  address: string | null;
}

/** The result of a call with a valid operator key. */
export type OperatorVerdict = Pick<
  Verdict,
  | 'ord'
  | 'verdict'
  | 'key_id'
  | 'scopes'
  | 'address_allowed'
  | 'key_subject'
  | 'platform_subject'
  | 'remaining'
  | 'key_reset'
  | 'platform_reset'
>;

/** The result of a call with a valid credential. `key` in its names is the caller's own budget, also when that is an account's. */
export interface Verdict {
  ord: number;
  verdict: 'admitted' | 'forbidden' | 'key' | 'platform' | 'unprepared';
  key_id: string;
  account_id: string;
  env: 'live' | 'test';
  /** Comma-separated. */
  scopes: string;
  rate_limit: number;
  /** Keys of the only models that the key allows; null: all. */
  allowed_models: string[] | null;
  /** False only with the verdict `forbidden`. */
  address_allowed: boolean;
  /** The account is suspended and may not make the request. Only with the verdict `forbidden`. */
  is_suspended: boolean;
  /** The key has replaced another one: its requests are counted by `KeyUses`. */
  is_successor: boolean;
  /** Of an unprepared call only. */
  key_subject: string;
  platform_subject: string;
  remaining: number;
  key_reset: number;
  platform_reset: number;
}

/** Returns one verdict per call; null for an unknown or unusable key. */
export function byOrdinal(rows: Verdict[], calls: number): (Verdict | null)[] {
  const verdicts = new Array<Verdict | null>(calls).fill(null);
  for (const row of rows) verdicts[row.ord] = row;
  return verdicts;
}
