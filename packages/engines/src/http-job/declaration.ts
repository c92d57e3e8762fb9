/**
 * The declaration of an engine's HTTP API is the `engine:` section of its catalogue file, overridden and extended by the `options:` of a
 * model. docs/engines/http-job.md explains every field; declaration.schema.ts is the exact shape.
 */
import type { ClipBounds } from '../wire/index.js';
import type { SizeRule } from './frame-size.js';

/** A request. All parts except `headers` are templates; values in a path are percent-encoded. */
export interface Call {
  /** Default POST. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the engine's address. */
  path: string;
  query?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
  /** Set at most one of `json` and `form`. Media become file parts in a form and data URIs in JSON. */
  json?: unknown;
  form?: Readonly<Record<string, unknown>>;
}

interface Submit extends Call {
  /** On a repeated submit the engine returns its first response to our id of the attempt instead of working, and charging, twice. */
  idempotencyHeader?: string;
}

/** The input file is uploaded before the submit, which refers to it as `{{upload}}`. */
export interface Upload extends Call {
  /** The path of `{{upload}}` in the response. */
  value: string;
  /** An engine may only return an upload URL: the file is posted there as a form, without our secret. */
  to?: {
    /** The path of the URL in the response. */
    url: string;
    /** The path of the form's other fields in the response. */
    fields?: string;
    file: string;
  };
}

/** An asynchronous engine answers so at once. Without it, the response to the submit is the result. */
interface Acceptance {
  /** The path of `{{id}}`, for the poll and the cancel. */
  id?: string;
  /** The path of the URL to poll. Only a URL of the engine itself is accepted. */
  url?: string;
}

export interface Poll {
  /** Omitted when `answer.url` is set. */
  path?: string;
  headers?: Readonly<Record<string, string>>;
  /** An engine may require a minimum interval between two polls. */
  everySeconds?: number;
  /** Either the path of the state and its values (all others count as running)… */
  state?: string;
  states?: { done: readonly string[]; failed?: readonly string[]; lost?: readonly string[] };
  /** …or the HTTP status of a job that still runs; any other success is the result. */
  pendingStatus?: number;
  /** The path of a number; `scale` converts it to a percentage. */
  progress?: { path: string; scale?: number };
  /** The path of a number; 0 is next. */
  queuePosition?: string;
  /** The outcome when the id is unknown three times in a row. Default `refuse`: a hosted engine must not lose jobs. */
  lost?: 'retry' | 'refuse';
}

/** Exactly one of `bytes`, `base64` and `files` is set. Of several paths the first with a value counts. */
export interface Result {
  /** The last poll of some engines does not contain the result, which a GET fetches. */
  fetch?: {
    /** The path of `{{resultId}}` in the last poll. */
    id?: string;
    path: string;
    headers?: Readonly<Record<string, string>>;
  };
  /** The body of the response is the file. */
  bytes?: true;
  base64?: string | readonly string[];
  /** URLs, from which the service copies the files. */
  files?: string | readonly string[];
  /** The type of an inline file, when the response lacks it or is wrong; may use input fields: `image/{{format}}`. */
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
type ErrorClass = (typeof ERROR_CLASSES)[number];

/** Applies when all its conditions hold, even to a successful response. The first rule that applies counts. */
export interface ErrorRule {
  status?: number;
  /** A path in the body or the name of a header, and a regular expression for its text (case-insensitive). */
  path?: string;
  header?: string;
  matches?: string;
  is: ErrorClass;
  /** Limits the rule to responses to this call; by default it covers both. */
  on?: 'submit' | 'poll';
  /** For `retry`: the total number of attempts after which it counts as `provider_error`. */
  attempts?: number;
}

/** One job at the engine, from the submit to the result. */
export interface Job {
  values?: Readonly<Record<string, string | number | boolean>>;
  /** `{{width}}` and `{{height}}` are computed so from `aspectRatio` and `resolution`. */
  size?: SizeRule;
  /** The engine's limits for an input file. */
  media?: { maxBytes: number };
  /** An engine may bill a video's frames: these input fields bound its length and frame rate. */
  clip?: ClipBounds;
  upload?: Upload;
  submit: Submit;
  answer?: Acceptance;
  poll?: Poll;
  result: Result;
  /** Sent when the prediction ends before the engine's work does. `{{id}}` is available. */
  cancel?: Pick<Call, 'method' | 'path'>;
  errors?: readonly ErrorRule[];
}

type Sections = Partial<Omit<Job, 'submit' | 'poll' | 'result'>> & {
  submit?: Partial<Submit>;
  poll?: Partial<Poll>;
  result?: Result;
};

export interface WrittenJob extends Sections {
  /** A job that continues with the result of this one. It inherits every section that it does not set. */
  then?: WrittenJob;
}

/** Either a header with the secret, `{header: authorization, value: 'Bearer {{secret}}'}`, or a token signed with it. */
export interface WrittenAuth {
  header?: string;
  value?: string;
  /** An HS256 token in `authorization: Bearer …`; `issuer` is its `iss`, `lifetimeSeconds` (1800) its time to live. */
  jwt?: { issuer: string; lifetimeSeconds?: number };
}

/** All models of a file share it. */
export interface WrittenEngine extends WrittenJob {
  auth?: WrittenAuth;
  /** Sent with every request; a call's own headers take precedence. */
  headers?: Readonly<Record<string, string>>;
  /** Additional hosts of the engine are polled and receive the secret. `*.example.com` covers all subdomains. */
  trusted?: readonly string[];
  /** A free request that succeeds when the secret is valid. */
  check?: { path: string };
}
