/**
 * Rejects requests that Node rejects before Express sees them: bytes that are not HTTP, headers that are too large or
 * too slow, a missing or second Host, an unsupported Expect. Node alone would send only a status line; this sends the contract's
 * error body and closes the connection.
 */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { v7 as uuid } from 'uuid';
import { AppError, type ErrorCode } from '../../errors/index.js';
import { API_VERSION } from './request-context.js';

/** Error codes of Node: https://nodejs.org/api/http.html#event-clienterror */
const CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

export function rejectUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  // A response that has started on this connection cannot be followed by another one.
  const hasStartedResponse = (socket as { _httpMessage?: { _headerSent?: boolean } })._httpMessage
    ?._headerSent;
  if (!socket.writable || hasStartedResponse || error.code === 'ECONNRESET') return void socket.destroy();
  const { status, headers, body } = createErrorResponse(CODES[error.code ?? ''] ?? 'malformed_request');
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

/**
 * Rejects an HTTP/1.1 request without Host, and any with two (RFC 9112, 3.2): Node takes the first, another server in front may have
 * taken the last. @returns whether it rejected the request.
 */
export function rejectHost(request: IncomingMessage, response: ServerResponse): boolean {
  const hosts = countHosts(request.rawHeaders);
  if (hosts === 1 || (hosts === 0 && request.httpVersion !== '1.1')) return false;
  const message =
    hosts === 0 ? 'The request has no Host header.' : 'The request has more than one Host header.';
  sendError(response, 'malformed_request', message);
  return true;
}

/** @param rawHeaders names and values in turns. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') count += 1;
  return count;
}

export function rejectExpectation(_request: IncomingMessage, response: ServerResponse): void {
  sendError(response, 'expectation_failed');
}

function sendError(response: ServerResponse, code: ErrorCode, message?: string): void {
  const { status, headers, body } = createErrorResponse(code, message);
  response.writeHead(status, headers).end(body);
}

function createErrorResponse(code: ErrorCode, ownMessage?: string) {
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
