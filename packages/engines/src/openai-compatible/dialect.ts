/** A dialect is a table of a server's operations, routes and fields; requests that several dialects share are in `calls/`. */
import type { FormData } from 'undici';
import type { Operation } from '../model.js';
import type { Work } from '../provider.js';
import type { Frame, FrameRule } from './frame-size.js';
import type { KnownInputs, ModelOptions } from './model-options.js';

/** The request of a prediction depends on these settings. */
export interface Order {
  work: Work;
  options: ModelOptions;
  /** Our field → the engine's, for fields that are passed through unchanged. */
  inputs: Readonly<Record<string, string>>;
  frames: FrameRule;
  /** The engine's address without a trailing slash, including `/v1`. */
  address: string;
}

export interface EngineCall {
  /** A path below the engine's address, or an absolute URL. */
  url: string;
  /** Set at most one of `json` and `form`. */
  json?: Record<string, unknown>;
  form?: FormData;
  /** The expected response. items: `{data: [{b64_json | url}]}` · bytes: the file is the body · job: `{id, status}`, polled below `url`. */
  expects: 'items' | 'bytes' | 'job';
  /** A downloaded file must be resized to this frame when the server ignores the requested one. */
  stretchTo?: Frame;
}

export interface Ability extends KnownInputs {
  call(order: Order): Promise<EngineCall>;
}

export interface Dialect {
  abilities: Readonly<Partial<Record<Operation, Ability>>>;
  frames: FrameRule;
  /**
   * The outcome when the server no longer knows a job. An operator's own server forgets on restart and a resubmit costs only time
   * (`retry`); at a hosted one the job may have been paid for (`refuse`).
   */
  lost: 'retry' | 'refuse';
}

/** The operator's own fields take precedence over those that are passed through unchanged. */
export function withPassedOn(
  { work, inputs, options }: Order,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const passed = Object.entries(inputs).map(([ours, theirs]) => [theirs, work.input[ours]] as const);
  const all = [...Object.entries(fields), ...passed, ...Object.entries(options.fields)];
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}
