import { attemptId, predictionValues, seedOf } from './prediction-values.js';

const work = (input: Record<string, unknown>) => ({ predictionId: 'pred_1', input });

describe('the values of a prediction', () => {
  it('are those of the caller and the derived ones', () => {
    const { seed, ...values } = predictionValues(
      work({ prompt: 'a cat', duration: 2, width: 100, height: 60 }),
      { size: { multipleOf: 8 }, frames: { perSecond: 10, plus: 1 } },
      { image: 'offprint/pred_1/image.png' },
    );
    expect(values).toEqual({
      prompt: 'a cat',
      duration: 2,
      width: 96,
      height: 56,
      frames: 21,
      predictionId: 'pred_1',
      image: 'offprint/pred_1/image.png',
    });
    expect(seed).toBe(seedOf('pred_1'));
  });

  it('have the caller’s seed, zero included', () => {
    expect(predictionValues(work({ seed: 0 }), {}, {}).seed).toBe(0);
  });

  it('have one seed for a prediction and another for the next, in 32 bits', () => {
    expect(seedOf('pred_1')).toBe(seedOf('pred_1'));
    expect(seedOf('pred_1')).not.toBe(seedOf('pred_2'));
    expect(seedOf('pred_1')).toBeLessThan(2 ** 32);
  });
});

describe('the id of an attempt', () => {
  // A job under way is looked for by this id: it must not change from one release to the next.
  it('never changes', () => {
    expect(attemptId({ predictionId: 'pred_1', attempt: 1 })).toBe('3f3072c6-35a7-5a0e-a92f-114ae69d64a1');
  });

  it('is different for every attempt', () => {
    const ids = [1, 2, 11].map((attempt) => attemptId({ predictionId: 'pred_1', attempt }));
    expect(new Set([...ids, attemptId({ predictionId: 'pred_11', attempt: 1 })]).size).toBe(4);
  });
});
