import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { callerAddress, disconnectSignal } from '../../http/index.js';
import type { KnownBrowser } from './known-browsers.js';

/** Where a sign-in comes from. */
export interface SignInCaller {
  address: string;
  userAgent: string | null;
  /** Set by the guard of the route; null for a browser that nobody has signed in with. */
  browser: KnownBrowser | null;
  /** Aborted when the caller hangs up. */
  gone: AbortSignal;
}

export interface SignInRequest extends Request {
  knownBrowser?: KnownBrowser | null;
}

const USER_AGENT_LENGTH = 300;
/** Any wait at all: the signal is needed while the caller stands in line. */
const WAITS = 1;

export const SignInBy = createParamDecorator((_data: unknown, context: ExecutionContext): SignInCaller => {
  const request = context.switchToHttp().getRequest<SignInRequest>();
  return {
    address: callerAddress(request),
    userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null,
    browser: request.knownBrowser ?? null,
    gone: disconnectSignal(request.res!, WAITS),
  };
});
