import { jest } from '@jest/globals';
import {
  CLAIMED,
  claimedAs,
  reasons,
  startProcessor,
  withStandingClock,
} from '../../../test/support/processor-rig.js';
import type { ClaimedPrediction } from '../store/prediction.js';

withStandingClock();

it('hands back what was being claimed when it was told to stop', async () => {
  const { processor, hear, answers, advanced, quiet } = await startProcessor();
  let answer!: (claimed: ClaimedPrediction[]) => void;
  answers.claim = () => new Promise((resolve) => (answer = resolve));
  hear.work();
  await quiet();
  const stopped = processor.beforeApplicationShutdown();
  answer([CLAIMED]);
  await stopped;
  expect(advanced.map(({ signal }) => signal.reason as unknown)).toEqual(['shutdown']);
});

it('lets a submit whose answer nobody could ask for again come to its end before it stops', async () => {
  let answer!: () => void;
  const advance = () => new Promise<void>((resolve) => (answer = resolve));
  const { processor, hear, answers, advanced, quiet } = await startProcessor({
    isNotResubmittable: true,
    advance,
  });
  answers.claim = () => ((answers.claim = () => Promise.resolve([])), Promise.resolve([CLAIMED]));
  hear.work();
  await quiet();
  const stopped = processor.beforeApplicationShutdown();
  await quiet();
  answer();
  await stopped;
  expect(advanced.map(({ signal }) => signal.aborted)).toEqual([false]);
});

it('does not wait for one without end', async () => {
  const { processor, hear, answers, advanced, quiet } = await startProcessor({ isNotResubmittable: true });
  answers.claim = () => ((answers.claim = () => Promise.resolve([])), Promise.resolve([CLAIMED]));
  hear.work();
  await quiet();
  const stopped = processor.beforeApplicationShutdown();
  await jest.advanceTimersByTimeAsync(6_000);
  await stopped;
  expect(advanced.map(({ signal }) => signal.reason as unknown)).toEqual(['shutdown']);
});
describe('a worker that was told to stop', () => {
  it('claims nothing more, looks at nothing and makes no rounds', async () => {
    const { processor, hear, asked, rounds, pass } = await startProcessor();
    await processor.beforeApplicationShutdown();
    const before = { ...asked, ...rounds };
    hear.work();
    await pass(10_000);
    expect({ ...asked, ...rounds }).toEqual(before);
  });

  it('stops at once what it only asks about, also at an engine that could not be asked again', async () => {
    const { processor, advanced, claimNext } = await startProcessor({ isNotResubmittable: true });
    await claimNext(claimedAs('polls', { provider_ref: { job: 1 } }));
    await processor.beforeApplicationShutdown();
    expect(reasons(advanced)).toEqual(['shutdown']);
  });

  it('waits six seconds for a last answer, and eight for what does not stop', async () => {
    const { processor, advanced, claimNext, pass } = await startProcessor({
      isNotResubmittable: true,
      advance: () => new Promise(() => undefined),
    });
    await claimNext(claimedAs('a'));
    let stopped = false;
    const stopping = processor.beforeApplicationShutdown().then(() => (stopped = true));
    await pass(5_990);
    expect(reasons(advanced)).toEqual([undefined]);
    await pass(20);
    expect(reasons(advanced)).toEqual(['shutdown']);
    await pass(1_980);
    expect(stopped).toBe(false);
    await pass(20);
    await stopping;
  });
});
