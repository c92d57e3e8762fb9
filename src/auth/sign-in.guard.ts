import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Config } from '../config/index.js';
import { AppError } from '../errors/index.js';
import { callerAddress } from '../http/index.js';
import { SignInThrottle } from './throttles.js';

/** Stands before sign-in: bounds an address before its request costs anything. */
@Injectable()
export class LoginGuard implements CanActivate {
  constructor(private readonly throttle: SignInThrottle) {}

  canActivate(context: ExecutionContext): boolean {
    this.throttle.countAddress('login', callerAddress(context.switchToHttp().getRequest<Request>()));
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
    this.throttle.countAddress('register', callerAddress(context.switchToHttp().getRequest<Request>()));
    return true;
  }
}
