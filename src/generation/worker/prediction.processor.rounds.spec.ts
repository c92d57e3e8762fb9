import { jest } from '@jest/globals';
import {
  claimedAs,
  drawLot,
  reasons,
  startProcessor,
  withStandingClock,
} from '../../../test/support/processor-rig.js';

withStandingClock();

describe('leases', () => {
  const held = (...told: [id: string, progress: number][]) => [
    told.map(([id, progress]) => ({ id, fence: 1, progress })),
    15,
  ];

  it('are renewed all together, a third of a lease apart', async () => {
    const { sent, claimNext, pass } = await startProcessor();
    await claimNext(claimedAs('a'), claimedAs('b', { progress: 7 }));
    await pass(500);
    expect(sent.renewals).toEqual([held(['a', 0], ['b', 7])]);
    await pass(4_500);
    expect(sent.renewals).toHaveLength(1);
    await pass(500);
    expect(sent.renewals).toHaveLength(2);
    expect(sent.lost).toEqual([]);
  });

  it.each([-3_600_000, -60_000, 60_000, 3_600_000])(
    'are renewed at the same pace when the wall clock steps by %d ms',
    async (step) => {
      const { sent, claimNext, pass } = await startProcessor();
      await claimNext(claimedAs('a'));
      await pass(500);
      jest.setSystemTime(Date.now() + step);
      await pass(4_500);
      expect(sent.renewals).toHaveLength(1);
      await pass(500);
      expect(sent.renewals).toHaveLength(2);
    },
  );

  it('claimed under a number that the worker has no more are moved to its new one at once', async () => {
    const { sent, answers, hear, claimNext, pass, quiet } = await startProcessor();
    await claimNext(claimedAs('a'));
    await pass(500);
    answers.workerId = 13;
    await claimNext(claimedAs('b'));
    sent.renewals.length = sent.renewedAs.length = 0;
    hear.returned();
    await quiet();
    expect([sent.renewals, sent.renewedAs]).toEqual([[held(['a', 0])], [13]]);
    await pass(500);
    expect(sent.renewals).toHaveLength(1);
  });

  it('tell progress as it is made: by whole steps, never back, and never that it is done', async () => {
    const { sent, advanced, claimNext, pass } = await startProcessor();
    await claimNext(claimedAs('a'), claimedAs('b'));
    await pass(500);
    const { progress } = advanced[0]!;
    const tell = async (percent: number) => {
      sent.renewals.length = 0;
      progress(percent);
      await pass(500);
      return sent.renewals;
    };
    expect(await tell(40.5)).toEqual([held(['a', 40.5])]);
    expect(await tell(40.9)).toEqual([]);
    expect(await tell(30)).toEqual([]);
    expect(await tell(41)).toEqual([held(['a', 41])]);
    expect(await tell(250)).toEqual([held(['a', 99])]);
  });

  it('are not asked for with nothing running, and at once when something is', async () => {
    const { sent, claimNext, pass } = await startProcessor();
    await pass(20_000);
    expect(sent.renewals).toEqual([]);
    await claimNext(claimedAs('a'));
    await pass(500);
    expect(sent.renewals).toEqual([held(['a', 0])]);
  });

  it('that were not renewed are lost: their work is stopped, and counted', async () => {
    const { sent, answers, advanced, claimNext, pass } = await startProcessor();
    await claimNext(claimedAs('a'), claimedAs('b'));
    answers.renew = () => Promise.resolve(new Set(['a']));
    await pass(500);
    expect(reasons(advanced)).toEqual([undefined, 'lost']);
    expect(sent.lost).toEqual([held(['b', 0])[0], 1]);
  });

  it('of what ended while they were being renewed are not counted as lost', async () => {
    let end!: () => void;
    const { sent, answers, claimNext, quiet, pass } = await startProcessor({
      advance: () => new Promise((resolve) => (end = resolve)),
    });
    await claimNext(claimedAs('a'));
    let answer!: (ours: Set<string>) => void;
    answers.renew = () => new Promise((resolve) => (answer = resolve));
    await pass(500);
    end();
    await quiet();
    answer(new Set());
    await quiet();
    expect(sent.lost).toEqual([]);
  });
});

describe('the dead', () => {
  // The next look of its own is then well over a second away.
  beforeEach(() => drawLot(0.999));

  it('are those whom two looks in a row miss; what they had is taken back and claimed at once', async () => {
    const { asked, sent, answers, pass } = await startProcessor();
    const absent = [[3, 5], [5, 8], [3], []];
    answers.absent = () => Promise.resolve(absent.shift() ?? []);
    answers.released = 1;
    await pass(400);
    expect(sent.abandoned).toEqual([]);
    expect(asked.claims).toBe(1);
    await pass(400);
    expect(sent.abandoned).toEqual([[5]]);
    expect(asked.claims).toBe(2);
    await pass(4_000);
    expect(sent.abandoned).toEqual([[5]]);
  });

  it('with nothing left to take back are no reason to claim', async () => {
    const { asked, sent, answers, pass } = await startProcessor();
    answers.absent = () => Promise.resolve([5]);
    await pass(1_210);
    expect(sent.abandoned).toEqual([[5], [5]]);
    expect(asked.claims).toBe(1);
  });
});

describe('the rounds', () => {
  it('end what is overdue, and look at the engines, once a second', async () => {
    const { rounds, pass } = await startProcessor();
    await pass(3_500);
    expect(rounds).toEqual({ overdue: 3, refreshes: 3 });
  });

  it('are never two of the same at once, and go on after one has failed', async () => {
    const { rounds, answers, quiet, pass } = await startProcessor();
    let fail!: (error: Error) => void;
    answers.overdue = () => new Promise((_, reject) => (fail = reject));
    await pass(5_500);
    expect(rounds).toEqual({ overdue: 1, refreshes: 5 });
    fail(new Error('away'));
    await quiet();
    await pass(1_000);
    expect(rounds.overdue).toBe(2);
  });

  it('and the next claim are listed by their names, and stopped by them', async () => {
    const { registry, asked, rounds, pass } = await startProcessor();
    expect(registry.getIntervals().sort()).toEqual([
      'fail-overdue-predictions',
      'refresh-circuits',
      'release-leases-of-dead-workers',
      'renew-leases',
    ]);
    expect(registry.getTimeouts()).toEqual(['claim-predictions']);
    registry.deleteInterval('fail-overdue-predictions');
    registry.deleteTimeout('claim-predictions');
    await pass(3_500);
    expect([rounds, asked.claims]).toEqual([{ overdue: 0, refreshes: 3 }, 1]);
  });
});
