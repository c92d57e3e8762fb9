import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import type { AuthenticatedRequest } from './principal.js';

/**
 * The guard stored the headers on the request. Only decorators of counted routes apply this, because Nest creates a chain of observables
 * for each interceptor. The headers precede the handler, which may send the response itself. `ErrorFilter` writes them for requests that a
 * guard rejects.
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
