import { jest } from '@jest/globals';
import {
  claimedAs,
  reasons,
  setRandom,
  startProcessor,
  withFakeTimers,
} from '../../../test/support/processor-rig.js';

withFakeTimers();

describe('leases', () => {
  const held = (...leases: [id: string, progress: number][]) => [
    leases.map(([id, progress]) => ({ id, fence: 1, progress })),
    15,
  ];

  it('are renewed together every third of the lease time', async () => {
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

  it('claimed under an old worker number are moved to the new one at once', async () => {
    const { sent, responses, hear, claimNext, pass, quiet } = await startProcessor();
    await claimNext(claimedAs('a'));
    await pass(500);
    responses.workerId = 13;
    await claimNext(claimedAs('b'));
    sent.renewals.length = sent.renewedAs.length = 0;
    hear.lockAcquired();
    await quiet();
    expect([sent.renewals, sent.renewedAs]).toEqual([[held(['a', 0])], [13]]);
    await pass(500);
    expect(sent.renewals).toHaveLength(1);
  });

  it('record progress in whole steps, never decreasing, and never 100', async () => {
    const { sent, advanced, claimNext, pass } = await startProcessor();
    await claimNext(claimedAs('a'), claimedAs('b'));
    await pass(500);
    const { progress } = advanced[0]!;
    const report = async (percent: number) => {
      sent.renewals.length = 0;
      progress(percent);
      await pass(500);
      return sent.renewals;
    };
    expect(await report(40.5)).toEqual([held(['a', 40.5])]);
    expect(await report(40.9)).toEqual([]);
    expect(await report(30)).toEqual([]);
    expect(await report(41)).toEqual([held(['a', 41])]);
    expect(await report(250)).toEqual([held(['a', 99])]);
  });

  it('are not renewed while nothing runs, and at once when something does', async () => {
    const { sent, claimNext, pass } = await startProcessor();
    await pass(20_000);
    expect(sent.renewals).toEqual([]);
    await claimNext(claimedAs('a'));
    await pass(500);
    expect(sent.renewals).toEqual([held(['a', 0])]);
  });

  it('that were not renewed are lost: their steps are stopped and counted', async () => {
    const { sent, responses, advanced, claimNext, pass } = await startProcessor();
    await claimNext(claimedAs('a'), claimedAs('b'));
    responses.renew = () => Promise.resolve(new Set(['a']));
    await pass(500);
    expect(reasons(advanced)).toEqual([undefined, 'lost']);
    expect(sent.lost).toEqual([held(['b', 0])[0], 1]);
  });

  it('of steps that ended during the renewal are not counted as lost', async () => {
    let end!: () => void;
    const { sent, responses, claimNext, quiet, pass } = await startProcessor({
      advance: () => new Promise((resolve) => (end = resolve)),
    });
    await claimNext(claimedAs('a'));
    let respond!: (renewed: Set<string>) => void;
    responses.renew = () => new Promise((resolve) => (respond = resolve));
    await pass(500);
    end();
    await quiet();
    respond(new Set());
    await quiet();
    expect(sent.lost).toEqual([]);
  });
});

describe('dead workers', () => {
  // The worker's own next claim is then well over a second away.
  beforeEach(() => setRandom(0.999));

  it('miss their lock in two consecutive checks; their leases are released and claimed at once', async () => {
    const { calls, sent, responses, pass } = await startProcessor();
    const absent = [[3, 5], [5, 8], [3], []];
    responses.absent = () => Promise.resolve(absent.shift() ?? []);
    responses.released = 1;
    await pass(400);
    expect(sent.abandoned).toEqual([]);
    expect(calls.claims).toBe(1);
    await pass(400);
    expect(sent.abandoned).toEqual([[5]]);
    expect(calls.claims).toBe(2);
    await pass(4_000);
    expect(sent.abandoned).toEqual([[5]]);
  });

  it('keep their leases while this worker has only just reconnected, as after a failover of the database', async () => {
    const { sent, responses, pass } = await startProcessor();
    responses.absent = () => Promise.resolve([5]);
    await pass(400);
    responses.canJudgeOthers = false;
    await pass(1_200);
    responses.canJudgeOthers = true;
    await pass(400);
    expect(sent.abandoned).toEqual([]);
    await pass(400);
    expect(sent.abandoned).toEqual([[5]]);
  });

  it('without leases cause no claim', async () => {
    const { calls, sent, responses, pass } = await startProcessor();
    responses.absent = () => Promise.resolve([5]);
    await pass(1_210);
    expect(sent.abandoned).toEqual([[5], [5]]);
    expect(calls.claims).toBe(1);
  });
});

describe('rounds', () => {
  it('fail overdue predictions every second and refresh the circuits every 0.8 s', async () => {
    const { rounds, pass } = await startProcessor();
    await pass(3_500);
    expect(rounds).toEqual({ overdue: 3, refreshes: 4 });
  });

  it('never run twice at once, and continue after a failure', async () => {
    const { rounds, responses, quiet, pass } = await startProcessor();
    let fail!: (error: Error) => void;
    responses.overdue = () => new Promise((_, reject) => (fail = reject));
    await pass(5_500);
    expect(rounds).toEqual({ overdue: 1, refreshes: 6 });
    fail(new Error('away'));
    await quiet();
    await pass(1_000);
    expect(rounds.overdue).toBe(2);
  });

  it('and the next claim are listed and stopped by name', async () => {
    const { registry, calls, rounds, pass } = await startProcessor();
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
    expect([rounds, calls.claims]).toEqual([{ overdue: 0, refreshes: 4 }, 1]);
  });
});
