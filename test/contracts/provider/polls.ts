/** Polls: a failed poll is repeated until the deadline. */
import type { ProviderRef } from '@offprint/engines';
import { expectPending, pollNext, pollToEnd, stored, type TrialWork } from '../../support/engine-work.js';
import type { Trial } from '../provider.contract.js';
import { engineWords, expectNoSecret, paidCalls } from './traces.js';

export function describePolls(trial: Trial): void {
  const { lost = 'refuse', cancels, differs = {} } = trial.fixture;

  const submitted = async (): Promise<{ work: TrialWork; ref: ProviderRef }> => {
    const work = trial.workshop.make(trial.first);
    const { ref } = expectPending(await trial.provider.submit(work));
    expectNoSecret(trial.fixture, 'the reference', ref);
    return { work, ref: stored(ref) };
  };

  it.each(['poll-500', 'poll-429', 'poll-reset', 'poll-malformed'])(
    'polls again after %s, and the prediction completes',
    async (fault) => {
      const { work, ref } = await submitted();
      await trial.engine.fault(fault);
      const outcome = expectPending(await pollNext(trial.provider, work, ref));
      expect(outcome.pollAfterMs).toBeGreaterThan(0);
      if (fault === 'poll-429') expect(outcome.pollAfterMs).toBeGreaterThanOrEqual(3_000);
      expectNoSecret(trial.fixture, fault, outcome);
      expect(await pollToEnd(trial.provider, work, outcome)).toMatchObject({ kind: 'done' });
      expect(paidCalls(await trial.engine.state())).toBe(1);
    },
  );

  it('polls again after a refused connection', async () => {
    const { work, ref } = await submitted();
    const moved = JSON.parse(
      JSON.stringify(ref).replaceAll(trial.engine.url, 'http://127.0.0.1:1'),
    ) as ProviderRef;
    expectPending(await pollNext(trial.fixture.provider('http://127.0.0.1:1'), work, moved));
  });

  it('keeps polling an engine that is never done: the service enforces the deadline', async () => {
    await trial.engine.fault('never-done', Infinity);
    const submit = await submitted();
    let { ref } = submit;
    for (let polls = 0; polls < 12; polls += 1) {
      const outcome = expectPending(await pollNext(trial.provider, submit.work, ref));
      expect(outcome.pollAfterMs).toBeGreaterThan(0);
      expect(outcome.pollAfterMs).toBeLessThanOrEqual(10_000);
      ref = stored(outcome.ref);
    }
  });

  it('treats an unknown state as running', async () => {
    const { work, ref } = await submitted();
    await trial.engine.fault('unknown-state');
    const outcome = expectPending(await pollNext(trial.provider, work, ref));
    expect(await pollToEnd(trial.provider, work, outcome)).toMatchObject({ kind: 'done' });
  });

  it('reports a failure of the engine with our message', async () => {
    const { work, ref } = await submitted();
    await trial.engine.fault('done-with-error');
    const outcome = await pollToEnd(trial.provider, work, await pollNext(trial.provider, work, ref));
    expect(outcome).toMatchObject(differs['done-with-error'] ?? { kind: 'refuse' });
    const theirs = engineWords(await trial.engine.state());
    const message = outcome.kind === 'refuse' ? outcome.message : '';
    expect(theirs.filter((words) => message.includes(words))).toEqual([]);
    expectNoSecret(trial.fixture, 'done-with-error', outcome);
  });

  it(`fails an id that was unknown in three consecutive polls: ${lost}`, async () => {
    const { work, ref } = await submitted();
    await trial.engine.fault('lost', Infinity);
    const first = expectPending(await pollNext(trial.provider, work, ref));
    const second = expectPending(await pollNext(trial.provider, work, first.ref));
    expect(await pollNext(trial.provider, work, second.ref)).toMatchObject({ kind: lost });
  });

  it('keeps polling an id that was unknown only in single polls', async () => {
    const { work, ref } = await submitted();
    await trial.engine.fault('lost', 2);
    const outcome = await pollToEnd(trial.provider, work, await pollNext(trial.provider, work, ref));
    expect(outcome).toMatchObject({ kind: 'done' });
  });

  if (cancels)
    it('cancels at the engine', async () => {
      const { ref } = await submitted();
      await trial.provider.cancel(ref);
      expect((await trial.engine.state()).cancelled).toHaveLength(1);
    });
}
