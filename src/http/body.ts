/**
 * Reads request bodies without refusing anything yet. A request must first be told 401, 403 and 429 and only then
 * that its body is bad, so what is wrong with the body is kept on the request and thrown by `BodyGuard`, which
 * stands behind the guard that decides who may call.
 */
import { isUtf8 } from 'node:buffer';
import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { json, type NextFunction, type Request, type Response } from 'express';
import { AppError, validationFailed } from '../errors/index.js';
import { findMalformed } from './well-formed.js';

const BODY_BYTES = 1024 * 1024;
const parse = json({
  limit: BODY_BYTES,
  strict: false,
  type: 'application/json',
  // The parser would put replacement characters in the place of what it cannot read, and run another prompt than was sent.
  verify: (_request, _response, bytes, encoding) => {
    if (encoding === 'utf-8' && !isUtf8(bytes)) throw new Error('the body is not UTF-8');
  },
});

export interface RequestWithBodyFault extends Request {
  bodyFault?: AppError;
}

export function readBody(request: RequestWithBodyFault, response: Response, next: NextFunction): void {
  if (!hasBody(request)) return next();
  if (!request.is('application/json')) {
    // Left unread: a route that takes files reads it, for all others the server discards it after the answer.
    request.bodyFault = new AppError('unsupported_media_type');
    return next();
  }
  parse(request, response, (error?: unknown) => {
    request.bodyFault = error ? faultOf(error) : inspect(request.body as unknown);
    if (request.bodyFault) request.body = undefined;
    next();
  });
}

/** What a GET carries means nothing (RFC 9110) and is left alone. */
function hasBody(request: Request): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
}

function inspect(body: unknown): AppError | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return validationFailed([{ field: 'body', message: 'must be a JSON object' }]);
  }
  const problems = findMalformed(body);
  return problems.length > 0 ? validationFailed(problems) : undefined;
}

/** The parser's own errors carry a `type`: https://github.com/expressjs/body-parser#errors */
function faultOf(error: unknown): AppError {
  const type = (error as { type?: string }).type;
  if (type === 'entity.too.large') return new AppError('payload_too_large');
  if (type === 'charset.unsupported' || type === 'encoding.unsupported')
    return new AppError('unsupported_media_type');
  if (type === 'entity.parse.failed') return new AppError('malformed_json');
  return new AppError('malformed_json', { message: 'The request body could not be read.' });
}

const TAKES_FILE = 'takes-file';

/** For a route whose body is a file rather than JSON: the handler reads the request itself, and refuses JSON. */
export const TakesFile = () => SetMetadata(TAKES_FILE, true);

@Injectable()
export class BodyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<RequestWithBodyFault>();
    if (request.bodyFault && !this.isWantedFile(request.bodyFault, context)) throw request.bodyFault;
    // Reading a query costs more than all else here, and most requests have none.
    if (!request.url.includes('?')) return true;
    const problems = findMalformed({ ...request.query });
    if (problems.length > 0) throw validationFailed(problems);
    return true;
  }

  private isWantedFile(fault: AppError, context: ExecutionContext): boolean {
    const takesFile = this.reflector.get<boolean | undefined>(TAKES_FILE, context.getHandler()) === true;
    return takesFile && fault.code === 'unsupported_media_type';
  }
}
