import { InputRefused, StorageFull, StorageUnavailable } from '../../assets/index.js';
import type { Route } from '../../catalogue/index.js';
import { AnswerLost, NotSent, type Outcome, type Resubmission } from '../../providers/index.js';
import { CRASH_FAILURE, DEADLINE_FAILURE } from '../settlement/prediction.settlement.js';
import { diskFaultOf, InputNotWritten } from './disk-fault.js';
import { OutputUnavailable } from './output.store.js';
import {
  afterError,
  afterOutcome,
  type Exchange,
  exchangeOf,
  failureBeforeStep,
  isWrittenOnStop,
  type Next,
  NotBegun,
  scheduleOf,
} from './step-decisions.js';
import type { StopReason } from './work-factory.js';

const RESUBMISSIONS: Resubmission[] = ['harmless', 'idempotent', 'lookup', 'none'];
const ROUTE: Route = { provider: 'another', model: 'a model there' } as Route;
const OUTCOMES = {
  pending: { kind: 'pending', ref: { job: 1 }, pollAfterMs: 500 },
  done: { kind: 'done', files: [{ path: 'a file', contentType: 'image/png' }] },
  retry: { kind: 'retry', code: 'provider_timeout', internal: 'slow' },
  refuse: { kind: 'refuse', code: 'content_rejected', message: 'No.', internal: 'nsfw' },
  unknown: { kind: 'unknown', internal: 'no response' },
} as const satisfies Record<Outcome['kind'], Outcome>;

const CIRCUMSTANCES = RESUBMISSIONS.flatMap((resubmission) =>
  [false, true].flatMap((isSubmitOpen) =>
    [false, true].flatMap((canPayTwice) =>
      [null, ROUTE].map((route) => ({ resubmission, isSubmitOpen, canPayTwice, route })),
    ),
  ),
);

describe('before a step', () => {
  const claimed = { remaining_ms: 1, crashes: 0, isolated_crashes: 0 };

  it.each([
    [claimed, null],
    [{ ...claimed, remaining_ms: 0 }, DEADLINE_FAILURE],
    [{ ...claimed, isolated_crashes: 3 }, CRASH_FAILURE],
    [{ ...claimed, remaining_ms: -1, crashes: 20 }, DEADLINE_FAILURE],
  ])('the prediction %p fails as %p', (given, failure) => {
    expect(failureBeforeStep(given)).toBe(failure);
  });

  it.each<[isOpen: boolean, ref: boolean, Record<Resubmission, Exchange>]>([
    [false, false, { harmless: 'submit', idempotent: 'submit', lookup: 'submit', none: 'submit' }],
    [true, false, { harmless: 'submit', idempotent: 'resubmit', lookup: 'find', none: 'none' }],
    [false, true, { harmless: 'poll', idempotent: 'poll', lookup: 'poll', none: 'poll' }],
    [true, true, { harmless: 'poll', idempotent: 'poll', lookup: 'poll', none: 'poll' }],
  ])(
    'the exchange depends on the engine; with an open submit: %p, with a reference: %p',
    (isOpen, ref, expected) => {
      const claimed = { submit_open: isOpen, provider_ref: ref ? { job: 1 } : null };
      const found = RESUBMISSIONS.map((resubmission) => [resubmission, exchangeOf(claimed, resubmission)]);
      expect(Object.fromEntries(found)).toEqual(expected);
    },
  );
});

