/** Some engines need the input file before the submit. Uploads are free and repeatable. */
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
 * @returns the engine's name for the file.
 * @throws {NotSubmitted} when the upload fails. @throws the errors of `work.media`, or the reason of `work.signal`.
 */
export async function uploadInput(
  client: EngineClient,
  job: Job,
  upload: Upload,
  work: Work,
): Promise<string> {
  const request = {
    ...(await requestOf(upload, job, work)),
    signal: work.signal,
    timeoutMs: timeLeftMs(work),
  };
  const { name, body } = await prepare(client, request, (response) => {
    const body = response.json();
    const name = textAt(body, upload.value);
    return name === undefined ? undefined : { name, body };
  });
  if (upload.to) await postFile(client, job, upload.to, body, work);
  return name;
}

/** The storage at the URL that the engine returned receives the form and the file, never our secret. */
async function postFile(
  client: EngineClient,
  job: Job,
  to: NonNullable<Upload['to']>,
  response: unknown,
  work: Work,
): Promise<void> {
  const field = work.input.videoUrl === undefined ? 'imageUrl' : 'videoUrl';
  const file = await MediaFile.open(work, field, job);
  const fields = to.fields === undefined ? {} : recordOf(firstFound(response, to.fields)[0]);
  // The file comes last: such storage ignores fields after it.
  const form = await formOf({ ...fields, [to.file]: file });
  const address = textAt(response, to.url) ?? '';
  if (!client.owns(address) && !/^https:\/\//i.test(address)) throw new NotSubmitted(NO_ADDRESS);
  const storage = new EngineClient(new URL(address).origin);
  const request = {
    method: 'POST',
    url: address,
    form,
    signal: work.signal,
    timeoutMs: timeLeftMs(work),
  } as const;
  await prepare(storage, request, () => true);
}

/** Returns at least 1 ms, so that a passed deadline becomes a timeout. */
export function timeLeftMs(work: Pick<Work, 'remainingMs'>): number {
  return Math.max(1, work.remainingMs());
}
