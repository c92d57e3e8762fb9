import { isFinal, TRANSITIONS } from './prediction-state.js';

it('a prediction reaches one final state, and that state determines its transfer', () => {
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
