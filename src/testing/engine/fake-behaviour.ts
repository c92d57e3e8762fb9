import type { FailureCode, Outcome, ProducedFile, Work } from '../../providers/index.js';

/**
 * An exchange with a fake engine: an outcome of the port by its kind; `throttled` is `retry` without an attempt, `throw` an
 * error that the port does not know, `hang` no response until the signal aborts. Or an outcome in full, or what returns one.
 */
export type FakeExchange =
  | Outcome['kind']
  | 'throttled'
  | 'throw'
  | 'hang'
  | Outcome
  | ((work: Work) => Outcome | Promise<Outcome>);

/**
 * A file of a fake engine: `good` is a small real file of the modality; `corrupt` breaks off, `empty` has no bytes,
 * `wrong-type` is a text, `missing` is a URL without a file, `too-large` a URL whose file is larger than an output may be.
 */
export type FakeFile =
  | 'good'
  | 'corrupt'
  | 'empty'
  | 'wrong-type'
  | 'missing'
  | 'too-large'
  | Uint8Array
  | ProducedFile;

/** What a fake engine does with one submit, and with the polls, `find` and `cancel` that follow it. */
export interface FakeBehaviour {
  /** Default `done`, or `pending` when `poll` is given or a file is at the engine. */
  submit?: FakeExchange;
  /** What polls return, one each; the last repeats. Default `done`. */
  poll?: FakeExchange | readonly FakeExchange[];
  /** Default `found`: a submit whose response was lost had been accepted. */
  find?: 'found' | 'missing' | 'throw';
  /** Default `accepted`. */
  cancel?: 'accepted' | 'refused';
  /** Default one good file. An empty list is a result without files. */
  files?: FakeFile | readonly FakeFile[];
  /** Of `retry` and `refuse`. Default `provider_error`. */
  code?: FailureCode;
  /** Of `refuse`: public. */
  message?: string;
  /** For the operator's log. */
  internal?: string;
  /** The fault lies between the operator and the engine. */
  operatorSide?: boolean;
  /** Milliseconds that `retry` and `throttled` ask for. */
  afterMs?: number;
  /** Milliseconds until the next poll. Default 50. */
  pollAfterMs?: number;
  /** Of `pending`, 0–100. */
  progress?: number;
  /** Of `pending`. */
  queuePosition?: number;
  /** Only for submits of this model. */
  modelKey?: string;
  /** Only for submits with this prompt. */
  prompt?: string;
}

/** A behaviour, or only its submit. */
export type FakePlan = FakeBehaviour | FakeExchange;

const isBehaviour = (plan: FakePlan): plan is FakeBehaviour => typeof plan === 'object' && !('kind' in plan);

export function behaviourOf(plan: FakePlan): FakeBehaviour {
  return isBehaviour(plan) ? plan : { submit: plan };
}

export function isFor({ modelKey, prompt }: FakeBehaviour, work: Work): boolean {
  return (
    (modelKey === undefined || modelKey === work.modelKey) &&
    (prompt === undefined || prompt === work.input.prompt)
  );
}

export function filesOf({ files = 'good' }: FakeBehaviour): readonly FakeFile[] {
  return isList(files) ? files : [files];
}

/** @param number counts from 0. */
export function pollOf({ poll = 'done' }: FakeBehaviour, number: number): FakeExchange {
  if (!isList(poll)) return poll;
  return poll[Math.min(number, poll.length - 1)] ?? 'done';
}

/** `submit` of the port may return local files only, so others are polled. */
export function submitOf(behaviour: FakeBehaviour): FakeExchange {
  const { submit, poll } = behaviour;
  const isRemote = filesOf(behaviour).some(
    (file) => file === 'missing' || file === 'too-large' || isUrl(file),
  );
  if (submit === undefined) return isRemote || poll !== undefined ? 'pending' : 'done';
  return submit === 'done' && isRemote ? 'pending' : submit;
}

const isUrl = (file: FakeFile) => typeof file === 'object' && 'url' in file;

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}
