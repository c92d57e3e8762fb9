/**
 * Answers what never becomes a request: bytes that are not HTTP, headers beyond any bound, headers that never end, no
 * Host, an Expect that nobody can meet. Node alone would answer with a bare status line; this is the contract's error
 * body, and then the connection ends.
 */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { v7 as uuid } from 'uuid';
import { AppError, type ErrorCode } from '../../errors/index.js';
import { API_VERSION } from './request-context.js';

/** Node's own codes: https://nodejs.org/api/http.html#event-clienterror */
const CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

export function refuseUnreadable(fault: NodeJS.ErrnoException, socket: Duplex): void {
  // An answer that has begun on this connection cannot be followed by another one.
  const answering = (socket as { _httpMessage?: { _headerSent?: boolean } })._httpMessage?._headerSent;
  if (!socket.writable || answering || fault.code === 'ECONNRESET') return void socket.destroy();
  const { status, headers, body } = refusal(CODES[fault.code ?? ''] ?? 'malformed_request');
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** HTTP/1.1 demands a Host of every request (RFC 9112, 3.2). @returns whether the request was refused. */
export function refuseWithoutHost(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.headers.host !== undefined || request.httpVersion !== '1.1') return false;
  answer(response, 'malformed_request', 'The request has no Host header.');
  return true;
}

export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  answer(response, 'expectation_failed');
}

function answer(response: ServerResponse, code: ErrorCode, message?: string): void {
  const { status, headers, body } = refusal(code, message);
  response.writeHead(status, headers).end(body);
}

function refusal(code: ErrorCode, ownMessage?: string) {
  const { status, message } = new AppError(code, { message: ownMessage });
  const requestId = uuid();
  const body = JSON.stringify({ statusCode: status, code, message, requestId });
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    'X-API-Version': API_VERSION,
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  };
  return { status, headers, body };
}
