import type { Scope } from '../http/index.js';

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
}

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
