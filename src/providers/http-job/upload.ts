/** Brings an input file to an engine that wants it before the job is submitted. Costs nothing, and may be repeated. */
import type { Work } from '../provider.js';
import { EngineClient, NotSubmitted, prepare, recordOf } from '../wire/index.js';
import { formOf, requestOf } from './call.js';
import type { Job, Upload } from './declaration.js';
import { firstFound, textAt } from './json-path.js';
import { MediaFile } from './media-file.js';

const NO_ADDRESS = {
  kind: 'retry',
  code: 'provider_error',
  internal: 'the engine did not say where the file goes',
} as const;

/**
 * @returns what the engine calls the file.
 * @throws {NotSubmitted} when it did not get there. @throws what `work.media` throws, or the reason of `work.signal`.
 */
export async function uploadInput(
  client: EngineClient,
  job: Job,
  upload: Upload,
  work: Work,
): Promise<string> {
  const request = { ...(await requestOf(upload, job, work)), signal: work.signal, timeoutMs: timeLeft(work) };
  const { name, body } = await prepare(client, request, (answer) => {
    const body = answer.json();
    const name = textAt(body, upload.value);
    return name === undefined ? undefined : { name, body };
  });
  if (upload.to) await post(client, job, upload.to, body, work);
  return name;
}

/**
 * To where the engine said: storage of its own choice, which gets the form and the file and never our secret.
 */
async function post(
  client: EngineClient,
  job: Job,
  to: NonNullable<Upload['to']>,
  told: unknown,
  work: Work,
): Promise<void> {
  const field = work.input.videoUrl === undefined ? 'imageUrl' : 'videoUrl';
  const file = await MediaFile.open(work, field, job);
  const fields = to.fields === undefined ? {} : recordOf(firstFound(told, to.fields)[0]);
  // The file last: what comes after it, such storage does not read.
  const form = await formOf({ ...fields, [to.file]: file });
  const address = textAt(told, to.url) ?? '';
  if (!client.owns(address) && !/^https:\/\//i.test(address)) throw new NotSubmitted(NO_ADDRESS);
  const storage = new EngineClient(new URL(address).origin);
  const request = {
    method: 'POST',
    url: address,
    form,
    signal: work.signal,
    timeoutMs: timeLeft(work),
  } as const;
  await prepare(storage, request, () => true);
}

/** Milliseconds; at least one, so that a deadline that has passed is a timeout. */
export function timeLeft(work: Pick<Work, 'remainingMs'>): number {
  return Math.max(1, work.remainingMs());
}
