/** The files of a response are either inline or at URLs that the reference keeps. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Outcome, ProducedFile, Work } from '../provider.js';
import {
  AnswerUnusable,
  type EngineClient,
  type EngineResponse,
  FAILED,
  fileOfBase64,
  outcomeOfPollResponse,
  pollLater,
} from '../wire/index.js';
import type { EngineCall } from './dialect.js';
import type { Frame } from './frame-size.js';
import { stretch } from './input-picture.js';
import { outcomeOfFailedJob } from './refusals.js';
import { readAddress, readItems, readJob, readJobPath, type Ref } from './responses.js';

/** Storage detects the type by content; the types that these servers declare are unreliable. */
const UNDECLARED_TYPE = 'application/octet-stream';

/** @throws {AnswerUnusable} when the response is not of the expected format. */
export async function outcomeOfResult(
  client: EngineClient,
  work: Work,
  call: EngineCall,
  response: EngineResponse,
): Promise<Outcome> {
  switch (call.expects) {
    case 'job':
      return pollLater(work, { job: readJobPath(response.json(), call.url) });
    case 'bytes':
      if (response.file === null || response.file.bytes === 0)
        throw new AnswerUnusable('an answer without a file');
      return { kind: 'done', files: [{ path: response.file.path, contentType: UNDECLARED_TYPE }] };
    case 'items':
      return outcomeOfItems(client, work, call, response);
  }
}

async function outcomeOfItems(
  client: EngineClient,
  work: Work,
  { stretchTo }: EngineCall,
  response: EngineResponse,
): Promise<Outcome> {
  const items = readItems(response.json(), client.address);
  const inside = items.flatMap((item) => ('base64' in item ? [item.base64] : []));
  if (inside.length > 0) {
    const files = await Promise.all(inside.map((base64) => fileOfBase64(work, base64, UNDECLARED_TYPE)));
    return { kind: 'done', files };
  }
  const urls = items.flatMap((item) => ('url' in item ? [item.url] : []));
  if (stretchTo === undefined) return { kind: 'pending', ref: { urls }, pollAfterMs: 0 };
  const [url] = urls;
  if (!client.owns(url!)) throw new AnswerUnusable('a result at an address that is not the engine’s own');
  return { kind: 'pending', ref: { url, stretchTo }, pollAfterMs: 0 };
}

/** @throws {AnswerLost} when the response is not of the expected format. */
export async function fetchResult(
  client: EngineClient,
  work: Work,
  ref: Ref,
  lost: 'retry' | 'refuse',
): Promise<Outcome> {
  if ('urls' in ref)
    return { kind: 'done', files: await Promise.all(ref.urls.map((url) => fileAt(client, url))) };
  const { signal, directory: into } = work;
  if ('stretchTo' in ref) {
    const response = await client.exchange({ url: ref.url, signal, into });
    return response.ok
      ? stretchedResult(work, ref.stretchTo, response)
      : outcomeOfPollResponse(client, work, ref, response, lost);
  }
  const response = await client.exchange({ url: ref.job, signal });
  if (!response.ok) return outcomeOfPollResponse(client, work, ref, response, lost);
  const { misses: _, ...found } = ref;
  const job = readJob(response.json());
  if (job.state === 'failed') return outcomeOfFailedJob(client, job.error);
  if (job.state === 'running') return pollLater(work, found, { progress: job.progress });
  const url = job.url ? readAddress(job.url, client.address) : `${client.address}${ref.job}/content`;
  return { kind: 'done', files: [await fileAt(client, url)] };
}

async function stretchedResult(work: Work, frame: Frame, { file }: EngineResponse): Promise<Outcome> {
  if (file === null) return { ...FAILED, internal: 'the result is no file' };
  const path = join(work.directory, `${randomUUID()}.png`);
  try {
    await stretch(file.path, path, frame);
    return { kind: 'done', files: [{ path, contentType: 'image/png' }] };
  } catch (error) {
    return { ...FAILED, internal: `the result is no picture: ${String(error)}` };
  }
}

/** Our key is sent only to the engine's own URLs, and only these may be in the operator's network. */
async function fileAt(client: EngineClient, url: string): Promise<ProducedFile> {
  if (!client.owns(url)) return { url };
  return { url, headers: await client.headersFor(url), trustedHosts: [client.host] };
}
