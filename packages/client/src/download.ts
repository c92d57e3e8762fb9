/**
 * Downloads files by their links. A download that breaks off goes on where it stopped. The API key is not sent.
 */
import { ConnectionError, OffprintError, serviceError } from './errors.js';
import type { Fetch } from './transport.js';
import type { OutputFile } from './types.js';
import { backoffMs, sleep } from './waiting.js';

export type DownloadedFile = Pick<OutputFile, 'url' | 'bytes' | 'sha256'>;

/** Returns the bytes of a file in their order: as many as it has. @throws {OffprintError} when there are more, or none come. */
export type Download = (file: DownloadedFile) => AsyncGenerator<Uint8Array, void, undefined>;

/** In a row, with less than a megabyte each. */
const ATTEMPTS = 12;
const PROGRESS_BYTES = 1_000_000;
/** Without a byte for this time, a request counts as lost. */
const IDLE_MS = 60_000;

export function createDownload(fetch: Fetch): Download {
  return async function* download(file) {
    let received = 0;
    let tag: string | null = null;
    const compareTags = (headers: Headers) => {
      const found = headers.get('etag');
      // A weak one does not say that the bytes are the same.
      if (!found?.startsWith('"')) return;
      if (found !== (tag ??= found)) throw damaged(file.url);
    };
    for (let attempt = 0; received < file.bytes; attempt += 1) {
      const from = received;
      try {
        for await (const piece of bytesFrom(fetch, file, from, compareTags)) {
          received += piece.length;
          // A file that is longer than its size says is not read on.
          if (received > file.bytes) throw damaged(file.url);
          yield piece;
        }
        if (received < file.bytes) throw new Error(`${received} of ${file.bytes} bytes`);
      } catch (cause) {
        if (cause instanceof OffprintError) throw cause;
        if (received - from >= PROGRESS_BYTES) attempt = -1;
        else if (attempt + 1 >= ATTEMPTS)
          throw new ConnectionError(`The file did not arrive: ${addressOf(file.url)}`, { cause });
        await sleep(backoffMs(Math.max(0, attempt)));
      }
    }
  };
}

/**
 * Requests a file once, without its first bytes.
 * @param check of the response's headers, before its bytes. @throws what `fetch` throws when the connection ends early.
 */
async function* bytesFrom(
  fetch: Fetch,
  { url }: DownloadedFile,
  from: number,
  check: (headers: Headers) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const idle = new AbortController();
  const giveUp = () => idle.abort(new Error('no data for a minute'));
  let timer = setTimeout(giveUp, IDLE_MS);
  try {
    // Bytes of a file can be counted only as they are stored.
    const headers: Record<string, string> = { 'Accept-Encoding': 'identity' };
    if (from > 0) headers.Range = `bytes=${from}-`;
    const response = await fetch(url, { headers, signal: idle.signal });
    if (!response.ok) await reject(response);
    if (response.status === 206 && !isPartFrom(from, response.headers)) throw new Error('another part');
    check(response.headers);
    // A storage without ranges sends the whole file again.
    let known = response.status === 206 ? 0 : from;
    const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      clearTimeout(timer);
      const piece = next.value.subarray(Math.min(known, next.value.length));
      known -= next.value.length - piece.length;
      // A caller who takes long over a piece is no silent connection.
      if (piece.length > 0) yield piece;
      timer = setTimeout(giveUp, IDLE_MS);
    }
  } finally {
    clearTimeout(timer);
    idle.abort();
  }
}

function isPartFrom(start: number, headers: Headers): boolean {
  return Boolean(headers.get('content-range')?.startsWith(`bytes ${start}-`));
}

async function reject(response: Response): Promise<never> {
  const text = await response.text();
  if (response.status >= 500 || response.status === 429) throw new Error(`status ${response.status}`);
  let body: { code?: string; message?: string } = {};
  try {
    body = JSON.parse(text) as typeof body;
  } catch {
    // A storage service answers with XML.
  }
  throw serviceError({
    status: response.status,
    code: body.code ?? 'not_found',
    message: body.message ?? `The file's address answered ${response.status}.`,
    requestId: response.headers.get('x-request-id'),
    details: undefined,
    retryAfterSeconds: null,
  });
}

/** Creates the error of a file that is not the one that the service stored. */
export function damaged(url: string): OffprintError {
  const message = `What arrived is not the file that the service stored: ${addressOf(url)}`;
  return new OffprintError(message, 'output_damaged');
}

/** Returns a link without its query, whose signature opens the file. */
function addressOf(url: string): string {
  return url.replace(/\?.*/s, '');
}
