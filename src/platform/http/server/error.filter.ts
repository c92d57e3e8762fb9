import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Logger,
  NotFoundException,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError, type ErrorCode } from '../../errors/index.js';
import type { AuthenticatedRequest } from '../routes/principal.js';
import { allowedMethods } from './allowed-methods.js';
import { presenterOf } from './error-presentation.js';
import type { RequestWithId } from './every-request.js';

/** For a dependency that is down. */
const RETRY_AFTER_SECONDS = 2;

/** The response never contains a stack, SQL or a path. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('http');

  /** @param isUnavailable returns whether an error means that a dependency is down; it gets a 503. */
  constructor(private readonly isUnavailable: (thrown: unknown) => boolean = () => false) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.respond(thrown, http.getRequest<Request>(), http.getResponse<Response>());
  }

  respond(thrown: unknown, received: Request, response: Response): void {
    const request = received as RequestWithId & AuthenticatedRequest;
    const error = this.asAppError(thrown, request);
    if (error.status >= 500) {
      const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
      this.logger.error({ requestId: request.id, code: error.code, message: error.message }, text);
    }
    request.errorCode = error.code;
    if (response.headersSent) return void response.destroy();
    // A 401 has no budget headers: a key can be revoked while its request waits, after they were set.
    const budget = request.budgetHeaders ?? {};
    if (error.status === 401) for (const name of Object.keys(budget)) response.removeHeader(name);
    const headers = error.status === 401 ? error.headers : { ...budget, ...error.headers };
    const shown = presenterOf(request)?.(error, request.id);
    for (const [name, value] of Object.entries({ ...headers, ...shown?.headers }))
      response.setHeader(name, value);
    response.status(shown?.status ?? error.status).json(shown?.body ?? bodyOf(error, request.id));
  }

  private asAppError(thrown: unknown, request: Request): AppError {
    if (thrown instanceof AppError) return thrown;
    // No route of ours throws it: the router found none.
    if (thrown instanceof NotFoundException) return noRouteError(request);
    if (this.isUnavailable(thrown)) {
      const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS) };
      return new AppError('service_unavailable', { headers, cause: thrown });
    }
    // Errors of the framework (unknown route, undecodable path) keep their status and get our message.
    const status =
      thrown instanceof HttpException ? thrown.getStatus() : (thrown as { status?: unknown } | null)?.status;
    const code = typeof status === 'number' ? CODE_BY_STATUS[status] : undefined;
    return new AppError(code ?? 'internal_error', { cause: thrown });
  }
}

function noRouteError(request: Request): AppError {
  const methods = allowedMethods(request);
  if (methods.length === 0) return new AppError('not_found');
  const allow = methods.join(', ');
  const message = `This address does not accept ${request.method}. It accepts ${allow}.`;
  return new AppError('method_not_allowed', { message, headers: { Allow: allow } });
}

function bodyOf(error: AppError, requestId: string): object {
  if (error.code === 'rate_limited') return { statusCode: 429, message: error.message };
  const { status: statusCode, code, message, details } = error;
  return { statusCode, code, message, requestId, ...(details ? { details } : {}) };
}

const CODE_BY_STATUS: Partial<Record<number, ErrorCode>> = {
  400: 'validation_failed',
  401: 'invalid_token',
  403: 'forbidden',
  404: 'not_found',
  410: 'link_expired',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  416: 'range_not_satisfiable',
  429: 'rate_limited',
  503: 'service_unavailable',
};
