/** The kinds of callers that are counted. Every evaluation treats them alike: only their query differs. */
import { MAX_USABLE_OPERATOR_KEYS } from '../keys/index.js';
import type { Config } from '../platform/config/index.js';
import type { Scope } from '../platform/http/index.js';
import { ACCOUNT_CALLERS, API_KEY_CALLERS, evaluate, findCallers, OPERATOR_CALLERS } from './admit.sql.js';

/** Counted requests per window of an account's signed-in users. Equals the default limit of a key. */
export const DASHBOARD_RATE_LIMIT = 120;

/** Requests per window of an operator key. */
export const OPERATOR_RATE_LIMIT = 600;

/** Calls of one kind. Both statements take the same parameters, named in `admit.sql.ts`. */
export interface CallerKind<C> {
  /** Ends the names of its prepared statements. */
  readonly name: string;
  /** The subject of a credential's own uses begins so; null: it has no key. */
  readonly credential: 'key' | 'operator' | null;
  /** Looks up the callers, evaluates and counts their calls. */
  readonly admit: string;
  /** Only looks up the callers. */
  readonly find: string;
  readonly parametersOf: (calls: C[], limits: Config['limits']) => unknown[];
}

export interface ApiKeyCall {
  /** Result of `hashSecret`. */
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
  /** Result of `hashSecret`. */
  hash: string;
  /** Empty: no scope is enough. */
  scope: string;
  /** Result of `plainAddress`. */
  address: string | null;
}

/** The limit of all operator keys together: more than all usable keys have. */
const ALL_OPERATORS_LIMIT = MAX_USABLE_OPERATOR_KEYS * OPERATOR_RATE_LIMIT;

const ordinals = (calls: unknown[]) => calls.map((_, index) => index);

export const API_KEYS: CallerKind<ApiKeyCall> = {
  name: 'api-keys',
  credential: 'key',
  admit: evaluate(API_KEY_CALLERS),
  find: findCallers(API_KEY_CALLERS),
  parametersOf: (calls, { platform, per }) => [
    ordinals(calls),
    calls.map(({ hash }) => hash),
    calls.map(({ scopes }) => scopes.join(',')),
    calls.map(({ source }) => source),
    platform,
    per,
    calls.map(({ address }) => address),
  ],
};

/** Accounts, for their signed-in users. */
export const ACCOUNTS: CallerKind<AccountCall> = {
  name: 'accounts',
  credential: null,
  admit: evaluate(ACCOUNT_CALLERS),
  find: findCallers(ACCOUNT_CALLERS),
  parametersOf: (calls, { platform, per }) => [
    ordinals(calls),
    calls.map(({ accountId }) => accountId),
    DASHBOARD_RATE_LIMIT,
    calls.map(({ source }) => source),
    platform,
    per,
    calls.map(({ isActiveOnly }) => isActiveOnly),
  ],
};

/** Operator keys take nothing from the platform's budget, which belongs to customers. */
export const OPERATORS: CallerKind<OperatorCall> = {
  name: 'operators',
  credential: 'operator',
  admit: evaluate(OPERATOR_CALLERS),
  find: findCallers(OPERATOR_CALLERS),
  parametersOf: (calls) => [
    ordinals(calls),
    calls.map(({ hash }) => hash),
    OPERATOR_RATE_LIMIT,
    calls.map(({ scope }) => scope),
    ALL_OPERATORS_LIMIT,
    calls.map(({ address }) => address),
  ],
};
