/**
 * What servers that speak OpenAI's media API have each of their own: which operations they have, at which route, with
 * which fields. A dialect is a table of these; the requests that several share are in `calls/`.
 */
import type { FormData } from 'undici';
import type { Operation } from '../../catalogue/index.js';
import type { Work } from '../provider.js';
import type { Frame, FrameRule } from './frame-size.js';
import type { KnownInputs, ModelOptions } from './model-options.js';

/** A prediction on its way to the engine. */
export interface Order {
  work: Work;
  options: ModelOptions;
  /** Our field → the engine's, for what goes there as it is. */
  inputs: Readonly<Record<string, string>>;
  frames: FrameRule;
  /** Of the engine, without a trailing slash; `/v1` belongs to it. */
  address: string;
}

/** The request that a prediction becomes. */
export interface EngineCall {
  /** Below the engine's address, or absolute. */
  url: string;
  /** One of these. */
  json?: Record<string, unknown>;
  form?: FormData;
  /**
   * items: `{data: [{b64_json | url}]}` · bytes: the file is the body · job: `{id, status}`, to be asked for below `url`.
   */
  answer: 'items' | 'bytes' | 'job';
  /** What a file at an address has to be brought to, where the server ignores the frame that it was given. */
  stretchTo?: Frame;
}

export interface Ability extends KnownInputs {
  call(order: Order): Promise<EngineCall>;
}

export interface Dialect {
  abilities: Readonly<Partial<Record<Operation, Ability>>>;
  frames: FrameRule;
  /**
   * What it means that a job is not known any more: a server of one's own forgets at a restart, and doing it again costs
   * only time (`retry`); at a hosted one it may have been paid for (`refuse`).
   */
  lost: 'retry' | 'refuse';
}

/** The fields that go to the engine as they are, and the operator's own, which win. */
export function withPassedOn(
  { work, inputs, options }: Order,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const passed = Object.entries(inputs).map(([ours, theirs]) => [theirs, work.input[ours]] as const);
  const all = [...Object.entries(fields), ...passed, ...Object.entries(options.fields)];
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}
