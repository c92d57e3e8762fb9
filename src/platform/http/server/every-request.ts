/** Runs for every request and never responds. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Tracing } from '../../tracing/index.js';
import type { AuthenticatedRequest } from '../routes/principal.js';

/**
 * Observes every request, also a rejected one, and never sends a response. Register the class in `observers` of an extension; processes
 * with the role `api` use it. It is on the way of every request, so it computes in microseconds and waits for nothing.
 */
export interface RequestObserver {
  /** Runs before the caller is known. May set headers and store data on the request; it never throws. */
  readonly onRequest?: (request: Request, response: Response) => void;
  /**
   * Runs when the response is closed; an error is logged. `response.writableFinished` is false if the caller disconnected before its end. A
   * request that admission knows is an `AuthenticatedRequest`. @param milliseconds since the start of the request.
   */
  readonly onClose?: (request: Request, response: Response, milliseconds: number) => void;
}

const logger = new Logger('http');

/** A step between two observers in Express costs as much as most of them, and so does a listener. */
export function combineObservers(
  observers: readonly RequestObserver[],
): (request: Request, response: Response) => void {
  const starts = observers.flatMap(({ onRequest }) => onRequest ?? []);
  const ends = observers.flatMap(({ onClose }) => onClose ?? []);
  return (request, response) => {
    const startedAt = performance.now();
    for (const onRequest of starts) onRequest(request, response);
    response.on('close', () => {
      const milliseconds = performance.now() - startedAt;
      for (const onClose of ends)
        try {
          onClose(request, response, milliseconds);
        } catch (error) {
          // Nothing else catches it: it would end the process.
          logger.error(error);
        }
    });
  };
}

/** The date of the contract, sent with every response. Changes with every addition to the contract. */
export const API_VERSION = '2026-11-23';

export interface RequestWithId extends Request {
  id: string;
}

const WELL_FORMED_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** A well-formed `X-Request-Id` is kept. */
export function requestContext(request: Request, response: Response): void {
  const inbound = request.headers['x-request-id'];
  const id = typeof inbound === 'string' && WELL_FORMED_ID.test(inbound) ? inbound : randomUUID();
  (request as RequestWithId).id = id;
  response.setHeader('X-Request-Id', id);
  response.setHeader('X-API-Version', API_VERSION);
  response.setHeader('X-Content-Type-Options', 'nosniff');
}

/** `tracing` chooses the recorded requests. */
export function requestTrace(tracing: Tracing): RequestObserver {
  return {
    onRequest: (request: Request) => {
      // Also null: if only recorded requests had the property, V8 would handle two kinds of requests, each more slowly.
      (request as AuthenticatedRequest).span = tracing.beginRequest(request.method, request.headers);
    },
    onClose: (request: Request, response: Response) => {
      const { span } = request as AuthenticatedRequest;
      if (!span) return;
      const { method } = request;
      const { id } = request as RequestWithId;
      const status = response.statusCode;
      const isDisconnected = !response.writableFinished;
      span.annotate({ method, requestId: id, route: routeOf(request), status, isDisconnected });
      span.end(status >= 500 ? String(status) : null);
    },
  };
}

const requestLogger = new Logger('request');
const END_USER = ':externalUserId';

/**
 * Successful reads are logged at debug level only, because polls are so frequent.
 * @param logsDebug whether lines of the debug level are written: without them such a request needs no line.
 */
export function requestLog(logsDebug: boolean): RequestObserver {
  return {
    onClose: (request: Request, response: Response, milliseconds: number) => {
      const { method } = request;
      const status = response.statusCode;
      const isFinished = response.writableFinished;
      const isDebug = !isFinished || (status < 400 && method === 'GET');
      if (isDebug && !logsDebug) return;
      const line = {
        requestId: (request as RequestWithId).id,
        method,
        path: pathOf(request),
        status,
        ms: Math.round(milliseconds * 1000) / 1000,
      };
      if (!isFinished) requestLogger.debug({ ...line, closed: true }, 'caller disconnected');
      else if (isDebug) requestLogger.debug(line);
      else requestLogger.log(line);
    },
  };
}

/** Leaves out the query, which contains the signature of signed links, and the id of an end user, which can be personal. */
function pathOf(request: Request): string | undefined {
  const route = routeOf(request);
  return route.includes(END_USER) ? route : request.originalUrl.split('?', 1)[0];
}

/** Returns the route's template, never the URL, which contains ids; `none` when no route matched. */
export function routeOf(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : 'none';
}

/** Each chunk costs Node about a microsecond, whatever its size. */
const MAX_SMALL_CHUNKS = 500;
const SMALL_CHUNK_BYTES = 256;
/** On the wire after the response: the largest JSON body and headroom. */
export const MAX_DISCARDED: DiscardLimits = { bytes: 1024 * 1024 + 64 * 1024, milliseconds: 5_000 };

interface DiscardLimits {
  bytes: number;
  milliseconds: number;
}

const ownLimits = new WeakMap<IncomingMessage, DiscardLimits>();

/** The sender of a large body may not read the response before its end. */
export function allowDiscarding(request: IncomingMessage, limits: DiscardLimits): void {
  ownLimits.set(request, limits);
}

/**
 * Bounds the number of a body's chunks, and the bytes that are discarded after the response. A kept-alive connection must be read up to the
 * next request, and closing a connection with unread bytes can lose the response.
 */
export function boundBody(request: Request, response: Response): void {
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  if (!isChunked && request.headers['content-length'] === undefined) return;
  if (isChunked) boundChunks(request);
  response.once('prefinish', () => discardRest(request, isKept(response)));
}

/** A request, a drain or an error can make a response the last one of its connection. */
const isKept = (response: Response): boolean =>
  response.shouldKeepAlive && response.getHeader('connection') !== 'close';

/** Node still parses the bytes of the destroyed connection that it has already read. */
function boundChunks(request: IncomingMessage): void {
  const push = request.push.bind(request);
  let chunks = 0;
  let bytes = 0;
  request.push = (chunk: Buffer | null): boolean => {
    chunks += 1;
    bytes += chunk?.length ?? 0;
    if (chunk === null || chunks < MAX_SMALL_CHUNKS + bytes / SMALL_CHUNK_BYTES) return push(chunk);
    request.socket.destroy();
    return true;
  };
}

function discardRest(request: Request, isConnectionKept: boolean): void {
  if (request.readableEnded || request.destroyed) return;
  const { socket } = request;
  if (request.complete) return void request.resume();
  const { bytes, milliseconds } = ownLimits.get(request) ?? MAX_DISCARDED;
  const maxBytesRead = socket.bytesRead + bytes;
  const timer = setTimeout(() => socket.destroy(), milliseconds);
  request.once('close', () => clearTimeout(timer));
  request.on('data', () => {
    if (socket.bytesRead > maxBytesRead) socket.destroy();
  });
  // Marks the request as being read; otherwise the server discards without a bound.
  request.resume().read(0);
  // The server would destroy the socket as soon as the response is written.
  if (!isConnectionKept) socket.destroySoon = () => void socket.end();
}
