import type { ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { AppError } from '../../platform/errors/index.js';

/**
 * Sets `request.principal`, or leaves it undefined for an invalid token. It never rejects a request; `AccessGuard` does, as the route
 * declares.
 * @throws when the token could not be checked (database or provider unavailable).
 */
export abstract class DashboardAuthGuard {
  abstract canActivate(context: ExecutionContext): Promise<boolean>;
}

/** @param strategies names in Passport; the first that accepts the token identifies the caller. */
export function createDashboardAuthGuard(strategies: string[]): DashboardAuthGuard {
  class StrategiesGuard extends AuthGuard(strategies) {
    override getAuthenticateOptions() {
      return { session: false, property: 'principal' };
    }

    /** @param info why each strategy rejected the token; an AppError if the strategy could not check it. */
    override handleRequest<Caller>(error: unknown, caller: Caller | false, info: unknown): Caller {
      const failure = error ?? [info].flat().find((reason) => reason instanceof AppError);
      if (failure) throw failure as Error;
      return (caller || undefined) as Caller;
    }
  }
  return new StrategiesGuard() as DashboardAuthGuard;
}