describe('after an outcome', () => {
  it.each(CIRCUMSTANCES)('waits for accepted work and stores files: %p', (of) => {
    expect(afterOutcome(OUTCOMES.pending, of)).toEqual({ do: 'await', pending: OUTCOMES.pending });
    expect(afterOutcome(OUTCOMES.done, of)).toEqual({ do: 'store', files: OUTCOMES.done.files });
  });

  it.each(CIRCUMSTANCES)('a failed attempt is retried, at the next route if there is one: %p', (of) => {
    expect(afterOutcome(OUTCOMES.retry, of)).toEqual({
      do: 'retry',
      failed: OUTCOMES.retry,
      // An earlier submit may have been accepted, unless the operator accepts that risk.
      isAmbiguous: of.isSubmitOpen && !of.canPayTwice,
      route: of.route ?? undefined,
    });
  });

  it.each(CIRCUMSTANCES)('a refusal fails the prediction, or goes to the next route: %p', (of) => {
    const { code, message, internal } = OUTCOMES.refuse;
    expect(afterOutcome(OUTCOMES.refuse, of)).toEqual(
      of.route
        ? { do: 'retry', failed: { kind: 'retry', code, internal }, route: ROUTE }
        : { do: 'fail', failure: { code, message, internal, ending: 'refused' } },
    );
    const silent = { ...OUTCOMES.refuse, internal: undefined };
    expect(afterOutcome(silent, { ...of, route: ROUTE })).toMatchObject({ failed: { internal: 'refused' } });
  });

  it.each(CIRCUMSTANCES)('an unknown outcome follows what the engine allows: %p', (of) => {
    const failed = { kind: 'retry', code: 'provider_error', internal: 'no response' };
    const ends = {
      do: 'fail',
      failure: {
        code: 'provider_error',
        message: 'The engine failed.',
        ending: 'answerLost',
        internal: 'no response',
      },
    };
    const expected: Record<Resubmission, unknown> = {
      harmless: { do: 'retry', failed },
      idempotent: { do: 'retry', failed, isAmbiguous: true },
      lookup: { do: 'retry', failed, isAmbiguous: true },
      none: of.canPayTwice ? { do: 'retry', failed } : ends,
    };
    expect(afterOutcome(OUTCOMES.unknown, of)).toEqual(expected[of.resubmission]);
    // A whole response that is not what it must be would be the same again: it is not paid a second time.
    const answered: Record<Resubmission, unknown> = { ...expected, idempotent: ends, none: ends };
    const outcome = { ...OUTCOMES.unknown, isAnswered: true } as const;
    expect(afterOutcome(outcome, of)).toEqual(answered[of.resubmission]);
  });
});

describe('a stopped step', () => {
  it.each<[StopReason, Outcome['kind'][]]>([
    ['shutdown', ['pending', 'done']],
    ['deadline', ['pending']],
    ['lost', []],
  ])('because of %p still writes these outcomes: %p', (reason, kinds) => {
    const written = Object.values(OUTCOMES).filter((outcome) => isWrittenOnStop(reason, outcome));
    expect(written.map(({ kind }) => kind)).toEqual(kinds);
  });
});

describe('after an error', () => {
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  const each = RESUBMISSIONS.flatMap((resubmission) =>
    [false, true].map((isSubmitOpen) => ({ resubmission, isSubmitOpen })),
  );

  it.each(each)('the reason of a stop decides, whatever the error: %p', (of) => {
    const isUnsent = of.resubmission === 'harmless';
    for (const error of [away, new Error('our fault'), new InputRefused('No.', false)]) {
      expect(afterError(error, 'lost', of)).toEqual({ do: 'drop' });
      expect(afterError(error, 'shutdown', of)).toEqual({ do: 'release', isUnsent, isPersistent: false });
      expect(afterError(error, 'deadline', of)).toEqual({ do: 'fail', failure: DEADLINE_FAILURE });
    }
    expect(afterError(away, null, of)).toEqual({ do: 'release', isUnsent, isPersistent: true });
  });

  it.each(each)('an intent that was not acknowledged leaves nothing at the engine: %p', (of) => {
    const release = { do: 'release', isUnsent: true };
    expect(afterError(new NotBegun(away), null, of)).toEqual({ ...release, isPersistent: true });
    expect(afterError(new NotBegun(away), 'shutdown', of)).toEqual({ ...release, isPersistent: false });
  });

  it.each(each)('an unusable file fails the prediction: %p', (of) => {
    expect(afterError(new InputRefused('Not a picture.', false), null, of)).toEqual({
      do: 'fail',
      failure: { code: 'invalid_input', message: 'Not a picture.', ending: 'inputUnusable' },
    });
    expect(afterError(new OutputUnavailable(false, 'too large', null), null, of)).toEqual({
      do: 'fail',
      failure: {
        code: 'output_unavailable',
        message: 'The engine gave no usable output.',
        ending: 'outputUnusable',
        internal: 'too large',
      },
    });
  });

  const transient: [error: unknown, code: string, operatorSide: boolean, isAmbiguous: boolean][] = [
    [new OutputUnavailable(true, 'away', null), 'output_unavailable', false, true],
    [new InputRefused('Its host is busy.', true), 'invalid_input', false, false],
    [new NotSent(true, 'connection refused', null), 'provider_error', true, true],
    [new NotSent(false, 'no way', null), 'provider_error', false, true],
    [new AnswerLost('cut off'), 'provider_error', false, true],
    [new Error('our fault'), 'internal_error', false, true],
    ['no error at all', 'internal_error', false, true],
  ];

  it.each(transient)('%p is retried and keeps the reference', (error, code, operatorSide, isAmbiguous) => {
    for (const of of each) {
      const next = afterError(error, null, of);
      expect(next).toMatchObject({
        do: 'retry',
        failed: { kind: 'retry', code, operatorSide },
        keepsRef: true,
        // Input files are read before the submit is sent.
        isAmbiguous: of.isSubmitOpen || isAmbiguous,
      } satisfies Record<string, unknown>);
      expect((next as Extract<Next, { do: 'retry' }>).failed.internal).toContain(
        error instanceof Error ? error.message : String(error),
      );
    }
  });
});

