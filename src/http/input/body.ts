/**
 * Reads JSON bodies once it is known who calls: a request must first be answered 401, 403 and 429 and only then that its
 * body is bad. Routes with an API key may name the model in the body, so there the guard that admits reads it, after the
 * credential was judged; what is wrong with it is kept on the request. Everywhere else `BodyGuard` reads. It stands behind
 * the guard that decides who may call and throws what is wrong. Requests that reach no route are never read.
 */
import { isUtf8 } from 'node:buffer';
import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  UseGuards,
} from '@nestjs/common';
import type { Request } from 'express';
import { AppError, validationFailed } from '../../errors/index.js';
import { ROUTE_ACCESS, type RouteAccess } from '../routes/route-access.js';
import { readBytes, type ReadRules, UNPROVEN_BYTES } from './body-bytes.js';
import { findJsonProblem, type JsonProblem, MAX_DEPTH, MAX_FIELDS, MAX_NODES } from './json-scan.js';
import { largeBodyTurn } from './large-body-turn.js';
import { findMalformed } from './well-formed.js';

const BODY_BYTES = 1024 * 1024;
/** Of routes that anyone may call. */
const PUBLIC_BODY_BYTES = 8 * 1024;
const MAX_PARAMETERS = 100;

interface RequestWithBody extends Request {
  bodyFault?: AppError;
  bodyRead?: boolean;
}

const PROBLEMS: Record<Exclude<JsonProblem, 'unbalanced'>, string> = {
  depth: `must not be nested deeper than ${MAX_DEPTH} levels`,
  fields: `must not have more than ${MAX_FIELDS} fields`,
  nodes: `must not have more than ${MAX_NODES} values in all`,
};

/** What a GET carries means nothing (RFC 9110) and is left alone. */
export function carriesBody(request: Request): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
}

/**
 * Reads the body of a request with an API key, and keeps what is wrong with it.
 * @param prove called before more than 64 KiB are read. @throws what it throws, and 408.
 */
export function readBodyOfKey(request: Request, prove: () => Promise<void>): Promise<void> {
  return readJson(request, { maxBytes: BODY_BYTES, isProven: false, prove });
}

async function readJson(request: RequestWithBody, rules: ReadRules): Promise<void> {
  request.bodyRead = true;
  if (!isJson(request)) {
    request.bodyFault = new AppError('unsupported_media_type');
    return;
  }
  const bytes = await readBytes(request, rules);
  if (bytes instanceof Buffer && bytes.length > UNPROVEN_BYTES) await largeBodyTurn();
  const parsed = bytes instanceof AppError ? bytes : parse(bytes);
  if (parsed instanceof AppError) request.bodyFault = parsed;
  else request.body = parsed;
}

function isJson(request: Request): boolean {
  const type = request.headers['content-type'];
  if (type === 'application/json') return true;
  if (type === undefined || !request.is('application/json')) return false;
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset);
}

function parse(bytes: Buffer): object | AppError {
  if (bytes.length === 0) return {};
  // Decoded, it would have replacement characters in the place of what is no text, and run another prompt than was sent.
  if (!isUtf8(bytes))
    return new AppError('malformed_json', { message: 'The request body could not be read.' });
  const problem = findJsonProblem(bytes);
  if (problem === 'unbalanced') return new AppError('malformed_json');
  if (problem) return validationFailed([{ field: 'body', message: PROBLEMS[problem] }]);
  try {
    return inspect(JSON.parse(textOf(bytes)));
  } catch {
    return new AppError('malformed_json');
  }
}

/** Without the mark that some editors put in front of it. */
function textOf(bytes: Buffer): string {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString('utf8', hasMark ? 3 : 0);
}

function inspect(body: unknown): object | AppError {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return validationFailed([{ field: 'body', message: 'must be a JSON object' }]);
  }
  const problems = findMalformed(body);
  return problems.length > 0 ? validationFailed(problems) : body;
}

const TAKES_FILE = 'takes-file';
const BODY_AFTER_GUARDS = 'body-after-guards';

/** For a route whose body is a file rather than JSON: the handler reads the request itself, and refuses JSON. */
export const TakesFile = () => SetMetadata(TAKES_FILE, true);

export function takesFile(context: ExecutionContext): boolean {
  return Reflect.getMetadata(TAKES_FILE, context.getHandler()) === true;
}

/** Reads bodies and throws what is wrong with them, or with a query. */
@Injectable()
export class BodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<RequestWithBody>();
    if (carriesBody(request) && !takesFile(context) && !isForLater(context))
      return judgeBody(request, context).then(() => judgeQuery(request));
    return judgeQuery(request);
  }
}

/** Stands behind the guards of a route that bound its callers. */
class LateBodyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<RequestWithBody>();
    if (carriesBody(request)) await judgeBody(request, context);
    return true;
  }
}

/** Has the body read after these guards of the route, so that those they refuse cost nothing more. */
export const GuardedBody = (...guards: (new (...dependencies: never[]) => CanActivate)[]) =>
  applyDecorators(SetMetadata(BODY_AFTER_GUARDS, true), UseGuards(...guards, LateBodyGuard));

function isForLater(context: ExecutionContext): boolean {
  return Reflect.getMetadata(BODY_AFTER_GUARDS, context.getHandler()) === true;
}

async function judgeBody(request: RequestWithBody, context: ExecutionContext): Promise<void> {
  if (!request.bodyRead) {
    const isProven = accessOf(context)?.kind !== 'public';
    await readJson(request, { maxBytes: isProven ? BODY_BYTES : PUBLIC_BODY_BYTES, isProven });
  }
  if (request.bodyFault) throw request.bodyFault;
}

function accessOf(context: ExecutionContext): RouteAccess | undefined {
  return (Reflect.getMetadata(ROUTE_ACCESS, context.getHandler()) ??
    Reflect.getMetadata(ROUTE_ACCESS, context.getClass())) as RouteAccess | undefined;
}

function judgeQuery(request: Request): boolean {
  // Reading a query costs more than all else here, and most requests have none.
  if (!request.url.includes('?')) return true;
  const query = { ...request.query };
  if (Object.keys(query).length > MAX_PARAMETERS)
    throw validationFailed([
      { field: 'query', message: `must not have more than ${MAX_PARAMETERS} parameters` },
    ]);
  const problems = findMalformed(query);
  if (problems.length > 0) throw validationFailed(problems);
  return true;
}
