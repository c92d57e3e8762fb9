import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { hashSecret, isOperatorSecret, parseSecret } from '../keys/index.js';
import { Config } from '../platform/config/index.js';
import { Coalescer, Database } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import {
  type ApiKeyPrincipal,
  type AuthenticatedRequest,
  callerAddress,
  type OperatorPrincipal,
  type OperatorScope,
  plainAddress,
  type Scope,
} from '../platform/http/index.js';
import { FIND_VALID_KEYS } from './admit.sql.js';
import {
  type AccountCall,
  ACCOUNTS,
  API_KEYS,
  type ApiKeyCall,
  type CallerKind,
  type OperatorCall,
  OPERATORS,
} from './callers.js';
import { Evaluation, type Verdict } from './evaluation.js';
import { FailedAuthThrottle } from './failed-auth.throttle.js';
import { messageOfRejected } from './rejected-credential.js';
import {
  type BudgetState,
  ownBudget,
  requireAllowed,
  requireAllowedOperator,
  requireRoom,
} from './requirements.js';
import { sourceOf } from './source-address.js';

/** `budget` is the caller's own, after the request. */
export interface Admitted<P = ApiKeyPrincipal> {
  principal: P;
  budget: BudgetState;
}

const MAX_BATCH = 128;

/** Admits or rejects a request: 401, then 403, then 429. Caches nothing about a key, an API key or an operator key. */
@Injectable()
export class Admission {
  private readonly apiKeyBatch: Coalescer<ApiKeyCall, Verdict | null>;
  private readonly accountBatch: Coalescer<AccountCall, Verdict | null>;
  private readonly operatorBatch: Coalescer<OperatorCall, Verdict | null>;
  private readonly validKeyBatch: Coalescer<string, boolean>;

  constructor(
    evaluation: Evaluation,
    private readonly database: Database,
    private readonly config: Config,
    private readonly failures: FailedAuthThrottle,
  ) {
    const maxBatch = MAX_BATCH;
    const batchOf = <C>(kind: CallerKind<C>) =>
      new Coalescer<C, Verdict | null>((calls) => evaluation.evaluate(kind, calls), { maxBatch });
    this.apiKeyBatch = batchOf(API_KEYS);
    this.accountBatch = batchOf(ACCOUNTS);
    this.operatorBatch = batchOf(OPERATORS);
    this.validKeyBatch = new Coalescer((hashes) => this.areValid(hashes), { maxBatch });
  }

  /** Needs no query. @throws 401 for a malformed key, 429. */
  async readSecretHash(request: Request): Promise<string> {
    const secret = readBearer(request);
    if (secret === null || parseSecret(secret) === null)
      throw await this.unauthorizedError(request, 'API key');
    return hashSecret(secret);
  }

  /** Checks that a key is valid, before a large body is read. Counts nothing. @throws 401, 429. */
  async verifyKey(request: Request, hash: string): Promise<void> {
    if (!(await this.validKeyBatch.call(hash))) throw await this.unauthorizedError(request, 'API key');
  }

  /**
   * Counts a request with an API key. Any one of the scopes is enough, and the key must allow the model.
   * @throws 401, 403, 429; the last two carry the headers of a budget. 503 when a replaced `LimitStore` fails.
   */
  async admit(request: Request, scopes: readonly Scope[], modelKey?: string): Promise<Admitted> {
    const address = callerAddress(request);
    const hash = await this.readSecretHash(request);
    const verdict = await this.apiKeyBatch.call({
      hash,
      scopes,
      source: this.countedSource(address),
      address: plainAddress(address),
    });
    if (verdict === null) throw await this.unauthorizedError(request, 'API key');
    const principal = principalOf(verdict);
    (request as AuthenticatedRequest).apiKey = principal;
    return { principal, budget: this.budgetOf(verdict, 'key', scopes, modelKey) };
  }

  /**
   * Counts a request of a signed-in user. @param isActiveOnly a suspended account may not make it.
   * @returns the account's budget after it. @throws 403, 429, with the headers of a budget.
   */
  async admitAccount(
    request: Request,
    accountId: string,
    { isActiveOnly = false } = {},
  ): Promise<BudgetState> {
    const source = this.countedSource(callerAddress(request));
    const verdict = await this.accountBatch.call({ accountId, source, isActiveOnly });
    return this.budgetOf(verdict!, 'account', []);
  }

  /**
   * Counts a request with an operator key. @param scope undefined: the route rejects operator keys.
   * @throws 401, 403, 429; the last two carry the headers of its budget where a scope is needed. 503 when a replaced `LimitStore` fails.
   */
  async admitOperator(
    request: Request,
    scope: OperatorScope | undefined,
  ): Promise<Admitted<OperatorPrincipal>> {
    const address = plainAddress(callerAddress(request));
    const secret = readBearer(request);
    if (secret === null || !isOperatorSecret(secret))
      throw await this.unauthorizedError(request, 'operator key');
    const verdict = await this.operatorBatch.call({ hash: hashSecret(secret), scope: scope ?? '', address });
    if (verdict === null) throw await this.unauthorizedError(request, 'operator key');
    const budget = ownBudget(verdict, 'operator');
    requireAllowedOperator(verdict, budget, scope);
    requireRoom(verdict, budget, budget);
    const scopes = verdict.scopes.split(',') as OperatorScope[];
    return { principal: { kind: 'operator-key', keyId: verdict.key_id, scopes }, budget };
  }

  /** Empty unless budgets are counted per address. */
  private countedSource(address: string): string {
    return this.config.limits.per === 'ip' ? sourceOf(address) : '';
  }

  /** @throws 403, 429. */
  private budgetOf(
    verdict: Verdict,
    name: 'key' | 'account',
    scopes: readonly Scope[],
    modelKey?: string,
  ): BudgetState {
    const own = ownBudget(verdict, name);
    requireAllowed(verdict, own, scopes, modelKey);
    requireRoom(verdict, own, { name: 'platform', limit: this.config.limits.platform });
    return own;
  }

  /** Counts a failure of the address. Returns the 401, or a 429 after 600 failures within a minute. */
  private unauthorizedError(request: Request, kind: 'API key' | 'operator key'): Promise<AppError> {
    return this.failures.unauthorizedError(request, () => {
      const code = kind === 'API key' ? 'invalid_api_key' : 'invalid_operator_key';
      const headers = { 'WWW-Authenticate': 'Bearer' };
      return new AppError(code, { message: messageOfRejected(request, kind), headers });
    });
  }

  private async areValid(hashes: string[]): Promise<boolean[]> {
    const order = hashes.map((_, index) => index);
    const rows = await this.database.run(FIND_VALID_KEYS, { ordinals: order, hashes });
    const valid = new Set(rows.map(({ ord }) => ord));
    return order.map((ord) => valid.has(ord));
  }
}

function principalOf(verdict: Verdict): ApiKeyPrincipal {
  return {
    kind: 'api-key',
    keyId: verdict.key_id,
    accountId: verdict.account_id,
    env: verdict.env,
    scopes: verdict.scopes.split(',') as Scope[],
    ...(verdict.allowed_models && { allowedModels: verdict.allowed_models }),
  };
}

/** The scheme is case-insensitive (RFC 9110). */
function readBearer({ headers }: Request): string | null {
  const match = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '');
  return match ? match[1]! : null;
}
