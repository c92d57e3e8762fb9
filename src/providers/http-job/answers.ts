/** Reads what an engine answers: that it took a job on, how far it is, and what came out. */
import type { ProducedFile, Work } from '../provider.js';
import {
  type EngineAnswer,
  type EngineClient,
  fileAt,
  fileOfBase64,
  fillTemplate,
  isFileAddress,
} from '../wire/index.js';
import { pathOf } from './call.js';
import type { Job, Poll, Result } from './declaration.js';
import { bodyOf } from './error-rules.js';
import { firstFound, numberAt, textAt } from './json-path.js';

/** What a job is called at the engine; part of the reference. */
export interface Accepted {
  id?: string;
  /** Path below the engine's address, or a whole address of its own. */
  poll: string;
  cancel?: { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string };
}

/** @returns null when the answer does not say what it has to, or names an address that is not the engine's own. */
export function readAcceptance(client: EngineClient, job: Job, answer: EngineAnswer): Accepted | null {
  const { answer: places = {}, poll: polled, cancel } = job;
  const body = bodyOf(answer);
  const id = places.id === undefined ? undefined : textAt(body, places.id);
  if (places.id !== undefined && id === undefined) return null;
  const values = { ...job.values, id };
  const poll =
    places.url === undefined ? pathOf(polled!.path!, values) : ownAddress(client, textAt(body, places.url));
  if (poll === null) return null;
  const url = cancel && pathOf(cancel.path, values);
  return {
    ...(id === undefined ? {} : { id }),
    poll,
    ...(url ? { cancel: { method: cancel.method ?? 'POST', url } } : {}),
  };
}

function ownAddress(client: EngineClient, address: string | undefined): string | null {
  return address !== undefined && client.owns(address) ? address : null;
}

export type Progress =
  { kind: 'done' | 'failed' | 'lost' } | { kind: 'running'; progress?: number; queuePosition?: number };

/**
 * How far the job is, by a successful answer to a poll. A state that nobody has named counts as running.
 * @returns null when there is no state: an answer that means nothing.
 */
export function readProgress(poll: Poll, answer: EngineAnswer): Progress | null {
  if (poll.pendingStatus === answer.status) return { kind: 'running' };
  if (poll.state === undefined) return { kind: 'done' };
  const body = bodyOf(answer);
  const state = textAt(body, poll.state);
  if (state === undefined) return null;
  const { done, failed = [], lost = [] } = poll.states!;
  if (done.includes(state)) return { kind: 'done' };
  if (failed.includes(state)) return { kind: 'failed' };
  if (lost.includes(state)) return { kind: 'lost' };
  return { kind: 'running', progress: percentOf(poll, body), queuePosition: positionOf(poll, body) };
}

function percentOf({ progress }: Poll, body: unknown): number | undefined {
  const told = progress && numberAt(body, progress.path);
  return told === undefined ? undefined : Math.min(100, Math.max(0, told * (progress!.scale ?? 1)));
}

function positionOf({ queuePosition }: Poll, body: unknown): number | undefined {
  const told = queuePosition === undefined ? undefined : numberAt(body, queuePosition);
  return told !== undefined && told >= 0 ? Math.floor(told) : undefined;
}

/** Result files by address, before they are files; null when there is none, or not every one is an address. */
export function readAddresses(
  client: EngineClient,
  { files }: Result,
  answer: EngineAnswer,
): string[] | null {
  const found = files === undefined ? [] : firstFound(bodyOf(answer), files);
  const addresses = found.filter((value): value is string => typeof value === 'string');
  const usable = addresses.length === found.length && addresses.every((text) => isFileAddress(client, text));
  return usable && found.length > 0 ? addresses : null;
}

/** Result files that are in the answer itself; null when there is none. */
export async function readFiles(
  work: Work,
  { result, values }: Job,
  answer: EngineAnswer,
): Promise<ProducedFile[] | null> {
  const { bytes, base64, contentType } = result;
  const declared = fillTemplate(contentType, { ...work.input, ...values }) as string | undefined;
  if (bytes) {
    if (!answer.file) return null;
    return [{ path: answer.file.path, contentType: declared ?? answer.file.contentType }];
  }
  const found = base64 === undefined ? [] : firstFound(bodyOf(answer), base64);
  const texts = found.filter((value): value is string => typeof value === 'string' && value !== '');
  if (texts.length === 0 || texts.length < found.length) return null;
  return Promise.all(texts.map((text) => fileOfBase64(work, text, declared ?? 'application/octet-stream')));
}

/** Files of addresses that the engine gave. */
export function filesAt(
  client: EngineClient,
  work: Work,
  addresses: readonly string[],
): Promise<ProducedFile[]> {
  return Promise.all(addresses.map((address) => fileAt(client, work, address)));
}
