/**
 * Reads the bodies of requests after authentication, so that 401, 403 and 429 take precedence over a bad body.
 *
 * On routes with an API key, `AccessGuard` reads the body after it has checked the format of the key, because the body may name the model
 * that decides the scope, and keeps a body's error on the request. On all other routes `BodyGuard`, which runs after it, reads the body. It
 * throws the error in both cases. Bodies of requests without a route are never read.
 *
 * An unauthenticated caller may send `UNAUTHENTICATED_BYTES` within `UNAUTHENTICATED_MS`. Beyond that, the credential is checked first, and
 * the rest stays unread on the connection until the body has a place.
 */
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
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
import type { AuthenticatedRequest } from '../routes/principal.js';
import { ROUTE_ACCESS, type RouteAccess } from '../routes/route-access.js';
import { findMalformed, jsonTextOf, parseJson } from './json-content.js';
import { enterLargeBody } from './large-body-places.js';
import { reserveLoopIteration } from './large-body-queue.js';

const BODY_BYTES = 1024 * 1024;
/** Limit of public routes. */
const PUBLIC_BODY_BYTES = 8 * 1024;
const MAX_PARAMETERS = 100;
const UNAUTHENTICATED_BYTES = 64 * 1024;
const UNAUTHENTICATED_MS = 10_000;
/** Bounds a body of an authenticated caller that does not arrive with its headers. */
const AUTHENTICATED_MS = 60_000;

interface ReadRules {
  maxBytes: number;
  isAuthenticated: boolean;
  /**
   * Checks the credential and waits for a place, once, before more than `UNAUTHENTICATED_BYTES` are read.
   * @throws 401 for an unknown credential
   */
  admit?: () => Promise<void>;
}

interface RequestWithBody extends AuthenticatedRequest {
  bodyError?: AppError;
  isBodyRead?: boolean;
}

/** The body of a GET has no meaning (RFC 9110) and is ignored. */
export function hasBody(request: Request): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
}

/**
 * Keeps the error of a bad body on the request.
 * @param sender the credential: large bodies of one wait for each other.
 * @param authenticate called before more than 64 KiB are read. @throws its errors, and 408.
 */
export function readApiKeyBody(
  request: Request,
  sender: string,
  authenticate: () => Promise<void>,
): Promise<void> {
  return readJson(request, sender, { maxBytes: BODY_BYTES, isAuthenticated: false, admit: authenticate });
}

async function readJson(request: RequestWithBody, sender: string, rules: ReadRules): Promise<void> {
  request.isBodyRead = true;
  if (!isJson(request)) {
    request.bodyError = new AppError('unsupported_media_type');
    return;
  }
  let leave: (() => void) | undefined;
  let isDone = false;
  const admit = async () => {
    await rules.admit?.();
    leave = await enterLargeBody(sender);
    if (isDone) leave();
  };
  try {
    await parseBytes(request, sender, await readBytes(request, { ...rules, admit }));
  } finally {
    isDone = true;
    leave?.();
  }
}

async function parseBytes(request: RequestWithBody, sender: string, bytes: Buffer | AppError): Promise<void> {
  const isLarge = bytes instanceof Buffer && bytes.length > UNAUTHENTICATED_BYTES;
  if (isLarge) await reserveLoopIteration(sender);
  const text = bytes instanceof AppError ? bytes : jsonTextOf(bytes);
  // Two tasks of about the same length delay others less than one.
  if (isLarge && typeof text === 'string') await reserveLoopIteration(sender);
  const parsed = typeof text === 'string' ? parseJson(text) : text;
  if (parsed instanceof AppError) request.bodyError = parsed;
  else request.body = parsed;
}

function isJson(request: Request): boolean {
  const type = request.headers['content-type'];
  if (type === 'application/json') return true;
  // JSON has no charset (RFC 8259, section 11): a parameter has no effect, and the bytes must be UTF-8 all the same.
  return type !== undefined && request.is('application/json') !== false;
}

