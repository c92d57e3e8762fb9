/** Every evaluation treats the kinds of callers alike: only their query differs. */
import { MAX_USABLE_OPERATOR_KEYS } from '../keys/index.js';
import type { Config } from '../platform/config/index.js';
import type { Runnable } from '../platform/database/index.js';
import type { Scope } from '../platform/http/index.js';
import {
  ACCOUNT_CALLERS,
  API_KEY_CALLERS,
  type EvaluatedRow,
  type FoundRow,
  OPERATOR_CALLERS,
} from './admit.sql.js';

/** Requests per window of an account's signed-in users. Equals the default limit of a key. */
export const DASHBOARD_RATE_LIMIT = 120;

/** Requests per window of an operator key. */
export const OPERATOR_RATE_LIMIT = 600;

interface Calls<C> {
  calls: C[];
  limits: Config['limits'];
}

export interface CallerKind<C> {
  /** The subject of a credential's own uses begins so; null: it has no key. */
  readonly credential: 'key' | 'operator' | null;
  readonly admit: Runnable<Calls<C>, EvaluatedRow>;
  readonly find: Runnable<Calls<C>, FoundRow>;
}

/** @param valuesOf returns the parameters of both statements. */
function kindOf<C, Values>(
  credential: CallerKind<C>['credential'],
  { admit, find }: { admit: Runnable<Values, EvaluatedRow>; find: Runnable<Values, FoundRow> },
  valuesOf: (given: Calls<C>) => NoInfer<Values>,
): CallerKind<C> {
  return {
    credential,
    admit: { bind: (given) => admit.bind(valuesOf(given)) },
    find: { bind: (given) => find.bind(valuesOf(given)) },
  };
}

export interface ApiKeyCall {
  hash: string;
  scopes: readonly Scope[];
  /** Result of `sourceOf`. */
  source: string;
  /** Result of `plainAddress`. */
  address: string | null;
}

export interface AccountCall {
  accountId: string;
  source: string;
  /** A suspended account may not make it. */
  isActiveOnly: boolean;
}

export interface OperatorCall {
  hash: string;
  /** Empty: no scope is enough. */
  scope: string;
  /** Result of `plainAddress`. */
  address: string | null;
}

/** More than all usable keys have together. */
const ALL_OPERATORS_LIMIT = MAX_USABLE_OPERATOR_KEYS * OPERATOR_RATE_LIMIT;

const ordinals = (calls: unknown[]) => calls.map((_, index) => index);

export const API_KEYS = kindOf('key', API_KEY_CALLERS, ({ calls, limits }: Calls<ApiKeyCall>) => ({
  ordinals: ordinals(calls),
  hashes: calls.map(({ hash }) => hash),
  scopes: calls.map(({ scopes }) => scopes.join(',')),
  sources: calls.map(({ source }) => source),
  platformLimit: limits.platform,
  countedOver: limits.per,
  addresses: calls.map(({ address }) => address),
}));

/** Accounts stand for their signed-in users. */
export const ACCOUNTS = kindOf(null, ACCOUNT_CALLERS, ({ calls, limits }: Calls<AccountCall>) => ({
  ordinals: ordinals(calls),
  accounts: calls.map(({ accountId }) => accountId),
  limit: DASHBOARD_RATE_LIMIT,
  sources: calls.map(({ source }) => source),
  platformLimit: limits.platform,
  countedOver: limits.per,
  activeOnly: calls.map(({ isActiveOnly }) => isActiveOnly),
}));

/** Operator keys take nothing from the platform's budget, which belongs to customers. */
export const OPERATORS = kindOf('operator', OPERATOR_CALLERS, ({ calls }: Calls<OperatorCall>) => ({
  ordinals: ordinals(calls),
  hashes: calls.map(({ hash }) => hash),
  limit: OPERATOR_RATE_LIMIT,
  scopes: calls.map(({ scope }) => scope),
  platformLimit: ALL_OPERATORS_LIMIT,
  addresses: calls.map(({ address }) => address),
}));
