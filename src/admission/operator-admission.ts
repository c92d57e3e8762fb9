import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { hashSecret, isOperatorSecret } from '../keys/index.js';
import { Coalescer, Database } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import {
  callerAddress,
  type OperatorPrincipal,
  type OperatorScope,
  plainAddress,
} from '../platform/http/index.js';
import type { OperatorCall, OperatorVerdict } from './admission-calls.js';
import { CREATE_BUDGETS } from './admit.sql.js';
import {
  budgetHeaders,
  type BudgetState,
  OPERATOR_RATE_LIMIT,
  rateLimitedHeaders,
  rateLimitedMessage,
} from './budget-headers.js';
import { FailedAuthThrottle } from './failed-auth.throttle.js';
import { ADMIT_OPERATORS, ALL_OPERATORS_LIMIT } from './operator-admission.sql.js';
import { messageOfRejected } from './rejected-credential.js';
import { StoreEvaluation } from './store-evaluation.js';

/** An admitted operator key, and its budget after the request. */
export interface AdmittedOperator {
  principal: OperatorPrincipal;
  budget: BudgetState;
}

const BEARER = /^Bearer +(\S+) *$/i;
const BATCHES = { maxBatch: 128 };

/**
 * Admits or rejects requests with an operator key: 401, then 403, then 429. Caches nothing about a key: revocation, expiry and
 * addresses hold at the next request of every process. Its budget is its own: operators take nothing from the platform's.
 */
@Injectable()
export class OperatorAdmission {
  private readonly batch: Coalescer<OperatorCall, OperatorVerdict | null>;

  constructor(
    private readonly database: Database,
    private readonly failures: FailedAuthThrottle,
    // Null unless a `LimitStore` replaces the budgets of the statement.
    @Inject(StoreEvaluation) replacement: StoreEvaluation | null = null,
  ) {
    this.batch = new Coalescer(
      (calls) => (replacement ? replacement.evaluateOperators(calls) : this.evaluate(calls)),
      BATCHES,
    );
  }

  /** Whether the credential has the form of an operator key: no other credential begins so. */
  isOperatorKey({ headers }: Request): boolean {
    return /^Bearer +of_ops_/i.test(headers.authorization ?? '');
  }

  /**
   * Counts a request with an operator key.
   * @param scope that it needs; undefined: the route rejects operator keys.
   * @throws 401, 403, 429; the last two carry the headers of its budget where a scope is needed. 503 when a replaced `LimitStore` fails.
   */
  async admit(request: Request, scope: OperatorScope | undefined): Promise<AdmittedOperator> {
    const address = callerAddress(request);
    const secret = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (secret === undefined || !isOperatorSecret(secret)) throw await this.unauthorizedError(request);
    const call = { hash: hashSecret(secret), scope: scope ?? '', address: plainAddress(address) };
    const verdict = await this.batch.call(call);
    if (verdict === null) throw await this.unauthorizedError(request);
    const budget: BudgetState = {
      name: 'operator',
      limit: OPERATOR_RATE_LIMIT,
      remaining: verdict.remaining,
      resetSeconds: verdict.remaining > 0 ? 0 : verdict.key_reset,
    };
    if (verdict.verdict === 'forbidden') throw forbiddenError(verdict, scope, budget);
    if (verdict.verdict !== 'admitted') throw rateLimitedError(budget, verdict);
    const scopes = verdict.scopes.split(',') as OperatorScope[];
    return { principal: { kind: 'operator-key', keyId: verdict.key_id, scopes }, budget };
  }

  /** Counts a failure of the address. Returns the 401, or a 429 after 600 failures within a minute. */
  private async unauthorizedError(request: Request): Promise<AppError> {
    const { isBlocked, retryAfterSeconds } = await this.failures.countFailure(callerAddress(request));
    if (!isBlocked)
      return new AppError('invalid_operator_key', {
        message: messageOfRejected(request, 'operator key'),
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    return new AppError('rate_limited', {
      message: 'Too many requests without a valid credential from this address.',
      headers: { 'Retry-After': String(retryAfterSeconds) },
    });
  }

  private async evaluate(calls: OperatorCall[]): Promise<(OperatorVerdict | null)[]> {
    const rows = await this.run(
      calls,
      calls.map((_, index) => index),
    );
    const unprepared = rows.filter(({ verdict }) => verdict === 'unprepared');
    if (unprepared.length > 0) {
      const subjects = unprepared.flatMap((row) => [row.key_subject, row.platform_subject]);
      await this.database.query(CREATE_BUDGETS, [subjects]);
      // Only the unprepared calls: the others have already consumed their budget.
      rows.push(
        ...(await this.run(
          calls,
          unprepared.map(({ ord }) => ord),
        )),
      );
    }
    const verdicts = new Array<OperatorVerdict | null>(calls.length).fill(null);
    for (const row of rows) if (row.verdict !== 'unprepared') verdicts[row.ord] = row;
    return verdicts;
  }

  private async run(calls: OperatorCall[], ordinals: number[]): Promise<OperatorVerdict[]> {
    const some = ordinals.map((ord) => calls[ord]!);
    return this.database.prepared<OperatorVerdict>('admit-operators', ADMIT_OPERATORS, [
      ordinals,
      some.map(({ hash }) => hash),
      OPERATOR_RATE_LIMIT,
      some.map(({ scope }) => scope),
      ALL_OPERATORS_LIMIT,
      some.map(({ address }) => address),
    ]);
  }
}

function forbiddenError(
  { address_allowed: isAddressAllowed }: OperatorVerdict,
  scope: OperatorScope | undefined,
  budget: BudgetState,
): AppError {
  // A route that no operator key may call counts none.
  const headers = scope === undefined ? {} : budgetHeaders(budget);
  if (!isAddressAllowed)
    return new AppError('ip_not_allowed', {
      message: 'This operator key may not be used from this address.',
      headers,
    });
  if (scope === undefined)
    return new AppError('forbidden', { message: 'An operator key may not do that.', headers });
  return new AppError('insufficient_scope', {
    message: `This operator key lacks the scope ${scope}.`,
    headers,
  });
}

function rateLimitedError(own: BudgetState, { verdict, platform_reset }: OperatorVerdict): AppError {
  const budget = verdict === 'key' ? own : { ...own, remaining: 0, resetSeconds: platform_reset };
  return new AppError('rate_limited', {
    message: rateLimitedMessage(budget),
    headers: rateLimitedHeaders(budget),
  });
}