/**
 * Reads the bytes of a `FileBody` route that anyone may call. A compressed body is rejected, because its sender has signed other bytes.
 * @throws 413, 415; 408 for a caller that is too slow.
 */
export async function readRawBody(request: Request, maxBytes: number): Promise<Buffer> {
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new AppError('unsupported_media_type', { message: 'Send the body without a Content-Encoding.' });
  const bytes = hasBody(request) ? await readBytes(request, { maxBytes, isAuthenticated: false }) : null;
  if (bytes instanceof AppError) throw bytes;
  return bytes ?? Buffer.alloc(0);
}

const FILE_BODY = 'file-body';
const FORM_BODY = 'form-body';
const BODY_AFTER_GUARDS = 'body-after-guards';

/** Marks a route whose body is a file. Its handler reads the request itself and rejects JSON. */
export const FileBody = () => SetMetadata(FILE_BODY, true);

/** Marks a route whose body is JSON or a form with files, which the handler reads with `receiveForm` after the caller was admitted. */
export const FormBody = () => SetMetadata(FORM_BODY, true);

export function hasFileBody(context: ExecutionContext): boolean {
  const handler = context.getHandler();
  if (Reflect.getMetadata(FILE_BODY, handler) === true) return true;
  if (Reflect.getMetadata(FORM_BODY, handler) !== true) return false;
  return isForm(context.switchToHttp().getRequest<Request>());
}

/** Returns whether the body of a request is a form with files, by its Content-Type. */
export function isForm({ headers }: Request): boolean {
  return /^multipart\/form-data\s*(?:;|$)/i.test(headers['content-type'] ?? '');
}

/** Also throws the errors of queries. */
@Injectable()
export class BodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<RequestWithBody>();
    if (hasBody(request) && !hasFileBody(context) && !isReadAfterGuards(context))
      return checkBody(request, context).then(() => checkQuery(request));
    return checkQuery(request);
  }
}

/** Reads the body after the guards of `GuardedBody`. */
class LateBodyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<RequestWithBody>();
    if (hasBody(request)) await checkBody(request, context);
    return true;
  }
}

/** Runs these guards before the body is read, so that a request they reject costs nothing more. */
export const GuardedBody = (...guards: (new (...dependencies: never[]) => CanActivate)[]) =>
  applyDecorators(SetMetadata(BODY_AFTER_GUARDS, true), UseGuards(...guards, LateBodyGuard));

function isReadAfterGuards(context: ExecutionContext): boolean {
  return Reflect.getMetadata(BODY_AFTER_GUARDS, context.getHandler()) === true;
}

async function checkBody(request: RequestWithBody, context: ExecutionContext): Promise<void> {
  if (!request.isBodyRead) {
    const isAuthenticated = accessOf(context)?.kind !== 'public';
    await readJson(request, senderOf(request), {
      maxBytes: isAuthenticated ? BODY_BYTES : PUBLIC_BODY_BYTES,
      isAuthenticated,
    });
  }
  if (request.bodyError) throw request.bodyError;
}

/** On a route without an API key; bodies of unauthenticated callers are small. */
function senderOf({ principal }: RequestWithBody): string {
  if (principal === undefined) return '';
  return 'accountId' in principal ? principal.accountId : principal.keyId;
}

function accessOf(context: ExecutionContext): RouteAccess | undefined {
  return (Reflect.getMetadata(ROUTE_ACCESS, context.getHandler()) ??
    Reflect.getMetadata(ROUTE_ACCESS, context.getClass())) as RouteAccess | undefined;
}

function checkQuery(request: Request): boolean {
  // Parsing a query is the most expensive part of this guard, and most requests have none.
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

const DECODERS: Partial<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};

/**
 * @returns the bytes, or the error that a bad body causes.
 * @throws the errors of `admit`; `request_timeout` for an unauthenticated caller that is too slow; `malformed_request` when the caller
 * disconnected.
 */