describe('a retry', () => {
  const retry = (more: object = {}, route?: Route) => ({
    do: 'retry' as const,
    failed: { ...OUTCOMES.retry, ...more },
    route,
  });
  const half = () => 0.5;

  it.each([
    ['backs off with full jitter', retry(), 0, { delayMs: 500, isCounted: true }],
    ['doubles its ceiling', retry(), 2, { delayMs: 2_000, isCounted: true }],
    [
      'waits at least as long as the engine asks',
      retry({ afterMs: 9_000 }),
      0,
      { delayMs: 9_000, isCounted: true },
    ],
    ['ends after five attempts', retry(), 4, null],
    [
      'does not count when the engine throttles',
      retry({ throttled: true }),
      4,
      { delayMs: 2_250, isCounted: false },
    ],
    [
      'does not count when the failure is on the operator’s side',
      retry({ operatorSide: true, afterMs: 100 }),
      4,
      { delayMs: 350, isCounted: false },
    ],
    ['goes to another engine at once', retry({}, ROUTE), 4, { delayMs: 0, isCounted: true }],
    [
      'goes to another engine at once when it does not count',
      retry({ throttled: true }, ROUTE),
      0,
      { delayMs: 0, isCounted: false },
    ],
  ])('%s', (_name, given, errors, expected) => {
    expect(scheduleOf(given, errors, half)).toEqual(expected);
  });
});

describe('after a fault of our own disk', () => {
  const code = (name: string, syscall = 'write') => Object.assign(new Error(name), { code: name, syscall });
  const FAULTS: [string, unknown][] = [
    ...['ENOSPC', 'EROFS', 'EDQUOT', 'EIO', 'EACCES', 'ESTALE'].map((name): [string, unknown] => [
      name,
      code(name),
    ]),
    ['a full storage', new StorageFull('ENOSPC')],
    ['a scratch directory that is away', new StorageUnavailable('scratch', code('ENOTDIR', 'mkdir'))],
    [
      'what an encoder says of it',
      new Error('VipsForeignSave: write error\nsystem error: No space left on device'),
    ],
    ['a child of the engine', new Error("Error: EROFS: read-only file system, open 'x'")],
    ['a cause', new Error('not stored', { cause: code('ENOSPC') })],
  ];

  it.each(FAULTS)('%s: the work is left to a worker that can write, and counts no attempt', (_, error) => {
    for (const resubmission of RESUBMISSIONS) {
      const isSafe = resubmission === 'harmless';
      expect(afterError(error, null, { resubmission, isSubmitOpen: false })).toEqual({
        do: 'release',
        isUnsent: isSafe,
        isPersistent: true,
        isNoAttempt: isSafe,
      });
    }
  });

  it('a file that is too large for a disk that takes others waits, and counts no attempt', () => {
    const of = { resubmission: 'harmless', isSubmitOpen: true, isTooLarge: true } as const;
    expect(afterError(new StorageFull('ENOSPC'), null, of)).toEqual({
      ...{ do: 'release', isUnsent: true, isPersistent: true, isNoAttempt: true, afterMs: 10_000 },
    });
  });

  it.each(RESUBMISSIONS)('an input that was not written was not sent (%s)', (resubmission) => {
    const error = new InputNotWritten('full');
    const after = (isSubmitOpen: boolean) => afterError(error, null, { resubmission, isSubmitOpen });
    expect(after(false)).toMatchObject({ do: 'release', isUnsent: true, isNoAttempt: true });
    // An earlier submit may have been sent.
    expect(after(true)).toMatchObject({ do: 'release', isUnsent: resubmission === 'harmless' });
  });

  it.each<[string, unknown]>([
    ['a program that may not be started', code('EACCES', 'spawn ffmpeg')],
    ['a forbidden connection', code('EACCES', 'connect')],
    ['a broken file', new OutputUnavailable(false, 'broken', new Error('No space left on device'))],
    ['an engine whose disk is full', new AnswerLost('HTTP 500: No space left on device')],
  ])('%s is none', (_, error) => {
    expect(diskFaultOf(error)).toBeNull();
  });

  it('a storage that all processes share costs no attempt, and waits', () => {
    const error = new OutputUnavailable(true, 'storage', new StorageFull('QuotaExceeded'));
    const next = afterError(error, null, { resubmission: 'harmless', isSubmitOpen: false });
    expect(next).toMatchObject({ do: 'retry', keepsRef: true, failed: { operatorSide: true } });
  });
});
