/** Downloads a file by its link and checks that it is whole. The API key is not sent. */
import { ConnectionError, OffprintError, serviceError } from './errors.js';
import type { Fetch } from './transport.js';
import type { OutputFile } from './types.js';
import { sleep } from './waiting.js';
import { webCrypto } from './web-crypto.js';

export type Download = (file: Pick<OutputFile, 'url' | 'bytes' | 'sha256'>) => Promise<Uint8Array>;

const ATTEMPTS = 12;
const PAUSE_MS = 250;
const MAX_PAUSE_MS = 8_000;
/** Without a byte for this time, a download is begun again. */
const IDLE_MS = 60_000;

export function createDownload(fetch: Fetch): Download {
  return async (file) => {
    let lost: unknown;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (attempt > 0)
        await sleep(Math.min(MAX_PAUSE_MS, PAUSE_MS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2));
      try {
        const data = await received(fetch, file);
        await check(data, file);
        return data;
      } catch (error) {
        if (error instanceof OffprintError) throw error;
        lost = error;
      }
    }
    throw new ConnectionError(`The file did not arrive: ${file.url}`, { cause: lost });
  };
}

/** @throws what `fetch` throws when the connection ends early, and `Unavailable` for a status that passes. */
async function received(
  fetch: Fetch,
  file: Pick<OutputFile, 'url' | 'bytes'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const idle = new AbortController();
  const giveUp = () => idle.abort(new Error('no data for a minute'));
  let timer = setTimeout(giveUp, IDLE_MS);
  try {
    const response = await fetch(file.url, { signal: idle.signal });
    if (!response.ok) await reject(response);
    if (!response.body) return new Uint8Array();
    const data = new Uint8Array(file.bytes);
    let length = 0;
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(giveUp, IDLE_MS);
      // A file that is longer than its size says is not kept in memory.
      if (length + next.value.length > data.length) throw damaged(file.url);
      data.set(next.value, length);
      length += next.value.length;
    }
    if (length < data.length) throw new Error(`${length} of ${data.length} bytes`);
    return data;
  } finally {
    clearTimeout(timer);
    idle.abort();
  }
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

async function check(data: Uint8Array<ArrayBuffer>, file: Pick<OutputFile, 'url' | 'sha256'>): Promise<void> {
  const { subtle } = await webCrypto();
  const digest = new Uint8Array(await subtle.digest('SHA-256', data));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (hex !== file.sha256) throw damaged(file.url);
}

function damaged(url: string): OffprintError {
  return new OffprintError(`What arrived is not the file that the service stored: ${url}`, 'output_damaged');
}
