/** Reads what the engine answered. What is not of the promised form is an answer lost: nobody knows what was meant. */
import type { ProviderRef } from '../provider.js';
import { AnswerLost } from '../wire/index.js';
import type { Frame } from './frame-size.js';

/** A picture, film or model inside the answer, or at an address. */
export type Item = { base64: string } | { url: string };

/**
 * What is kept of a prediction that the engine has: where its files are, where one is that has to be brought to another
 * frame, or where its job is asked for.
 */
export type Ref =
  | { urls: string[] }
  | { url: string; stretchTo: Frame; misses?: number }
  | { job: string; polls?: number; misses?: number };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * `{data: [{b64_json} | {url}]}`, all of one kind.
 * @param base what relative addresses are below. @throws {AnswerLost}
 */
export function readItems(body: unknown, base: string): Item[] {
  const data = isObject(body) && Array.isArray(body.data) ? body.data : [];
  const items = data.map((item) => readItem(item, base));
  if (items.length === 0) throw new AnswerLost('an answer without a result');
  if (items.some((item) => 'url' in item) && items.some((item) => 'base64' in item))
    throw new AnswerLost('an answer with results of two kinds');
  return items;
}

function readItem(item: unknown, base: string): Item {
  const { b64_json: base64, url } = isObject(item) ? item : {};
  if (typeof base64 === 'string' && base64 !== '') return { base64 };
  if (typeof url !== 'string' || url === '')
    throw new AnswerLost('a result that is neither there nor at an address');
  if (url.startsWith('data:')) return { base64: url };
  return { url: readAddress(url, base) };
}

/** @throws {AnswerLost} for what is no http address. */
export function readAddress(url: string, base: string): string {
  const address = URL.canParse(url, `${base}/`) ? new URL(url, `${base}/`) : null;
  if (address === null || !/^https?:$/.test(address.protocol))
    throw new AnswerLost('a result at no usable address');
  return address.href;
}

/** The path of a new job below the engine's address. @throws {AnswerLost} */
export function readJobPath(body: unknown, collection: string): string {
  const id = isObject(body) ? body.id : undefined;
  if (typeof id !== 'string' || id === '' || id.length > 2_000 || /^\.+$/.test(id))
    throw new AnswerLost('an answer without the id of a job');
  return `${collection}/${encodeURIComponent(id)}`;
}

export type JobState =
  | { state: 'running'; progress?: number }
  /** `url` only where the server keeps results elsewhere. */
  | { state: 'done'; url?: string }
  | { state: 'failed'; error: unknown };

const DONE = new Set(['completed', 'succeeded']);
const FAILED = new Set(['failed', 'error', 'cancelled', 'canceled', 'expired', 'deleted']);

/** A state that is not known is taken for running. @throws {AnswerLost} when there is none. */
export function readJob(body: unknown): JobState {
  if (!isObject(body) || typeof body.status !== 'string') throw new AnswerLost('a job without a state');
  const { progress, url } = body;
  if (DONE.has(body.status))
    return typeof url === 'string' && url !== '' ? { state: 'done', url } : { state: 'done' };
  if (FAILED.has(body.status)) return { state: 'failed', error: body.error ?? body.status };
  const told = typeof progress === 'number' && progress >= 0 && progress <= 100;
  return told ? { state: 'running', progress } : { state: 'running' };
}

/** @throws Error for a reference that is not of this adapter. */
export function readRef(ref: ProviderRef): Ref {
  if (Array.isArray(ref.urls) || typeof ref.job === 'string' || isObject(ref.stretchTo))
    return ref as unknown as Ref;
  throw new Error('a reference that this adapter did not give');
}
