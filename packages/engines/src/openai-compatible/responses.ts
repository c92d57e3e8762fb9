/** An unexpected format counts as a lost response: the outcome is unknown. */
import type { ProviderRef } from '../provider.js';
import { AnswerLost, AnswerUnusable, recordOf, UnusableAddress } from '../wire/index.js';
import type { Frame } from './frame-size.js';

export type Item = { base64: string } | { url: string };

/** A prediction is stored as the URLs of its files, the URL of a file to be resized to a frame, or the path of its job. */
export type Ref =
  | { urls: string[] }
  | { url: string; stretchTo: Frame; misses?: number }
  | { job: string; polls?: number; misses?: number };

/**
 * Reads `{data: [{b64_json} | {url}]}`, where all items are of one kind.
 * @param base URL that relative URLs are resolved against. @throws {AnswerUnusable}
 */
export function readItems(body: unknown, base: string): Item[] {
  const { data } = recordOf(body);
  const items = Array.isArray(data) ? data.map((item) => readItem(item, base)) : [];
  if (items.length === 0) throw new AnswerUnusable('an answer without a result');
  if (items.some((item) => 'url' in item) && items.some((item) => 'base64' in item))
    throw new AnswerUnusable('an answer with results of two kinds');
  return items;
}

function readItem(item: unknown, base: string): Item {
  const { b64_json: base64, url } = recordOf(item);
  if (typeof base64 === 'string' && base64 !== '') return { base64 };
  if (typeof url !== 'string' || url === '')
    throw new AnswerUnusable('a result that is neither there nor at an address');
  if (/^\s*data:/i.test(url)) return { base64: url };
  return { url: readAddress(url, base) };
}

/** @throws {UnusableAddress} when the URL of a result is not an http URL. */
export function readAddress(url: string, base: string): string {
  const address = URL.canParse(url, `${base}/`) ? new URL(url, `${base}/`) : null;
  if (address === null || !/^https?:$/.test(address.protocol)) throw new UnusableAddress();
  return address.href;
}

/** The path is below the engine's address. @throws {AnswerUnusable} */
export function readJobPath(body: unknown, collection: string): string {
  const written = recordOf(body).id;
  const id = Number.isSafeInteger(written) ? String(written) : written;
  if (typeof id !== 'string' || id === '' || id.length > 2_000 || /^\.+$/.test(id))
    throw new AnswerUnusable('an answer without the id of a job');
  return `${collection}/${encodeURIComponent(id)}`;
}

export type JobState =
  | { state: 'running'; progress?: number }
  /** `url` is set only when the server stores results elsewhere. */
  | { state: 'done'; url?: string }
  | { state: 'failed'; error: unknown };

const DONE = new Set(['completed', 'succeeded']);
const FAILED = new Set(['failed', 'error', 'cancelled', 'canceled', 'expired', 'deleted']);

/** An unknown state counts as running. @throws {AnswerLost} when the state is missing. */
export function readJob(body: unknown): JobState {
  const { status: written, progress, url, error } = recordOf(body);
  if (typeof written !== 'string') throw new AnswerLost('a job without a state');
  const status = written.toLowerCase();
  if (DONE.has(status))
    return typeof url === 'string' && url !== '' ? { state: 'done', url } : { state: 'done' };
  if (FAILED.has(status)) return { state: 'failed', error: error ?? written };
  const reported = typeof progress === 'number' && progress >= 0 && progress <= 100;
  return reported ? { state: 'running', progress } : { state: 'running' };
}

/** @throws Error when another adapter created the reference. */
export function readRef(ref: ProviderRef): Ref {
  if (Array.isArray(ref.urls) || typeof ref.job === 'string' || 'width' in recordOf(ref.stretchTo))
    return ref as unknown as Ref;
  throw new Error('a reference that this adapter did not create');
}
