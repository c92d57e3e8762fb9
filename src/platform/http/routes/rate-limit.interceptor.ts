import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import type { AuthenticatedRequest } from './principal.js';

/**
 * Writes the headers of the caller's budget, which the guard stored on the request. The decorators of counted routes
 * apply it: for every request that passes an interceptor, Nest creates a chain of observables, also if it does nothing.
 * It writes the headers before the handler runs, because a handler may send the response itself. `ErrorFilter` writes them for requests that a guard rejects.
 */
@Injectable()
export class RateLimitInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { budgetHeaders } = http.getRequest<AuthenticatedRequest>();
    const response = http.getResponse<Response>();
    for (const name in budgetHeaders) response.setHeader(name, budgetHeaders[name]!);
    return next.handle();
  }
}
