import { InputRefused } from '../../assets/index.js';
import type { Route } from '../../catalogue/index.js';
import { AnswerLost, NotSent, type Outcome, type Resubmission } from '../../providers/index.js';
import { CRASH_FAILURE, DEADLINE_FAILURE } from '../store/prediction.settlement.js';
import { OutputUnavailable } from './output.store.js';
import {
  afterError,
  afterOutcome,
  type Exchange,
  exchangeOf,
  failureBeforeStep,
  isKept,
  type Next,
  scheduleOf,
} from './step-decisions.js';
import type { StopReason } from './work-tools.js';

const RESUBMISSIONS: Resubmission[] = ['harmless', 'idempotent', 'lookup', 'none'];
const ROUTE: Route = { provider: 'another', model: 'a model there' } as Route;
const OUTCOMES = {
  pending: { kind: 'pending', ref: { job: 1 }, pollAfterMs: 500 },
  done: { kind: 'done', files: [{ path: 'a file', contentType: 'image/png' }] },
  retry: { kind: 'retry', code: 'provider_timeout', internal: 'slow' },
  refuse: { kind: 'refuse', code: 'content_rejected', message: 'No.', internal: 'nsfw' },
  unknown: { kind: 'unknown', internal: 'no answer' },
} as const satisfies Record<Outcome['kind'], Outcome>;

/** Every combination of circumstances. */
const CIRCUMSTANCES = RESUBMISSIONS.flatMap((resubmission) =>
  [false, true].flatMap((isSubmitOpen) =>
    [false, true].flatMap((retriesAmbiguous) =>
      [null, ROUTE].map((route) => ({ resubmission, isSubmitOpen, retriesAmbiguous, route })),
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
  ])('of %p the prediction fails as %p', (given, failure) => {
    expect(failureBeforeStep(given)).toBe(failure);
  });

  it.each<[isOpen: boolean, ref: boolean, Record<Resubmission, Exchange>]>([
    [false, false, { harmless: 'submit', idempotent: 'submit', lookup: 'submit', none: 'submit' }],
    [true, false, { harmless: 'submit', idempotent: 'resubmit', lookup: 'find', none: 'doubt' }],
    [false, true, { harmless: 'poll', idempotent: 'poll', lookup: 'poll', none: 'poll' }],
    [true, true, { harmless: 'poll', idempotent: 'poll', lookup: 'poll', none: 'poll' }],
  ])(
    'with an open submit: %p, with a reference: %p, the exchange is by the engine',
    (isOpen, ref, expected) => {
      const claimed = { submit_open: isOpen, provider_ref: ref ? { job: 1 } : null };
      const found = RESUBMISSIONS.map((resubmission) => [resubmission, exchangeOf(claimed, resubmission)]);
      expect(Object.fromEntries(found)).toEqual(expected);
    },
  );
});

describe('after an outcome', () => {
  it.each(CIRCUMSTANCES)('what an engine has taken on or given is kept: %p', (of) => {
    expect(afterOutcome(OUTCOMES.pending, of)).toEqual({ do: 'await', pending: OUTCOMES.pending });
    expect(afterOutcome(OUTCOMES.done, of)).toEqual({ do: 'store', files: OUTCOMES.done.files });
  });

  it.each(CIRCUMSTANCES)('what failed is tried again, at the next route if there is one: %p', (of) => {
    expect(afterOutcome(OUTCOMES.retry, of)).toEqual({
      do: 'retry',
      failed: OUTCOMES.retry,
      // An earlier submit may have been accepted, unless the operator takes that risk.
      maybeSent: of.isSubmitOpen && !of.retriesAmbiguous,
      route: of.route ?? undefined,
    });
  });

  it.each(CIRCUMSTANCES)('a refusal ends it, or goes to the next route: %p', (of) => {
    const { code, message, internal } = OUTCOMES.refuse;
    expect(afterOutcome(OUTCOMES.refuse, of)).toEqual(
      of.route
        ? { do: 'retry', failed: { kind: 'retry', code, internal }, route: ROUTE }
        : { do: 'fail', failure: { code, message, internal, ending: 'refused' } },
    );
    const silent = { ...OUTCOMES.refuse, internal: undefined };
    expect(afterOutcome(silent, { ...of, route: ROUTE })).toMatchObject({ failed: { internal: 'refused' } });
  });

  it.each(CIRCUMSTANCES)('a doubt is resolved by what the engine allows: %p', (of) => {
    const failed = { kind: 'retry', code: 'provider_error', internal: 'no answer' };
    const ends = {
      do: 'fail',
      failure: {
        code: 'provider_error',
        message: 'The engine failed.',
        ending: 'answerLost',
        internal: 'no answer',
      },
    };
    const expected: Record<Resubmission, unknown> = {
      harmless: { do: 'retry', failed },
      idempotent: { do: 'retry', failed, maybeSent: true },
      lookup: { do: 'retry', failed, maybeSent: true },
      none: of.retriesAmbiguous ? { do: 'retry', failed } : ends,
    };
    expect(afterOutcome(OUTCOMES.unknown, of)).toEqual(expected[of.resubmission]);
  });
});

