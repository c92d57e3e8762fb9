/**
 * Node rejects some requests before Express sees them: bytes that are not HTTP, headers that are too large or too slow, a missing or second
 * Host, an unsupported Expect. Node alone would send only a status line; this sends the contract's error body.
 */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { v7 as uuid } from 'uuid';
import { AppError, type ErrorCode } from '../../errors/index.js';
import { API_VERSION, MAX_DISCARDED } from './every-request.js';

/** https://nodejs.org/api/http.html#event-clienterror */
const CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** These have got, or are about to get, their last response. */
const rejected = new WeakSet<Duplex>();

/**
 * Reads nothing more from the connection: a request with a response before it was read completely is not carried out, whatever follows.
 * Complete requests before it get their responses first.
 */
export function rejectUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (rejected.has(socket)) return;
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  rejected.add(socket);
  discardInput(socket);
  sendLast(socket, createErrorResponse(CODES[error.code ?? ''] ?? 'malformed_request'));
}

/**
 * Takes the input away from Node's parser. It is read up to a limit, because closing a connection with unread bytes can lose the response.
 */
function discardInput(socket: Duplex): void {
  socket.removeAllListeners('data');
  let bytes = 0;
  // Node's HTTP server detaches its parser from the socket when a listener is added.
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_DISCARDED.bytes) socket.destroy();
  });
  socket.resume();
}

/** Complete requests get their responses first. */
function sendLast(socket: Duplex, error: ErrorResponse): void {
  const pending = (socket as { _httpMessage?: ServerResponse | null })._httpMessage;
  if (pending?.req.complete)
    return void pending.once('close', () => {
      if (socket.writable) sendLast(socket, error);
    });
  // The error belongs to the request of this response, which has started.
  if (pending?.headersSent) return void socket.destroy();
  const { status, headers, body } = error;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), MAX_DISCARDED.milliseconds);
  socket.once('close', () => clearTimeout(timer));
}

/** Of two Hosts, Node would take the first, and another server in front may have taken the last. */
export function rejectHost({ headers }: IncomingMessage, response: ServerResponse): void {
  const message =
    headers.host === undefined
      ? 'The request has no Host header.'
      : 'The request has more than one Host header.';
  sendError(response, 'malformed_request', message);
}

export function rejectExpectation(_request: IncomingMessage, response: ServerResponse): void {
  sendError(response, 'expectation_failed');
}

function sendError(response: ServerResponse, code: ErrorCode, message?: string): void {
  const { status, headers, body } = createErrorResponse(code, message);
  response.writeHead(status, headers).end(body);
}

type ErrorResponse = ReturnType<typeof createErrorResponse>;

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
