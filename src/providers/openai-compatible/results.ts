/** From what the engine answered to files: here already, or at an address that is kept in the reference. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Outcome, ProducedFile, Work } from '../provider.js';
import {
  AnswerLost,
  comeBack,
  type EngineAnswer,
  type EngineClient,
  FAILED,
  fileOfBase64,
  pollRefused,
} from '../wire/index.js';
import { readAddress, readItems, readJob, readJobPath, type Ref } from './answers.js';
import type { EngineCall } from './dialect.js';
import type { Frame } from './frame-size.js';
import { stretch } from './input-picture.js';
import { failedJob } from './refusals.js';

/** A file is judged by its content when it is stored; these servers name its type at random. */
const UNCLAIMED = 'application/octet-stream';

/** What a successful answer to a submit gives. @throws {AnswerLost} when it is not what was promised. */
export async function resultOf(
  client: EngineClient,
  work: Work,
  call: EngineCall,
  answer: EngineAnswer,
): Promise<Outcome> {
  switch (call.answer) {
    case 'job':
      return comeBack(work, { job: readJobPath(answer.json(), call.url) });
    case 'bytes':
      if (answer.file === null || answer.file.bytes === 0) throw new AnswerLost('an answer without a file');
      return { kind: 'done', files: [{ path: answer.file.path, contentType: UNCLAIMED }] };
    case 'items':
      return resultOfItems(client, work, call, answer);
  }
}

async function resultOfItems(
  client: EngineClient,
  work: Work,
  { stretchTo }: EngineCall,
  answer: EngineAnswer,
): Promise<Outcome> {
  const items = readItems(answer.json(), client.address);
  const inside = items.flatMap((item) => ('base64' in item ? [item.base64] : []));
  if (inside.length > 0) {
    const files = await Promise.all(inside.map((base64) => fileOfBase64(work, base64, UNCLAIMED)));
    return { kind: 'done', files };
  }
  const urls = items.flatMap((item) => ('url' in item ? [item.url] : []));
  if (stretchTo === undefined) return { kind: 'pending', ref: { urls }, pollAfterMs: 0 };
  const [url] = urls;
  if (!client.owns(url!)) throw new AnswerLost('a result at an address that is not the engine’s own');
  return { kind: 'pending', ref: { url, stretchTo }, pollAfterMs: 0 };
}

/** What asking for the reference gives. @throws {AnswerLost} when the answer is not what was promised. */
export async function resultAt(
  client: EngineClient,
  work: Work,
  ref: Ref,
  lost: 'retry' | 'refuse',
): Promise<Outcome> {
  if ('urls' in ref) return { kind: 'done', files: ref.urls.map((url) => fileAt(client, url)) };
  const { signal, directory: into } = work;
  if ('stretchTo' in ref) {
    const answer = await client.exchange({ url: ref.url, signal, into });
    return answer.ok ? stretched(work, ref.stretchTo, answer) : pollRefused(client, work, ref, answer, lost);
  }
  const answer = await client.exchange({ url: ref.job, signal });
  if (!answer.ok) return pollRefused(client, work, ref, answer, lost);
  const { misses: _, ...found } = ref;
  const job = readJob(answer.json());
  if (job.state === 'failed') return failedJob(client, job.error);
  if (job.state === 'running') return comeBack(work, found, { progress: job.progress });
  const url = job.url ? readAddress(job.url, client.address) : `${client.address}${ref.job}/content`;
  return { kind: 'done', files: [fileAt(client, url)] };
}

async function stretched(work: Work, frame: Frame, { file }: EngineAnswer): Promise<Outcome> {
  if (file === null) return { ...FAILED, internal: 'the result is no file' };
  const path = join(work.directory, `${randomUUID()}.png`);
  try {
    await stretch(file.path, path, frame);
    return { kind: 'done', files: [{ path, contentType: 'image/png' }] };
  } catch (error) {
    return { ...FAILED, internal: `the result is no picture: ${String(error)}` };
  }
}

/** Our key goes to the engine's own addresses only, and only these may lie in the operator's network. */
function fileAt(client: EngineClient, url: string): ProducedFile {
  if (!client.owns(url)) return { url };
  return { url, headers: client.headersFor(url), trustedHosts: [client.host] };
}
