import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { FormData } from 'undici';
import { dataUriOf, type EngineClient, prepare, recordOf, textOf } from '../wire/index.js';

/** Replicate recommends this limit for data URIs; larger files are uploaded. */
const DATA_URI_BYTES = 256 * 1024;
const UPLOAD_MS = 300_000;

/**
 * Sends a file as a data URI, or uploads it when it is large. Replicate keeps uploads as long as the prediction that uses them, free of
 * charge.
 * @throws {NotSubmitted} when the upload fails.
 */
export async function sendFile(
  client: EngineClient,
  { path, contentType }: { path: string; contentType: string },
  signal: AbortSignal,
): Promise<string> {
  if ((await stat(path)).size <= DATA_URI_BYTES) return dataUriOf({ path, contentType });
  const form = new FormData();
  form.set('content', new Blob([await readFile(path)], { type: contentType }), basename(path));
  return prepare(client, { method: 'POST', url: '/files', form, signal, timeoutMs: UPLOAD_MS }, (response) =>
    textOf(recordOf(recordOf(response.json()).urls).get),
  );
}
