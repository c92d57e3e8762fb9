/** Files on their way: what an engine gave inside its answer or at an address, and what it is sent inside a request. */
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProducedFile, Work } from '../provider.js';
import type { EngineClient } from './engine-client.js';

/**
 * Base64, with or without a `data:` prefix.
 * @param contentType used when there is no prefix; the file is judged by its content when it is stored.
 */
export async function fileOfBase64(work: Work, base64: string, contentType: string): Promise<ProducedFile> {
  const prefix = /^data:([\w.+/-]+)[^,]*,/.exec(base64);
  const path = join(work.directory, randomUUID());
  await writeFile(path, Buffer.from(prefix ? base64.slice(prefix[0].length) : base64, 'base64'), {
    flag: 'wx',
  });
  return { path, contentType: prefix?.[1] ?? contentType };
}

/** Whether a text is where a file can be had: a data URI, an https address, or one of the engine's own. */
export function isFileAddress(client: EngineClient, text: string): boolean {
  return /^data:[\w.+/-]+[^,]*;base64,/.test(text) || /^https:\/\//i.test(text) || client.owns(text);
}

/** A result file by the address that the engine gave: only at the engine's own does our secret go along. */
export async function fileAt(client: EngineClient, work: Work, address: string): Promise<ProducedFile> {
  if (address.startsWith('data:')) return fileOfBase64(work, address, 'application/octet-stream');
  if (!client.owns(address)) return { url: address };
  const atEngine = new URL(address).host === client.host;
  return {
    url: address,
    headers: client.headersFor(address),
    ...(atEngine ? { trustedHosts: [client.host] } : {}),
  };
}

/** Base64 makes it a third larger. */
export async function dataUriOf({
  path,
  contentType,
}: {
  path: string;
  contentType: string;
}): Promise<string> {
  return `data:${contentType};base64,${await readFile(path, 'base64')}`;
}
