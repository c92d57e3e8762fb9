/** Converts files between the engine's formats (base64, data URI, URL) and local files. */
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProducedFile, Work } from '../provider.js';
import type { EngineClient } from './engine-client.js';

const WRITE_AGAIN_MS = 1_000;
/** A larger file is written to the disk. */
const MAX_BYTES_IN_MEMORY = 4 * 1024 * 1024;
/** Engines write many headers: `data:image/*;base64,`, `data:;base64,`, with a name or a charset. */
const DATA_URL = /^\s{0,9}data:([^,;]{0,200})[^,]{0,400};\s?base64\s?,/i;

/**
 * Returns the file of base64, with or without a `data:` prefix.
 * @param contentType used when there is no prefix; storage detects the type by content.
 */
export async function fileOfBase64(work: Work, base64: string, contentType: string): Promise<ProducedFile> {
  const prefix = DATA_URL.exec(base64);
  const bytes = Buffer.from(prefix ? base64.slice(prefix[0].length) : base64, 'base64');
  const type = prefix?.[1] || contentType;
  if (bytes.length <= MAX_BYTES_IN_MEMORY) return { bytes, contentType: type };
  return { path: await keptOnDisk(work, bytes), contentType: type };
}

/**
 * Writes the bytes again while our own disk cannot be written: the engine may have been paid for them, and gives them once.
 * @throws the reason of the signal.
 */
async function keptOnDisk(work: Work, bytes: Buffer): Promise<string> {
  for (;;) {
    try {
      const path = join(work.directory, randomUUID());
      await writeFile(path, bytes, { flag: 'wx' });
      return path;
    } catch {
      await sleep(WRITE_AGAIN_MS, undefined, { signal: work.signal });
    }
  }
}

/** The address of a file is a data URI, an https URL, or a URL of the engine. */
export function isFileAddress(client: EngineClient, text: string): boolean {
  return DATA_URL.test(text) || /^https:\/\//i.test(text) || client.owns(text);
}

/** Our secret is sent only to the engine's own URLs. */
export async function fileAt(client: EngineClient, work: Work, address: string): Promise<ProducedFile> {
  if (DATA_URL.test(address)) return fileOfBase64(work, address, 'application/octet-stream');
  if (!client.owns(address)) return { url: address };
  const atEngine = new URL(address).host === client.host;
  return {
    url: address,
    headers: await client.headersFor(address),
    ...(atEngine ? { trustedHosts: [client.host] } : {}),
  };
}

/** Base64 makes the file a third larger. */
export async function dataUriOf({
  path,
  contentType,
}: {
  path: string;
  contentType: string;
}): Promise<string> {
  return `data:${contentType};base64,${await readFile(path, 'base64')}`;
}
