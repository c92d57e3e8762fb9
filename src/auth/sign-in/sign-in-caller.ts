import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { callerAddress, disconnectSignal } from '../../platform/http/index.js';
import type { KnownBrowser } from './known-browsers.js';

export interface SignInCaller {
  address: string;
  userAgent: string | null;
  /** Set by the guard of the route; null for an unknown browser. */
  browser: KnownBrowser | null;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

export interface SignInRequest extends Request {
  knownBrowser?: KnownBrowser | null;
}

const MAX_USER_AGENT_LENGTH = 300;

export const SignInCallerParam = createParamDecorator(
  (_data: unknown, context: ExecutionContext): SignInCaller => {
    const request = context.switchToHttp().getRequest<SignInRequest>();
    return {
      address: callerAddress(request),
      userAgent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
      browser: request.knownBrowser ?? null,
      signal: disconnectSignal(request.res!),
    };
  },
);
