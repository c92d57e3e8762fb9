import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { hashSecret, parseSecret } from '../keys/index.js';
import { Config } from '../platform/config/index.js';
import { Coalescer, Database } from '../platform/database/index.js';
import { AppError, type ErrorCode } from '../platform/errors/index.js';
import {
  type ApiKeyPrincipal,
  type AuthenticatedRequest,
  callerAddress,
  missingScope,
  plainAddress,
  type Scope,
} from '../platform/http/index.js';
import { type ApiKeyCall, byOrdinal, type DashboardCall, type Verdict } from './admission-calls.js';
import { ADMIT_ACCOUNTS, ADMIT_API_KEYS, CREATE_BUDGETS, FIND_VALID_KEYS } from './admit.sql.js';
import {
  budgetHeaders,
  type BudgetState,
  DASHBOARD_RATE_LIMIT,
  rateLimitedHeaders,
  rateLimitedMessage,
} from './budget-headers.js';
import { FailedAuthThrottle } from './failed-auth.throttle.js';
import { KeyUses } from './key-uses.js';
import { messageOfRejected } from './rejected-credential.js';
import { sourceOf } from './source-address.js';
import { StoreEvaluation } from './store-evaluation.js';

/** The caller of an admitted request, and the caller's own budget after the request. */
export interface Admitted {
  principal: ApiKeyPrincipal;
  budget: BudgetState;
}

const MAX_BATCH = 128;

