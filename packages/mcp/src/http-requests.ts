/** Checks requests before anything is done for them: address, key, size. */
import type { IncomingMessage } from 'node:http';
import { type HttpSettings, isKeyShaped } from './settings.js';

/** A request that is rejected. The message is public. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

/** The service takes 1 MiB of input. */
const MAX_BODY_BYTES = 2 * 1_024 * 1_024;
const MAX_MESSAGES = 20;

/**
 * Protects a server on loopback from pages in a browser of the same machine: DNS rebinding shows in the Host, every other
 * request of a page in the Origin. API keys do not belong in pages, so none is allowed.
 * @throws {HttpError} 403.
 */
export function checkAddress(request: IncomingMessage, { allowedHosts }: HttpSettings): void {
  if (request.headers.origin !== undefined) throw new HttpError(403, 'Pages in a browser are not served.');
  const host = hostName(request.headers.host ?? '');
  if (!host || !allowedHosts.has(host)) throw new HttpError(403, 'The Host header is not allowed.');
}

/** @returns the caller's key, else that of the environment, which exists on loopback only. @throws {HttpError} 401. */
export function keyOf(request: IncomingMessage, environmentKey: string | null): string {
  const header = request.headers.authorization;
  const own = header === undefined ? environmentKey : /^Bearer +(\S+)$/i.exec(header)?.[1];
  if (!own || !isKeyShaped(own))
    throw new HttpError(401, 'Send an API key of the installation as Authorization: Bearer.', {
      'WWW-Authenticate': 'Bearer',
    });
  return own;
}

/** Returns the JSON of a body. @throws {HttpError} 400, 413, 415. */
export async function readMessages(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new HttpError(415, 'The body must be application/json.');
  const messages = parsed(await bodyOf(request));
  if (Array.isArray(messages) && messages.length > MAX_MESSAGES)
    throw new HttpError(400, `At most ${MAX_MESSAGES} messages in a body.`);
  return messages;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const tooLarge = new HttpError(413, `The body has more than ${MAX_BODY_BYTES} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge;
  const chunks: Buffer[] = [];
  let length = 0;
  // Not left by a `throw` inside of the loop: that would destroy the connection before it is answered.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, 'The body is not JSON.');
  }
}

/** Returns the name or address of a Host header, in lower case, without port and brackets. */
function hostName(header: string): string | null {
  try {
    return new URL(`http://${header}`).hostname.replace(/^\[|\]$/g, '');
  } catch {
    return null;
  }
}
