/**
 * The port of an engine: an adapter says what happened, the prediction's life is decided elsewhere. An adapter never
 * retries, never waits longer than one exchange with its engine, and never touches the database.
 */
import type { CatalogueModel, Modality, Operation } from '../catalogue/index.js';

/** What the caller of a failed prediction is told. The contract's closed list. */
export const FAILURE_CODES = [
  'provider_error',
  'provider_timeout',
  'content_rejected',
  'invalid_input',
  'output_unavailable',
  'deadline_exceeded',
  'cancelled',
  'internal_error',
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

/** What an engine calls a prediction: its id there, its addresses. Stored as JSON; never shown to callers. */
export type ProviderRef = Record<string, unknown>;

/** One attempt at one prediction, as the adapter sees it. */
export interface Work {
  predictionId: string;
  /** 1 for the first. */
  attempt: number;
  /** Rises each time a worker takes the prediction up: a reference that names it tells one step from every later one. */
  fence: number;
  modelKey: string;
  model: string;
  modality: Modality;
  operation: Operation;
  input: Readonly<Record<string, unknown>>;
  /** The model's `options` from the catalogue. */
  options: Readonly<Record<string, unknown>>;
  /** By the database's clock: to be shown or stored. Use `remainingMs` for timeouts. */
  deadline: Date;
  /** Milliseconds left until the deadline; negative after it. A wrong or stepping clock of this machine does not matter. */
  remainingMs(): number;
  /** A scratch directory of this attempt, removed after it. */
  directory: string;
  /** Aborted on cancel, on the deadline, when the lease is lost and at shutdown. */
  signal: AbortSignal;
  /** 0–100, as often as the engine tells. */
  progress(percent: number): void;
  /** A local copy of `imageUrl` or `videoUrl`, by the one safe fetcher. What it throws, let through: it says what the caller is told. */
  media(field: 'imageUrl' | 'videoUrl'): Promise<InputFile>;
}

/** A file that a prediction starts from, whole and of the type it claims. */
export interface InputFile {
  path: string;
  contentType: string;
  /** Of a video, measured packet by packet. */
  durationSeconds?: number;
  framesPerSecond?: number;
}

/** A result file: here already, or to be fetched from the engine. */
export type ProducedFile =
  | { path: string; contentType: string }
  | {
      url: string;
      headers?: Record<string, string>;
      /** Hosts the operator runs, which may have private addresses; all others must be public. */
      trustedHosts?: string[];
    };

export type Outcome =
  /** The engine has it and is not done: come back with the reference. No worker's place is held meanwhile. */
  | { kind: 'pending'; ref: ProviderRef; pollAfterMs: number; progress?: number; queuePosition?: number }
  /**
   * The result. From `submit` only with files that are here already: an engine that answers with addresses gives
   * `pending` with them in the reference, and `poll` gives the files, so that a copy that fails never runs the model again.
   */
  | { kind: 'done'; files: ProducedFile[] }
  /** It did not happen and may be tried again. `throttled` waits without counting as an attempt. */
  | {
      kind: 'retry';
      code: FailureCode;
      internal: string;
      afterMs?: number;
      throttled?: boolean;
      operatorSide?: boolean;
    }
  /** It will never work: fail and refund. `message` is public. */
  | { kind: 'refuse'; code: FailureCode; message: string; internal?: string; operatorSide?: boolean }
  /** The engine may or may not have accepted it: find out, or else do what `onAmbiguous` says. */
  | { kind: 'unknown'; internal: string };

/*
 * `operatorSide`: what went wrong is between the operator and the engine (credentials, payment, nobody listening) and
 * would befall every prediction: enough of them in a row open the engine's circuit.
 */

/** What asking an engine for a sign of life found, for the operator. */
export interface EngineCheck {
  ok: boolean;
  /** One line, without secrets: what answered, or why nothing did. */
  detail: string;
}

/**
 * What to do when a submit may have been accepted and there is no reference:
 * harmless: submit again (it costs nobody money) · idempotent: submit again, the engine knows it by our id ·
 * lookup: ask `find` · none: follow the operator's `onAmbiguous`, by default fail and refund.
 */
export type Resubmission = 'harmless' | 'idempotent' | 'lookup' | 'none';

export abstract class Provider {
  /** As in `catalogue/<name>.yaml`. */
  abstract readonly name: string;
  /** Address of the engine for the operator's eyes, without credentials; null when it is not a remote one. */
  readonly address: string | null = null;
  abstract readonly resubmission: Resubmission;
  /** Predictions this process may advance at once at this engine; more wait their turn in the line. */
  readonly places: number = Infinity;

  /** Whether this installation can run the model: configured, and what it needs is present. */
  abstract offers(model: CatalogueModel): boolean;

  abstract submit(work: Work): Promise<Outcome>;

  /**
   * Only for adapters whose submit gives `pending`. A poll that could not be made is `pending` again, with the same
   * reference; `retry` says that the engine gave this one up and a new submit is in order.
   */
  poll(_work: Work, _ref: ProviderRef): Promise<Outcome> {
    return Promise.resolve({ kind: 'refuse', code: 'internal_error', message: 'The prediction was lost.' });
  }

  /** Only for `lookup`: the reference of a submit whose answer was lost, or null when the engine never got it. */
  find(_work: Work): Promise<ProviderRef | null> {
    return Promise.resolve(null);
  }

  /** Best effort: the prediction is final already. */
  cancel(_ref: ProviderRef): Promise<void> {
    return Promise.resolve();
  }

  /**
   * Reaches the engine with our credentials without asking it for anything that costs: for `npm run providers:check`
   * and for closing an open circuit. Bounded to seconds by the adapter.
   */
  check(): Promise<EngineCheck> {
    return Promise.resolve({ ok: true, detail: 'built in' });
  }
}
