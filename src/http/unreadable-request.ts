/**
 * Answers what never becomes a request: bytes that are not HTTP, headers beyond any bound, headers that never end.
 * Node alone would answer with a bare status line; this is the contract's error body, and then the connection ends.
 */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { v7 as uuid } from 'uuid';
import { AppError, type ErrorCode } from '../errors/index.js';
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
  const { status: statusCode, code, message } = new AppError(CODES[fault.code ?? ''] ?? 'malformed_request');
  const requestId = uuid();
  const body = JSON.stringify({ statusCode, code, message, requestId });
  const head = [
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    `X-API-Version: ${API_VERSION}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
