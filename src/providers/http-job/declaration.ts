/**
 * How an engine is spoken to, as its catalogue file says it: what is under `engine:`, overridden and added to by the
 * `options:` of a model. docs/engines/http-job.md explains every field; declaration.schema.ts is the exact shape.
 */
import type { ClipBounds } from '../wire/index.js';
import type { SizeRule } from './frame-size.js';

/** A request. Everything but `headers` is a template; in a path every value is percent-encoded. */
export interface Call {
  /** Default POST. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the engine's address. */
  path: string;
  query?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
  /** One of these, or no body. In a form, media are file parts; in JSON, data URIs. */
  json?: unknown;
  form?: Readonly<Record<string, unknown>>;
}

export interface Submit extends Call {
  /** Carries our id of the attempt: the engine gives its first answer again instead of working, and charging, twice. */
  idempotencyHeader?: string;
}

/** Brings the input's file to the engine first. What comes back is `{{upload}}` in the submit. */
export interface Upload extends Call {
  /** Where in the answer `{{upload}}` is. */
  value: string;
  /** For an engine that only answers where to: the file is posted to this place as a form, without our secret. */
  to?: {
    /** Where in the answer the address is. */
    url: string;
    /** Where in the answer the form's other fields are. */
    fields?: string;
    /** Name of the form's file field. */
    file: string;
  };
}

/** What an engine that takes its time gives back at once. Without it, the answer to the submit is the result. */
export interface Acceptance {
  /** `{{id}}` of the poll and the cancel. */
  id?: string;
  /** The whole address to poll. Only an address of the engine's own is believed. */
  url?: string;
}

export interface Poll {
  /** Left out when `answer.url` says where. */
  path?: string;
  headers?: Readonly<Record<string, string>>;
  /** At least this long between two polls, for an engine that says so. */
  everySeconds?: number;
  /** Either where the state is and what it may be (others count as running)… */
  state?: string;
  states?: { done: readonly string[]; failed?: readonly string[]; lost?: readonly string[] };
  /** …or the status that means “not yet”; any other success is the result. */
  pendingStatus?: number;
  /** A number; `scale` makes it a percentage. */
  progress?: { path: string; scale?: number };
  /** A number, 0 for the next in line. */
  queuePosition?: string;
  /** What an id that is unknown three times in a row means. Default `refuse`: a hosted engine has no excuse. */
  lost?: 'retry' | 'refuse';
}

/** Exactly one of `bytes`, `base64` and `files`. Of several places the first that holds anything counts. */
export interface Result {
  /** The answer's body is the file. */
  bytes?: true;
  base64?: string | readonly string[];
  /** Addresses, which the service copies from. */
  files?: string | readonly string[];
  /** Of a file in the answer, when the answer does not say or is wrong; may name input fields: `image/{{format}}`. */
  contentType?: string;
}

export const ERROR_CLASSES = [
  'content_rejected',
  'invalid_input',
  'provider_error',
  'operator',
  'throttled',
  'retry',
  'unknown',
] as const;
export type ErrorClass = (typeof ERROR_CLASSES)[number];

/** Applies when all that it names holds, also to an answer that says success. The first that applies counts. */
export interface ErrorRule {
  status?: number;
  /** A place in the body, or the name of a header, and the regular expression that its text matches, in any case. */
  path?: string;
  header?: string;
  matches?: string;
  is: ErrorClass;
  /** Only in answers to this; without it in all. */
  on?: 'submit' | 'poll';
  /** Of `retry`: attempts in all after which it counts as `provider_error`. */
  attempts?: number;
}

/** One exchange with the engine from asking to the result. */
export interface Job {
  /** Further names for templates. */
  values?: Readonly<Record<string, string | number | boolean>>;
  /** How `{{width}}` and `{{height}}` follow from `aspectRatio` and `resolution`. */
  size?: SizeRule;
  /** What the engine takes of an input file. */
  media?: { maxBytes: number };
  /** The input fields that say how long and how fast a video is at most, for an engine that bills its frames. */
  clip?: ClipBounds;
  upload?: Upload;
  submit: Submit;
  answer?: Acceptance;
  poll?: Poll;
  result: Result;
  /** Sent when the prediction is over before the engine is. `{{id}}` is known. */
  cancel?: Pick<Call, 'method' | 'path'>;
  errors?: readonly ErrorRule[];
}

type Sections = Partial<Omit<Job, 'submit' | 'poll' | 'result'>> & {
  submit?: Partial<Submit>;
  poll?: Partial<Poll>;
  result?: Result;
};

/** As written, at an engine or a model. */
export interface WrittenJob extends Sections {
  /** A further job made of the result of this one: what it does not say is as in the one before. */
  then?: WrittenJob;
}

/** What a file says once for all its models. */
export interface WrittenEngine extends WrittenJob {
  /** A header that carries the secret: `{header: authorization, value: 'Bearer {{secret}}'}`. */
  auth?: { header: string; value: string };
  /** Sent with every request; a call's own win. */
  headers?: Readonly<Record<string, string>>;
  /** Further hosts that are the engine's own: they are polled, and given the secret. `*.example.com` for all below. */
  trusted?: readonly string[];
  /** Answers with success, at no cost, when the secret is good. */
  check?: { path: string };
}
