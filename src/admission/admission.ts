import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../config/index.js';
import { Coalescer, Database } from '../database/index.js';
import { AppError } from '../errors/index.js';
import type { ApiKeyPrincipal, Scope } from '../http/index.js';
import { hashSecret, parseSecret } from '../keys/index.js';
import {
  type BudgetState,
  budgetHeaders,
  FailedAuthThrottle,
  refusalHeaders,
  refusalMessage,
} from '../rate-limit/index.js';
import { ADMIT, PREPARE_BUDGETS } from './admit.sql.js';

interface Call {
  hash: Buffer;
  scopes: readonly Scope[];
  address: string;
}

interface Verdict {
  ord: number;
  verdict: 'admitted' | 'forbidden' | 'key' | 'platform' | 'unprepared';
  key_id: string;
  account_id: string;
  env: 'live' | 'test';
  scopes: Scope[];
  rate_limit: number;
  platform_subject: string;
  remaining: number;
  key_reset: number;
  platform_reset: number;
}

/** Lets an API-key request in, or refuses it: 401, then 403, then 429. Nothing about a key is remembered. */
@Injectable()
export class Admission {
  private readonly gate = new Coalescer<Call, Verdict | null>((calls) => this.judge(calls), {
    maxBatch: 128,
  });

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly failures: FailedAuthThrottle,
  ) {}

  /** @param scopes any one of these admits. Writes the budget's headers to the answer, whatever it will be. */
  async admit(request: Request, response: Response, scopes: readonly Scope[]): Promise<ApiKeyPrincipal> {
    const secret = bearerOf(request.headers.authorization);
    const address = request.ip ?? 'unknown';
    // A mistyped or invented secret fails its checksum here and costs no statement.
    const verdict =
      secret !== null && parseSecret(secret) !== null
        ? await this.gate.call({ hash: hashSecret(secret), scopes, address })
        : null;
    if (verdict === null) throw await this.unauthenticated(address);
    return this.conclude(verdict, response);
  }

  private conclude(verdict: Verdict, response: Response): ApiKeyPrincipal {
    const key: BudgetState = {
      name: 'key',
      limit: verdict.rate_limit,
      remaining: verdict.remaining,
      resetSeconds: verdict.remaining > 0 ? 0 : verdict.key_reset,
    };
    if (verdict.verdict === 'key') throw tooMany(key);
    if (verdict.verdict === 'platform') {
      const limit = this.config.limits.platform;
      throw tooMany({ name: 'platform', limit, remaining: 0, resetSeconds: verdict.platform_reset });
    }
    for (const [name, value] of Object.entries(budgetHeaders(key))) response.setHeader(name, value);
    if (verdict.verdict === 'forbidden') throw new AppError('insufficient_scope');
    return {
      kind: 'api-key',
      keyId: verdict.key_id,
      accountId: verdict.account_id,
      env: verdict.env,
      scopes: verdict.scopes,
    };
  }

  private async unauthenticated(address: string): Promise<AppError> {
    const { blocked, retryAfterSeconds } = await this.failures.hit(address);
    if (!blocked) return new AppError('invalid_api_key', { headers: { 'WWW-Authenticate': 'Bearer' } });
    return new AppError('rate_limited', {
      message: 'Too many requests without a valid credential from this address.',
      headers: { 'Retry-After': String(retryAfterSeconds) },
    });
  }

  private async judge(calls: Call[]): Promise<(Verdict | null)[]> {
    const verdicts = await this.run(calls);
    const unprepared = verdicts.filter((verdict) => verdict?.verdict === 'unprepared');
    if (unprepared.length === 0) return verdicts;
    const subjects = unprepared.flatMap((verdict) => [`key:${verdict!.key_id}`, verdict!.platform_subject]);
    await this.database.query(PREPARE_BUDGETS, [subjects]);
    // Only those that were not judged yet: the others have consumed their budget already.
    const again = calls.filter((_, index) => verdicts[index]?.verdict === 'unprepared');
    const second = await this.run(again);
    return verdicts.map((verdict) =>
      verdict?.verdict === 'unprepared' ? (second.shift() ?? null) : verdict,
    );
  }

  private async run(calls: Call[]): Promise<(Verdict | null)[]> {
    const { platform, per } = this.config.limits;
    const rows = await this.database.prepared<Verdict>('admit', ADMIT, [
      calls.map((_, index) => index),
      calls.map((call) => call.hash),
      calls.map((call) => call.scopes.join(',')),
      calls.map((call) => call.address),
      platform,
      per,
    ]);
    const verdicts: (Verdict | null)[] = calls.map(() => null);
    for (const row of rows) verdicts[row.ord] = row;
    return verdicts;
  }
}

function tooMany(budget: BudgetState): AppError {
  return new AppError('rate_limited', { message: refusalMessage(budget), headers: refusalHeaders(budget) });
}

/** The credential of `Authorization: Bearer …`; the scheme in any case, as HTTP has it. */
function bearerOf(header: string | undefined): string | null {
  const match = /^Bearer +(\S+) *$/i.exec(header ?? '');
  return match ? match[1]! : null;
}
