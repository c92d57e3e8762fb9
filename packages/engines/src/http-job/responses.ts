import type { ProducedFile, Work } from '../provider.js';
import {
  type EngineClient,
  type EngineResponse,
  fileAt,
  fileOfBase64,
  fillPath,
  fillTemplate,
  isFileAddress,
  UnusableAddress,
} from '../wire/index.js';
import type { Job, Poll, Result } from './declaration.js';
import { bodyOf } from './error-rules.js';
import { firstFound, numberAt, textAt } from './json-path.js';

/** The engine's references to a job are a part of the stored reference. */
export interface Accepted {
  id?: string;
  /** A path below the engine's address, or a full URL of the engine. */
  poll: string;
  cancel?: { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string };
}

/** @returns null when the response to a submit lacks a declared value or contains a URL that is not the engine's own. */
export function readAcceptance(client: EngineClient, job: Job, response: EngineResponse): Accepted | null {
  const { answer: places = {}, poll: polled, cancel } = job;
  const body = bodyOf(response);
  const id = places.id === undefined ? undefined : textAt(body, places.id);
  if (places.id !== undefined && id === undefined) return null;
  const values = { ...job.values, id };
  const poll =
    places.url === undefined ? fillPath(polled!.path!, values) : ownUrl(client, textAt(body, places.url));
  if (poll === null) return null;
  const url = cancel && fillPath(cancel.path, values);
  return {
    ...(id === undefined ? {} : { id }),
    poll,
    ...(url ? { cancel: { method: cancel.method ?? 'POST', url } } : {}),
  };
}

function ownUrl(client: EngineClient, address: string | undefined): string | null {
  return address !== undefined && client.owns(address) ? address : null;
}

/**
 * The result is always fetched below the engine's address.
 * @returns null when the last poll does not contain the declared id, or one that cannot be part of a path.
 */
export function readResultPath(
  { result, values }: Job,
  id: string | undefined,
  response: EngineResponse,
): string | null {
  const { id: place, path } = result.fetch!;
  const resultId = place === undefined ? undefined : textAt(bodyOf(response), place);
  return fillPath(path, { ...values, id, resultId });
}

export type Progress =
  | { kind: 'done' | 'failed' | 'lost' }
  | { kind: 'running'; progress?: number; queuePosition?: number };

/** An undeclared state counts as running. @returns null when the response contains no state. */
export function readProgress(poll: Poll, response: EngineResponse): Progress | null {
  if (poll.pendingStatus === response.status) return { kind: 'running' };
  if (poll.state === undefined) return { kind: 'done' };
  const body = bodyOf(response);
  const state = textAt(body, poll.state);
  if (state === undefined) return null;
  const { done, failed = [], lost = [] } = poll.states!;
  if (done.includes(state)) return { kind: 'done' };
  if (failed.includes(state)) return { kind: 'failed' };
  if (lost.includes(state)) return { kind: 'lost' };
  return { kind: 'running', progress: percentOf(poll, body), queuePosition: positionOf(poll, body) };
}

function percentOf({ progress }: Poll, body: unknown): number | undefined {
  const reported = progress && numberAt(body, progress.path);
  return reported === undefined ? undefined : Math.min(100, Math.max(0, reported * (progress!.scale ?? 1)));
}

function positionOf({ queuePosition }: Poll, body: unknown): number | undefined {
  const reported = queuePosition === undefined ? undefined : numberAt(body, queuePosition);
  return reported !== undefined && reported >= 0 ? Math.floor(reported) : undefined;
}

/**
 * @returns null when there is no result URL, or when one of the values is not a text.
 * @throws {UnusableAddress} when one of them is never fetched: another scheme, or a host in the operator's network.
 */
export function readAddresses(
  client: EngineClient,
  { files }: Result,
  response: EngineResponse,
): string[] | null {
  const found = files === undefined ? [] : firstFound(bodyOf(response), files);
  const addresses = found.filter((value): value is string => typeof value === 'string');
  if (found.length === 0 || addresses.length < found.length || addresses.includes('')) return null;
  if (!addresses.every((text) => isFileAddress(client, text))) throw new UnusableAddress();
  return addresses;
}

/** @returns null when no file is inline in the response. */
export async function readFiles(
  work: Work,
  { result, values }: Job,
  response: EngineResponse,
): Promise<ProducedFile[] | null> {
  const { bytes, base64, contentType } = result;
  const declared = fillTemplate(contentType, { ...work.input, ...values }) as string | undefined;
  if (bytes) {
    if (!response.file) return null;
    return [{ path: response.file.path, contentType: declared ?? response.file.contentType }];
  }
  const found = base64 === undefined ? [] : firstFound(bodyOf(response), base64);
  const texts = found.filter((value): value is string => typeof value === 'string' && value !== '');
  if (texts.length === 0 || texts.length < found.length) return null;
  return Promise.all(texts.map((text) => fileOfBase64(work, text, declared ?? 'application/octet-stream')));
}

export function filesAt(
  client: EngineClient,
  work: Work,
  addresses: readonly string[],
): Promise<ProducedFile[]> {
  return Promise.all(addresses.map((address) => fileAt(client, work, address)));
}