/** Admits or rejects a request: 401, then 403, then 429. Caches nothing about a key. */
@Injectable()
export class Admission {
  private readonly apiKeyBatch: Coalescer<ApiKeyCall, Verdict | null>;
  private readonly dashboardBatch: Coalescer<DashboardCall, Verdict | null>;
  private readonly validKeyBatch: Coalescer<string, boolean>;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly failures: FailedAuthThrottle,
    private readonly uses: KeyUses,
    // Null unless a `LimitStore` replaces the budgets of the statement.
    @Inject(StoreEvaluation) replacement: StoreEvaluation | null = null,
  ) {
    const maxBatch = MAX_BATCH;
    this.apiKeyBatch = new Coalescer(
      replacement
        ? (calls) => replacement.evaluateApiKeys(calls)
        : (calls) => this.evaluate(calls, (some) => this.evaluateApiKeys(some)),
      { maxBatch },
    );
    this.dashboardBatch = new Coalescer(
      replacement
        ? (calls) => replacement.evaluateAccounts(calls)
        : (calls) => this.evaluate(calls, (some) => this.evaluateAccounts(some)),
      { maxBatch },
    );
    this.validKeyBatch = new Coalescer((hashes) => this.areValid(hashes), { maxBatch });
  }

  /** Returns the hash of a well-formed API key, without a query. @throws 401, 429. */
  async readSecretHash(request: Request): Promise<string> {
    const hash = hashOf(request);
    if (hash === null) throw await this.unauthorizedError(request);
    return hash;
  }

  /** Checks that a key is valid, before a large body is read. Counts nothing. @throws 401, 429. */
  async verifyKey(request: Request, hash: string): Promise<void> {
    if (!(await this.validKeyBatch.call(hash))) throw await this.unauthorizedError(request);
  }

  /**
   * Counts a request with an API key.
   *
   * @param scopes any one of them is enough.
   * @param modelKey the requested model, which the key must allow.
   * @throws 401, 403, 429; the last two carry the headers of a budget. 503 when a replaced `LimitStore` fails.
   */
  async admit(request: Request, scopes: readonly Scope[], modelKey?: string): Promise<Admitted> {
    const address = callerAddress(request);
    const hash = hashOf(request);
    if (hash === null) throw await this.unauthorizedError(request);
    const verdict = await this.apiKeyBatch.call({
      hash,
      scopes,
      source: this.countedSource(address),
      address: plainAddress(address),
    });
    if (verdict === null) throw await this.unauthorizedError(request);
    if (verdict.is_successor) this.uses.count(`key:${verdict.key_id}`);
    const principal = principalOf(verdict);
    (request as AuthenticatedRequest).apiKey = principal;
    return { principal, budget: this.budgetOf(verdict, 'key', scopes, modelKey) };
  }

  /**
   * Counts a request of a signed-in user. @returns the account's budget after it.
   * @param isActiveOnly a suspended account may not make it.
   * @throws 403, 429, with the headers of a budget.
   */
  async admitAccount(
    request: Request,
    accountId: string,
    { isActiveOnly = false } = {},
  ): Promise<BudgetState> {
    const source = this.countedSource(callerAddress(request));
    const verdict = await this.dashboardBatch.call({ accountId, source, isActiveOnly });
    return this.budgetOf(verdict!, 'account', []);
  }

  /** Returns the source to count, or '' unless budgets are counted per address. */
  private countedSource(address: string): string {
    return this.config.limits.per === 'ip' ? sourceOf(address) : '';
  }

  /** Returns the caller's own budget. @throws 403, 429. */
  private budgetOf(
    verdict: Verdict,
    name: 'key' | 'account',
    scopes: readonly Scope[],
    modelKey?: string,
  ): BudgetState {
    const own: BudgetState = {
      name,
      limit: verdict.rate_limit,
      remaining: verdict.remaining,
      resetSeconds: verdict.remaining > 0 ? 0 : verdict.key_reset,
    };
    const refusal = refusalOf(verdict, modelKey);
    if (refusal === 'insufficient_scope') throw missingScope(scopes, budgetHeaders(own));
    if (refusal !== null) throw new AppError(refusal, { headers: budgetHeaders(own) });
    if (verdict.verdict === 'key') throw rateLimitedError(own);
    if (verdict.verdict === 'platform') {
      const limit = this.config.limits.platform;
      throw rateLimitedError({ name: 'platform', limit, remaining: 0, resetSeconds: verdict.platform_reset });
    }
    return own;
  }

  /** Counts a failure of the address. Returns the 401, or a 429 after 600 failures within a minute. */
  private async unauthorizedError(request: Request): Promise<AppError> {
    const { isBlocked, retryAfterSeconds } = await this.failures.countFailure(callerAddress(request));
    if (!isBlocked)
      return new AppError('invalid_api_key', {
        message: messageOfRejected(request, 'API key'),
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    return new AppError('rate_limited', {
      message: 'Too many requests without a valid credential from this address.',
      headers: { 'Retry-After': String(retryAfterSeconds) },
    });
  }

  private async evaluate<C>(
    calls: C[],
    run: (calls: C[]) => Promise<Verdict[]>,
  ): Promise<(Verdict | null)[]> {
    const verdicts = byOrdinal(await run(calls), calls.length);
    const unprepared = verdicts.filter((verdict) => verdict?.verdict === 'unprepared');
    if (unprepared.length === 0) return verdicts;
    const subjects = unprepared.flatMap((verdict) => [verdict!.key_subject, verdict!.platform_subject]);
    await this.database.query(CREATE_BUDGETS, [subjects]);
    // Only the unprepared calls: the others have already consumed their budget.
    const retried = calls.filter((_, index) => verdicts[index]?.verdict === 'unprepared');
    const second = byOrdinal(await run(retried), retried.length);
    return verdicts.map((verdict) =>
      verdict?.verdict === 'unprepared' ? (second.shift() ?? null) : verdict,
    );
  }

  private async evaluateApiKeys(calls: ApiKeyCall[]): Promise<Verdict[]> {
    const { platform, per } = this.config.limits;
    return this.database.prepared<Verdict>('admit-api-keys', ADMIT_API_KEYS, [
      calls.map((_, index) => index),
      calls.map((call) => call.hash),
      calls.map((call) => call.scopes.join(',')),
      calls.map((call) => call.source),
      platform,
      per,
      calls.map((call) => call.address),
    ]);
  }

  private async areValid(hashes: string[]): Promise<boolean[]> {
    const order = hashes.map((_, index) => index);
    const rows = await this.database.prepared<{ ord: number }>('valid-keys', FIND_VALID_KEYS, [
      order,
      hashes,
    ]);
    const valid = new Set(rows.map(({ ord }) => ord));
    return order.map((ord) => valid.has(ord));
  }

  private async evaluateAccounts(calls: DashboardCall[]): Promise<Verdict[]> {
    const { platform, per } = this.config.limits;
    return this.database.prepared<Verdict>('admit-accounts', ADMIT_ACCOUNTS, [
      calls.map((_, index) => index),
      calls.map((call) => call.accountId),
      DASHBOARD_RATE_LIMIT,
      calls.map((call) => call.source),
      platform,
      per,
      calls.map((call) => call.isActiveOnly),
    ]);
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

/** Returns why the caller may not make the request, also when its budget is used up; null when it may. */
function refusalOf(verdict: Verdict, modelKey: string | undefined): ErrorCode | null {
  if (verdict.verdict === 'forbidden') {
    if (!verdict.address_allowed) return 'ip_not_allowed';
    return verdict.is_suspended ? 'account_suspended' : 'insufficient_scope';
  }
  const isAllowed = modelKey === undefined || (verdict.allowed_models?.includes(modelKey) ?? true);
  return isAllowed ? null : 'model_not_allowed';
}

function rateLimitedError(budget: BudgetState): AppError {
  return new AppError('rate_limited', {
    message: rateLimitedMessage(budget),
    headers: rateLimitedHeaders(budget),
  });
}

/** Returns the hash of the secret, or null for a malformed one. */
function hashOf(request: Request): string | null {
  const secret = readBearer(request.headers.authorization);
  return secret === null || parseSecret(secret) === null ? null : hashSecret(secret);
}

/** Returns the credential of `Authorization: Bearer …`; the scheme is case-insensitive (RFC 9110). */
function readBearer(header: string | undefined): string | null {
  const match = /^Bearer +(\S+) *$/i.exec(header ?? '');
  return match ? match[1]! : null;
}
