/**
 * An adapter reports what happened; `generation/` decides what follows. An adapter never retries, never waits longer than one exchange with
 * its engine, and never touches the database.
 */
import type { CatalogueModel, Modality, Operation } from './model.js';

/** The contract's closed list of codes with which a prediction fails. Callers see them. */
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
/** A code with which a prediction fails. */
export type FailureCode = (typeof FAILURE_CODES)[number];

/** An engine's identifiers of a prediction: its id, its URLs. Stored as JSON; never shown to callers. */
export type ProviderRef = Record<string, unknown>;

/** One attempt at one prediction, as the adapter sees it. */
export interface Work {
  predictionId: string;
  /** 1 for the first. */
  attempt: number;
  /** Increases each time a worker claims the prediction, so a reference that contains it identifies one claim. */
  fence: number;
  modelKey: string;
  model: string;
  modality: Modality;
  operation: Operation;
  input: Readonly<Record<string, unknown>>;
  /** The model's `options` from the catalogue. */
  options: Readonly<Record<string, unknown>>;
  /** In database time, for display and storage. Use `remainingMs` for timeouts. */
  deadline: Date;
  /** Returns the milliseconds left until the deadline, negative after it. Does not depend on this machine's clock being right. */
  remainingMs(): number;
  /** A scratch directory of this attempt, removed after it. */
  directory: string;
  /** Aborted on cancel, on the deadline, when the lease is lost and at shutdown. */
  signal: AbortSignal;
  /** Reports the progress, 0–100, as often as the engine does. */
  progress: (percent: number) => void;
  /** Returns a local copy, made by the one safe fetcher. Do not catch its errors; they carry the public message. */
  media(field: 'imageUrl' | 'videoUrl'): Promise<InputFile>;
}

/** An input file of a prediction, complete and of the type it claims. */
export interface InputFile {
  path: string;
  contentType: string;
  /** Videos only, measured packet by packet. */
  durationSeconds?: number;
  framesPerSecond?: number;
}

/** Displayed pixels of an input, as far as they are known before it is copied. */
export interface InputSize {
  width: number;
  height: number;
}

/** A result file, either local or still at the engine. */
export type ProducedFile =
  | { path: string; contentType: string }
  /** Small: the service holds it in memory until it is stored. */
  | { bytes: Uint8Array; contentType: string }
  | {
      url: string;
      headers?: Record<string, string>;
      /** Hosts that the operator runs: they may have private addresses. All other hosts must be public. */
      trustedHosts?: string[];
    };

/** The kinds of an `Outcome`. */
export const OUTCOME_KINDS = [
  'pending',
  'done',
  'retry',
  'refuse',
  'unknown',
] as const satisfies Outcome['kind'][];

/** What `submit` and `poll` return; the service decides what follows. */
export type Outcome =
  /** The engine has accepted the work and has not finished it: poll with the reference. A waiting prediction holds no worker slot. */
  | { kind: 'pending'; ref: ProviderRef; pollAfterMs: number; progress?: number; queuePosition?: number }
  /**
   * The result. `submit` may return it only with local files. When an engine's response to a submit contains URLs, `submit` returns
   * `pending` with the URLs in the reference and `poll` returns the files: a failed copy then never runs the model again.
   */
  | { kind: 'done'; files: ProducedFile[] }
  /** The work did not happen and may be submitted again. `throttled` waits without counting as an attempt. */
  | {
      kind: 'retry';
      code: FailureCode;
      internal: string;
      afterMs?: number;
      throttled?: boolean;
      operatorSide?: boolean;
    }
  /** The work can never succeed: fail and refund. `message` is public. */
  | {
      kind: 'refuse';
      code: FailureCode;
      message: string;
      internal?: string;
      operatorSide?: boolean;
      missing?: boolean;
    }
  /**
   * The engine may or may not have accepted the work: resolve it as `resubmission` allows, else follow `onAmbiguous`. `isAnswered`: a
   * whole, successful response lacks what it must have. A repetition would be paid, and answered, the same: the work is looked up, or
   * fails.
   */
  | { kind: 'unknown'; internal: string; isAnswered?: boolean };

/*
 * `operatorSide`: the fault lies between the operator and the engine (credentials, billing, connection refused) and
 * may affect every prediction. Several in a row open the engine's circuit, if its own check fails too: no request of a
 * caller opens one. Another route of the model may accept the prediction.
 *
 * `missing`: the server does not have the route, or not what it names. The service asks `lacks`.
 */

/** The result of a health check of an engine, for the operator. */
export interface EngineCheck {
  ok: boolean;
  /** One line without secrets: what responded, or why nothing did. */
  detail: string;
}

/**
 * What follows when a submit may have been accepted and no reference is stored.
 * - `harmless`: submit again; a repeated run costs no money.
 * - `idempotent`: submit again; the engine recognizes our id.
 * - `lookup`: call `find`.
 * - `none`: follow the operator's `onAmbiguous`, by default fail and refund.
 */
export type Resubmission = 'harmless' | 'idempotent' | 'lookup' | 'none';

/** An engine. An adapter reports what happened and decides nothing. */
export abstract class Provider {
  /** The same as in `catalogue/<name>.yaml`. */
  abstract readonly name: string;
  /** The engine's address without credentials, for the operator. Null for an engine that is not remote. */
  readonly address: string | null = null;
  abstract readonly resubmission: Resubmission;
  /** The number of predictions that this process may advance at this engine at once. Others wait in the queue. */
  readonly places: number = Infinity;
  /** Whether the engine works by rules and is no trained model: its results are marked accordingly. */
  readonly isProcedural: boolean = false;

  /** Returns true when the engine is configured and everything the model needs is present. */
  abstract offers(model: CatalogueModel): boolean;

  /**
   * Returns why the result of an input of this size would be too large for the engine, as a public sentence; null when it is
   * not. The service asks before it charges, when it knows the size.
   */
  problemOfSize(
    _model: CatalogueModel,
    _input: Readonly<Record<string, unknown>>,
    _size: InputSize,
  ): string | null {
    return null;
  }

  abstract submit(work: Work): Promise<Outcome>;

  /**
   * Needed only when `submit` returns `pending`. A poll that could not be made returns `pending` with the same
   * reference. `retry` means that the engine gave the work up and it must be submitted again.
   */
  poll(_work: Work, _ref: ProviderRef): Promise<Outcome> {
    return Promise.resolve({ kind: 'refuse', code: 'internal_error', message: 'The prediction was lost.' });
  }

  /** Needed only for `lookup`. Returns the reference of a submit whose response was lost, or null when the engine never received it. */
  find(_work: Work): Promise<ProviderRef | null> {
    return Promise.resolve(null);
  }

  /** Asks the engine to stop. Best effort: the prediction is already final. */
  cancel(_ref: ProviderRef): Promise<void> {
    return Promise.resolve();
  }

  /** Calls the engine with our credentials, free of cost and within seconds: for `providers check` and to close an open circuit. */
  check(): Promise<EngineCheck> {
    return Promise.resolve({ ok: true, detail: 'built in' });
  }

  /**
   * Called after a submit of this operation was answered with `missing`. Returns why the engine's server cannot do the
   * operation at all, for the operator; null when it can, or when that is not certain. Its models are then not on offer
   * there. It causes no costs. @throws when it cannot be found out now.
   */
  lacks(_operation: Operation): Promise<string | null> {
    return Promise.resolve(null);
  }
}
