import { jest } from '@jest/globals';
import {
  CLAIMED,
  claimedAs,
  reasons,
  startProcessor,
  withFakeTimers,
} from '../../../test/support/processor-rig.js';
import type { ClaimedPrediction } from '../prediction.js';

withFakeTimers();

it('releases what was being claimed when it stops', async () => {
  const { processor, responses, advanced, wake } = await startProcessor();
  let respond!: (claimed: ClaimedPrediction[]) => void;
  responses.claim = () => new Promise((resolve) => (respond = resolve));
  await wake();
  const stopped = processor.beforeApplicationShutdown();
  respond([CLAIMED]);
  await stopped;
  expect(advanced.map(({ signal }) => signal.reason as unknown)).toEqual(['shutdown']);
});

it('waits for a submit whose result could not be recovered later', async () => {
  let respond!: () => void;
  const advance = () => new Promise<void>((resolve) => (respond = resolve));
  const { processor, responses, advanced, quiet, wake } = await startProcessor({
    isNotResubmittable: true,
    advance,
  });
  responses.claim = () => ((responses.claim = () => Promise.resolve([])), Promise.resolve([CLAIMED]));
  await wake();
  const stopped = processor.beforeApplicationShutdown();
  await quiet();
  respond();
  await stopped;
  expect(advanced.map(({ signal }) => signal.aborted)).toEqual([false]);
});

it('does not wait for such a submit for ever', async () => {
  const { processor, responses, advanced, wake } = await startProcessor({ isNotResubmittable: true });
  responses.claim = () => ((responses.claim = () => Promise.resolve([])), Promise.resolve([CLAIMED]));
  await wake();
  const stopped = processor.beforeApplicationShutdown();
  await jest.advanceTimersByTimeAsync(6_000);
  await stopped;
  expect(advanced.map(({ signal }) => signal.reason as unknown)).toEqual(['shutdown']);
});
describe('a stopping worker', () => {
  it('makes no claim, no query and no round', async () => {
    const { processor, hear, calls, rounds, pass } = await startProcessor();
    await processor.beforeApplicationShutdown();
    const before = { ...calls, ...rounds };
    hear.work();
    await pass(10_000);
    expect({ ...calls, ...rounds }).toEqual(before);
  });

  it('stops at once what it only asks about, also at an engine that could not be calls again', async () => {
    const { processor, advanced, claimNext } = await startProcessor({ isNotResubmittable: true });
    await claimNext(claimedAs('polls', { provider_ref: { job: 1 } }));
    await processor.beforeApplicationShutdown();
    expect(reasons(advanced)).toEqual(['shutdown']);
  });

  it('waits six seconds for unrecoverable submits, and eight for steps that do not stop', async () => {
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