describe('a worker that has to stop', () => {
  it.each<[StopReason, Outcome['kind'][]]>([
    ['shutdown', ['pending', 'done']],
    ['deadline', ['pending']],
    ['lost', []],
  ])('because of %p keeps these outcomes: %p', (reason, kinds) => {
    const kept = Object.values(OUTCOMES).filter((outcome) => isKept(reason, outcome));
    expect(kept.map(({ kind }) => kind)).toEqual(kinds);
  });
});

describe('after an error', () => {
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  const each = RESUBMISSIONS.flatMap((resubmission) =>
    [false, true].map((isSubmitOpen) => ({ resubmission, isSubmitOpen })),
  );

  it.each(each)('a stop decides, whatever the error: %p', (of) => {
    const isUnsent = of.resubmission === 'harmless';
    for (const error of [away, new Error('our fault'), new InputRefused('No.', false)]) {
      expect(afterError(error, 'lost', of)).toEqual({ do: 'drop' });
      expect(afterError(error, 'shutdown', of)).toEqual({ do: 'release', isUnsent, persistently: false });
      expect(afterError(error, 'deadline', of)).toEqual({ do: 'fail', failure: DEADLINE_FAILURE });
    }
    expect(afterError(away, null, of)).toEqual({ do: 'release', isUnsent, persistently: true });
  });

  it.each(each)('what cannot be used ends it: %p', (of) => {
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

  const transient: [error: unknown, code: string, operatorSide: boolean, maybeSent: boolean][] = [
    [new OutputUnavailable(true, 'away', null), 'output_unavailable', false, true],
    [new InputRefused('Its host is busy.', true), 'invalid_input', false, false],
    [new NotSent(true, 'nobody listens', null), 'provider_error', true, true],
    [new NotSent(false, 'no way', null), 'provider_error', false, true],
    [new AnswerLost('cut off'), 'provider_error', false, true],
    [new Error('our fault'), 'internal_error', false, true],
    ['no error at all', 'internal_error', false, true],
  ];

  it.each(transient)(
    '%p is tried again, with what the engine has',
    (error, code, operatorSide, maybeSent) => {
      for (const of of each) {
        const next = afterError(error, null, of);
        expect(next).toMatchObject({
          do: 'retry',
          failed: { kind: 'retry', code, operatorSide },
          keepRef: true,
          // An input is read before anything is sent.
          maybeSent: of.isSubmitOpen || maybeSent,
        } satisfies Record<string, unknown>);
        expect((next as Extract<Next, { do: 'retry' }>).failed.internal).toContain(
          error instanceof Error ? error.message : String(error),
        );
      }
    },
  );
});

describe('a retry', () => {
  const retry = (more: object = {}, route?: Route) => ({
    do: 'retry' as const,
    failed: { ...OUTCOMES.retry, ...more },
    route,
  });
  const half = () => 0.5;

  it.each([
    ['backs off with full jitter', retry(), 0, { delayMs: 500, counted: true }],
    ['doubles its ceiling', retry(), 2, { delayMs: 2_000, counted: true }],
    ['waits at least what the engine asks', retry({ afterMs: 9_000 }), 0, { delayMs: 9_000, counted: true }],
    ['ends after five attempts', retry(), 4, null],
    [
      'costs no attempt when the engine throttles',
      retry({ throttled: true }),
      4,
      { delayMs: 2_250, counted: false },
    ],
    [
      'costs no attempt when it is the operator’s to mend',
      retry({ operatorSide: true, afterMs: 100 }),
      4,
      { delayMs: 350, counted: false },
    ],
    ['goes to another engine at once', retry({}, ROUTE), 4, { delayMs: 0, counted: true }],
    [
      'goes to another engine at once, also for free',
      retry({ throttled: true }, ROUTE),
      0,
      { delayMs: 0, counted: false },
    ],
  ])('%s', (_name, given, errors, expected) => {
    expect(scheduleOf(given, errors, half)).toEqual(expected);
  });
});