async function readBytes(request: Request, rules: ReadRules): Promise<Buffer | AppError> {
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  const decoder = DECODERS[encoding]?.();
  if (!decoder && encoding !== 'identity') return new AppError('unsupported_media_type');
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > rules.maxBytes) return tooLarge(rules.maxBytes);
  let { isAuthenticated, admit } = rules;
  if (declared > UNAUTHENTICATED_BYTES && admit) {
    await admit();
    [isAuthenticated, admit] = [true, undefined];
    // Its sender has gone while it waited.
    if (request.destroyed && !request.complete) throw new AppError('malformed_request');
  }
  // Fast path: most bodies arrive together with their headers.
  if (!decoder && declared > 0 && request.complete)
    return (request.read() as Buffer | null) ?? Buffer.alloc(0);
  return new StreamedBody(request, decoder ? request.pipe(decoder) : request, {
    maxBytes: rules.maxBytes,
    isAuthenticated,
    admit,
  }).bytes;
}

function tooLarge(maxBytes: number): AppError {
  const size = maxBytes < 1024 * 1024 ? `${maxBytes / 1024} KiB` : `${maxBytes / 1024 / 1024} MiB`;
  const advice = ' Send a picture or a video to POST /api/uploads, and its url in the body.';
  // A body at sign-in holds no media.
  const message = `The request body is larger than ${size}.${maxBytes > UNAUTHENTICATED_BYTES ? advice : ''}`;
  return new AppError('payload_too_large', { message });
}

class StreamedBody {
  readonly bytes: Promise<Buffer | AppError>;
  private readonly chunks: Buffer[] = [];
  private totalBytes = 0;
  private admit: ReadRules['admit'];
  private hasEnded = false;
  private timer: NodeJS.Timeout | undefined;
  private conclude!: (result: Buffer | AppError) => void;
  private fail!: (error: unknown) => void;

  constructor(
    private readonly request: Request,
    private readonly source: Readable,
    private readonly rules: ReadRules,
  ) {
    this.admit = rules.admit;
    this.bytes = new Promise((resolve, reject) => {
      this.conclude = (result) => this.end(() => resolve(result));
      this.fail = (error) => this.end(() => reject(error));
    });
    this.timer = setTimeout(this.onTimeout, rules.isAuthenticated ? AUTHENTICATED_MS : UNAUTHENTICATED_MS);
    source.on('data', this.onData).on('end', this.onEnd).on('error', this.onError);
    request.on('close', this.onClose);
    if (source !== request) request.on('error', this.onClose);
  }

  private readonly onData = (chunk: Buffer): void => {
    this.totalBytes += chunk.length;
    if (this.totalBytes > this.rules.maxBytes) return this.conclude(tooLarge(this.rules.maxBytes));
    this.chunks.push(chunk);
    if (this.admit && this.totalBytes > UNAUTHENTICATED_BYTES) void this.waitFor(this.admit);
  };

  private readonly onEnd = () => this.conclude(Buffer.concat(this.chunks, this.totalBytes));
  private readonly onTimeout = () => this.fail(new AppError('request_timeout'));
  private readonly onError = () =>
    this.conclude(new AppError('malformed_json', { message: 'The request body could not be read.' }));
  /** `close` is also emitted after the end of the request, while a decoder may still be running. */
  private readonly onClose = () => {
    if (!this.request.complete) this.fail(new AppError('malformed_request'));
  };

  private async waitFor(admit: () => Promise<void>): Promise<void> {
    this.admit = undefined;
    this.source.pause();
    clearTimeout(this.timer);
    try {
      await admit();
      if (this.hasEnded) return;
      this.timer = setTimeout(this.onTimeout, AUTHENTICATED_MS);
      this.source.resume();
    } catch (error) {
      this.fail(error);
    }
  }

  private end(settle: () => void): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    clearTimeout(this.timer);
    this.source.off('data', this.onData).off('end', this.onEnd);
    this.request.off('close', this.onClose);
    if (this.source !== this.request) {
      this.request.unpipe();
      this.source.destroy();
    }
    this.request.pause();
    settle();
  }
}
