import type { CallerKind } from './callers.js';

/** The result of a call with a valid credential. `key` in its names is the caller's own budget, whatever it belongs to. */
export interface Verdict {
  ord: number;
  verdict: 'admitted' | 'forbidden' | 'key' | 'platform';
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
  remaining: number;
  key_reset: number;
  platform_reset: number;
}

/** Evaluates calls that arrive together: credential, permission, and room in two budgets. Counts what it admits. */
export abstract class Evaluation {
  /** Returns one verdict per call, in their order; null for an unknown or unusable credential. @throws 503 of a replaced store. */
  abstract evaluate<C>(kind: CallerKind<C>, calls: C[]): Promise<(Verdict | null)[]>;
}
