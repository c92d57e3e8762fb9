import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import type { Request } from 'express';
import { sourceOf } from '../../admission/index.js';
import { Config } from '../../platform/config/index.js';
import { AppError } from '../../platform/errors/index.js';
import { callerAddress } from '../../platform/http/index.js';
import { KnownBrowsers } from './known-browsers.js';
import type { SignInRequest } from './sign-in-caller.js';
import { tooManyAttemptsError } from './too-many-attempts.js';

/** @param tracker an address (IPv6: its /64) or a browser. */
export const subjectOfRoute = (route: string, tracker: string): string => `${route} ${tracker}`;

/** Runs before the body is read. @throws 429. */
@Injectable()
export class AddressThrottlerGuard extends ThrottlerGuard {
  protected override async getTracker(request: Request): Promise<string> {
    return sourceOf(callerAddress(request));
  }

  protected override generateKey(context: ExecutionContext, tracker: string): string {
    return subjectOfRoute(context.getHandler().name, tracker);
  }

  protected override async throwThrottlingException(
    _context: ExecutionContext,
    { timeToBlockExpire }: { timeToBlockExpire: number },
  ): Promise<void> {
    throw tooManyAttemptsError(timeToBlockExpire);
  }
}

/** A known browser has its own limit instead of its address's. */
@Injectable()
export class LoginThrottlerGuard extends AddressThrottlerGuard {
  @Inject(KnownBrowsers) protected readonly browsers!: KnownBrowsers;

  protected override async getTracker(request: SignInRequest): Promise<string> {
    const browser = this.browsers.find(request);
    request.knownBrowser = browser;
    return browser ? `browser ${browser.id}` : super.getTracker(request);
  }
}

/** Runs before the body is read. @throws 403. */
@Injectable()
export class RegistrationGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(): boolean {
    if (!this.config.auth.registration.isOpen) throw new AppError('registration_closed');
    return true;
  }
}
