import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { FormData } from 'undici';
import { dataUriOf, type EngineClient, prepare, recordOf, textOf } from '../wire/index.js';

/** What Replicate recommends to send as a data URI; above it a file is uploaded. */
const DATA_URI_BYTES = 256 * 1024;
const UPLOAD_MS = 300_000;

/**
 * A local file as a model's input. Uploads are kept for as long as the prediction that uses them, and cost nothing.
 * @throws {NotSubmitted} when it could not be uploaded.
 */
export async function sendFile(
  client: EngineClient,
  { path, contentType }: { path: string; contentType: string },
  signal: AbortSignal,
): Promise<string> {
  if ((await stat(path)).size <= DATA_URI_BYTES) return dataUriOf({ path, contentType });
  const form = new FormData();
  form.set('content', new Blob([await readFile(path)], { type: contentType }), basename(path));
  return prepare(client, { method: 'POST', url: '/files', form, signal, timeoutMs: UPLOAD_MS }, (answer) =>
    textOf(recordOf(recordOf(answer.json()).urls).get),
  );
}
