import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../config/index.js';
import { Coalescer, Database } from '../database/index.js';
import { AppError } from '../errors/index.js';
import { type ApiKeyPrincipal, callerAddress, type Scope } from '../http/index.js';
import { hashSecret, parseSecret } from '../keys/index.js';
import { ADMIT, ADMIT_PEOPLE, KNOWN_KEYS, PREPARE_BUDGETS } from './admit.sql.js';
import {
  type BudgetState,
  budgetHeaders,
  DASHBOARD_RATE_LIMIT,
  refusalHeaders,
  refusalMessage,
} from './budget-headers.js';
import { FailedAuthThrottle } from './failed-auth.throttle.js';
import { sourceOf } from './source-address.js';

interface Call {
  /** As `hashSecret` gives it. */
  hash: string;
  scopes: readonly Scope[];
  /** As `sourceOf` gives it. */
  source: string;
}

interface PersonCall {
  accountId: string;
  source: string;
}

/** The caller's own budget is named `key` here, also where it is an account's. */
interface Verdict {
  ord: number;
  verdict: 'admitted' | 'forbidden' | 'key' | 'platform' | 'unprepared';
  key_id: string;
  account_id: string;
  env: 'live' | 'test';
  /** Comma-separated. */
  scopes: string;
  rate_limit: number;
  key_subject: string;
  platform_subject: string;
  remaining: number;
  key_reset: number;
  platform_reset: number;
}

const MAX_BATCH = 128;

