import { isFinal, TRANSITIONS } from './prediction-state.js';

it('a prediction ends once, and its money goes where its end says', () => {
  expect(TRANSITIONS).toEqual({
    processing: [
      { to: 'completed', transfer: 'capture' },
      { to: 'failed', transfer: 'refund' },
    ],
    completed: [],
    failed: [],
  });
  expect((['processing', 'completed', 'failed'] as const).map(isFinal)).toEqual([false, true, true]);
});
