/** The outcome of each response to a submit: a lost response is never treated as a rejection. */
import type { Outcome } from '@offprint/engines';
import { pollToEnd, runToEnd } from '../../support/engine-work.js';
import type { Trial } from '../provider.contract.js';
import { engineWords, expectNoSecret, paidCalls, submits } from './traces.js';

const OPERATOR = { kind: 'refuse', code: 'provider_error', operatorSide: true };
const BAD_INPUT = { kind: 'refuse', code: 'invalid_input' };
const THROTTLED = { kind: 'retry', throttled: true };

/** fault → description and expected outcome */
const MEANS: Record<string, [meaning: string, expected: object]> = {
  'throttle-seconds': ['wait as many seconds', { ...THROTTLED, afterMs: 7_000 }],
  'throttle-date': ['wait until that date', THROTTLED],
  'throttle-hint': ['wait as the text says', { ...THROTTLED, afterMs: 30_000 }],
  'error-400': ['the input is at fault', BAD_INPUT],
  'error-413': ['the input is at fault', BAD_INPUT],
  'error-422': ['the input is at fault', BAD_INPUT],
  'error-401': ['the operator has to look', OPERATOR],
  'error-402': ['the operator has to look', OPERATOR],
  'error-403': ['the operator has to look', OPERATOR],
  'echo-secret': ['the operator has to look', OPERATOR],
  'error-404': ['it never works', { kind: 'refuse', code: 'provider_error' }],
  'error-502': ['not now', { kind: 'retry', code: 'provider_error' }],
  'error-503': ['not now', { kind: 'retry', code: 'provider_error' }],
  'error-500': ['nobody knows', { kind: 'unknown' }],
  'error-408': ['nobody knows', { kind: 'unknown' }],
  'error-504': ['nobody knows', { kind: 'unknown' }],
  'answer-lost': ['nobody knows', { kind: 'unknown' }],
  'malformed-json': ['nobody knows', { kind: 'unknown' }],
  'reset-before-body': ['nobody knows', { kind: 'unknown' }],
  'reset-after-body': ['nobody knows', { kind: 'unknown' }],
};
/** Faults after which the engine has accepted the job without a response. */
const PAID = new Set(['answer-lost', 'malformed-json']);

export function describeAnswers(trial: Trial): void {
  const { differs = {}, moderates = true } = trial.fixture;

  it.each(Object.entries(MEANS).map(([fault, [meaning]]) => [fault, meaning]))(
    'treats %s as: %s, and submits once',
    async (fault) => {
      await trial.engine.fault(fault);
      const outcome = await trial.provider.submit(trial.workshop.make(trial.first));
      expect(outcome).toMatchObject(differs[fault] ?? MEANS[fault]![1]);
      const state = await trial.engine.state();
      expect(submits(state)).toHaveLength(1);
      expect(paidCalls(state)).toBe(PAID.has(fault) ? 1 : 0);
      expectOurWords(outcome, engineWords(state));
      expectNoSecret(trial.fixture, fault, outcome);
    },
  );

  it('waits until a future Retry-After date', async () => {
    await trial.engine.fault('throttle-date');
    const outcome = await trial.provider.submit(trial.workshop.make(trial.first));
    const { afterMs } = outcome as { afterMs: number };
    expect(afterMs).toBeGreaterThan(10_000);
    expect(afterMs).toBeLessThanOrEqual(31_000);
  });

  it('distinguishes a refused connection, without a submit, from a lost response', async () => {
    const provider = trial.fixture.provider('http://127.0.0.1:1');
    const outcome = await provider.submit(trial.workshop.make(trial.first));
    expect(outcome).toMatchObject({ kind: 'retry', operatorSide: true });
    expectNoSecret(trial.fixture, 'connection refused', outcome);
  });

  if (moderates)
    it('reports rejected content with our message', async () => {
      await trial.engine.fault('moderated');
      const outcome = await runToEnd(trial.provider, trial.workshop.make(trial.first));
      expect(outcome).toMatchObject(differs.moderated ?? { kind: 'refuse', code: 'content_rejected' });
      expectOurWords(outcome, engineWords(await trial.engine.state()));
    });

  describeLostAnswer(trial);
}

function expectOurWords(outcome: Outcome, theirs: string[]): void {
  if (outcome.kind !== 'refuse') return;
  expect(theirs.filter((words) => outcome.message.includes(words))).toEqual([]);
  expect(outcome.message).toMatch(/^[A-Z].+\.$/);
}

/** Tests the class of `resubmission` after a lost response to an accepted submit. */
function describeLostAnswer(trial: Trial): void {
  // The adapter needs a URL; its class of resubmission is known without a connection.
  const { resubmission } = trial.fixture.provider('http://127.0.0.1:1');

  if (resubmission === 'lookup') {
    it('finds an accepted job after a lost response, and pays for it once', async () => {
      await trial.engine.fault('answer-lost');
      const work = trial.workshop.make(trial.first);
      expect(await trial.provider.submit(work)).toMatchObject({ kind: 'unknown' });
      const ref = await trial.provider.find(work);
      expect(ref).not.toBeNull();
      const found: Outcome = { kind: 'pending', ref: ref!, pollAfterMs: 0 };
      expect(await pollToEnd(trial.provider, work, found)).toMatchObject({ kind: 'done' });
      expect(paidCalls(await trial.engine.state())).toBe(1);
    });

    it('finds nothing when the engine never received the submit', async () => {
      await trial.engine.fault('reset-after-body');
      const work = trial.workshop.make(trial.first);
      expect(await trial.provider.submit(work)).toMatchObject({ kind: 'unknown' });
      expect(await trial.provider.find(work)).toBeNull();
    });
  }

  if (resubmission === 'idempotent')
    it('resubmits after a lost response without paying twice', async () => {
      await trial.engine.fault('answer-lost');
      const work = trial.workshop.make(trial.first);
      expect(await trial.provider.submit(work)).toMatchObject({ kind: 'unknown' });
      const again = await runToEnd(trial.provider, work);
      expect(again).toMatchObject(trial.fixture.differs?.['submitted-again'] ?? { kind: 'done' });
      expect(paidCalls(await trial.engine.state())).toBe(1);
    });
}