/** Lets a request in, or refuses it: 401, then 403, then 429. Nothing about a key is remembered. */
@Injectable()
export class Admission {
  private readonly gate: Coalescer<Call, Verdict | null>;
  private readonly peoplesGate: Coalescer<PersonCall, Verdict | null>;
  private readonly knownKeys: Coalescer<string, boolean>;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly failures: FailedAuthThrottle,
  ) {
    this.gate = new Coalescer((calls) => this.judge(calls, (some) => this.judgeKeys(some)), {
      maxBatch: MAX_BATCH,
    });
    this.peoplesGate = new Coalescer((calls) => this.judge(calls, (some) => this.judgePeople(some)), {
      maxBatch: MAX_BATCH,
    });
    this.knownKeys = new Coalescer((hashes) => this.findKnown(hashes), { maxBatch: MAX_BATCH });
  }

  /** @returns the hash of a credential that can be one. @throws 401, 429. */
  async screen(request: Request): Promise<string> {
    const hash = hashOf(request);
    if (hash === null) throw await this.unauthenticated(callerAddress(request));
    return hash;
  }

  /** Looks a key up and counts nothing, for what must not begin before: reading a large body. @throws 401, 429. */
  async prove(request: Request, hash: string): Promise<void> {
    const address = callerAddress(request);
    if (!(await this.knownKeys.call(hash))) throw await this.unauthenticated(address);
  }

  /**
   * Writes the budget's headers to the answer, whatever it will be.
   *
   * @param scopes any one of these admits
   * @param meanwhile called when the credential is well-formed and is being looked up
   */
  async admit(
    request: Request,
    response: Response,
    scopes: readonly Scope[],
    meanwhile?: () => void,
  ): Promise<ApiKeyPrincipal> {
    const address = callerAddress(request);
    const hash = hashOf(request);
    if (hash === null) throw await this.unauthenticated(address);
    const judging = this.gate.call({ hash, scopes, source: this.countedSource(address) });
    meanwhile?.();
    const verdict = await judging;
    if (verdict === null) throw await this.unauthenticated(address);
    this.conclude(verdict, 'key', response);
    return {
      kind: 'api-key',
      keyId: verdict.key_id,
      accountId: verdict.account_id,
      env: verdict.env,
      scopes: verdict.scopes.split(',') as Scope[],
    };
  }

  /** Counts what a signed-in person asks for over the account's own budget and the platform's, both or neither. */
  async admitPerson(request: Request, response: Response, accountId: string): Promise<void> {
    const source = this.countedSource(callerAddress(request));
    const verdict = await this.peoplesGate.call({ accountId, source });
    this.conclude(verdict!, 'account', response);
  }

  /** Only where budgets are counted over it: what a client says about itself is not sent to the database otherwise. */
  private countedSource(address: string): string {
    return this.config.limits.per === 'ip' ? sourceOf(address) : '';
  }

  private conclude(verdict: Verdict, name: 'key' | 'account', response: Response): void {
    const own: BudgetState = {
      name,
      limit: verdict.rate_limit,
      remaining: verdict.remaining,
      resetSeconds: verdict.remaining > 0 ? 0 : verdict.key_reset,
    };
    if (verdict.verdict === 'key') throw tooMany(own);
    if (verdict.verdict === 'platform') {
      const limit = this.config.limits.platform;
      throw tooMany({ name: 'platform', limit, remaining: 0, resetSeconds: verdict.platform_reset });
    }
    for (const [header, value] of Object.entries(budgetHeaders(own))) response.setHeader(header, value);
    if (verdict.verdict === 'forbidden') throw new AppError('insufficient_scope');
  }

  /** Counts a failure of the caller's address. @returns 401, or 429 once it had its failures of a minute. */
  private async unauthenticated(address: string): Promise<AppError> {
    const { blocked, retryAfterSeconds } = await this.failures.hit(address);
    if (!blocked) return new AppError('invalid_api_key', { headers: { 'WWW-Authenticate': 'Bearer' } });
    return new AppError('rate_limited', {
      message: 'Too many requests without a valid credential from this address.',
      headers: { 'Retry-After': String(retryAfterSeconds) },
    });
  }

  private async judge<C>(calls: C[], run: (calls: C[]) => Promise<Verdict[]>): Promise<(Verdict | null)[]> {
    const verdicts = inOrder(await run(calls), calls.length);
    const unprepared = verdicts.filter((verdict) => verdict?.verdict === 'unprepared');
    if (unprepared.length === 0) return verdicts;
    const subjects = unprepared.flatMap((verdict) => [verdict!.key_subject, verdict!.platform_subject]);
    await this.database.query(PREPARE_BUDGETS, [subjects]);
    // Only those that were not judged yet: the others have consumed their budget already.
    const again = calls.filter((_, index) => verdicts[index]?.verdict === 'unprepared');
    const second = inOrder(await run(again), again.length);
    return verdicts.map((verdict) =>
      verdict?.verdict === 'unprepared' ? (second.shift() ?? null) : verdict,
    );
  }

  private async judgeKeys(calls: Call[]): Promise<Verdict[]> {
    const { platform, per } = this.config.limits;
    return this.database.prepared<Verdict>('admit', ADMIT, [
      calls.map((_, index) => index),
      calls.map((call) => call.hash),
      calls.map((call) => call.scopes.join(',')),
      calls.map((call) => call.source),
      platform,
      per,
    ]);
  }

  private async findKnown(hashes: string[]): Promise<boolean[]> {
    const order = hashes.map((_, index) => index);
    const rows = await this.database.prepared<{ ord: number }>('known-keys', KNOWN_KEYS, [order, hashes]);
    const known = new Set(rows.map(({ ord }) => ord));
    return order.map((ord) => known.has(ord));
  }

  private async judgePeople(calls: PersonCall[]): Promise<Verdict[]> {
    const { platform, per } = this.config.limits;
    return this.database.prepared<Verdict>('admit-people', ADMIT_PEOPLE, [
      calls.map((_, index) => index),
      calls.map((call) => call.accountId),
      DASHBOARD_RATE_LIMIT,
      calls.map((call) => call.source),
      platform,
      per,
    ]);
  }
}

/** A verdict per call; null for a key that nobody has. */
function inOrder(rows: Verdict[], calls: number): (Verdict | null)[] {
  const verdicts = new Array<Verdict | null>(calls).fill(null);
  for (const row of rows) verdicts[row.ord] = row;
  return verdicts;
}

function tooMany(budget: BudgetState): AppError {
  return new AppError('rate_limited', { message: refusalMessage(budget), headers: refusalHeaders(budget) });
}

/** Null for a mistyped or invented secret, which fails its checksum here and costs no statement. */
function hashOf(request: Request): string | null {
  const secret = bearerOf(request.headers.authorization);
  return secret === null || parseSecret(secret) === null ? null : hashSecret(secret);
}

/** The credential of `Authorization: Bearer …`; the scheme in any case, as HTTP has it. */
function bearerOf(header: string | undefined): string | null {
  const match = /^Bearer +(\S+) *$/i.exec(header ?? '');
  return match ? match[1]! : null;
}
