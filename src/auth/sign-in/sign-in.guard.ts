import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { AppError } from '../../errors/index.js';
import { callerAddress } from '../../http/index.js';
import { KnownBrowsers } from './known-browsers.js';
import type { SignInRequest } from './sign-in-caller.js';
import { SignInThrottle } from './throttles.js';

/** Stands before sign-in: bounds an address, or a known browser, before its request costs anything. */
@Injectable()
export class LoginGuard implements CanActivate {
  constructor(
    private readonly throttle: SignInThrottle,
    private readonly browsers: KnownBrowsers,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<SignInRequest>();
    const browser = this.browsers.find(request);
    if (browser) this.throttle.countBrowser(browser);
    else this.throttle.countAddress('login', callerAddress(request));
    request.knownBrowser = browser;
    return true;
  }
}

/** Stands before registration: a closed one says so whatever the body holds, an open one is bounded by address. */
@Injectable()
export class RegistrationGuard implements CanActivate {
  constructor(
    private readonly config: Config,
    private readonly throttle: SignInThrottle,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    if (!this.config.auth.registrationOpen) throw new AppError('registration_closed');
    this.throttle.countAddress('register', callerAddress(context.switchToHttp().getRequest<SignInRequest>()));
    return true;
  }
}
