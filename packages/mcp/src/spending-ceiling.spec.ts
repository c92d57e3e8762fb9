import type { PredictionBody } from '@offprint/client';
import { CeilingReachedError, SpendingCeiling } from './spending-ceiling.js';

const stateOf = (predictionId: string, status: string, creditsRefunded = 0) =>
  ({ predictionId, status, creditsRefunded }) as PredictionBody;

it('refuses what does not fit beside the reservations, and says what is left', () => {
  const ceiling = new SpendingCeiling(1);
  ceiling.reserve(0.7);
  expect(ceiling.left).toBe(0.3);
  expect(() => ceiling.reserve(0.301)).toThrow(CeilingReachedError);
  expect(() => ceiling.reserve(0.301)).toThrow(
    "This costs 0.301 credits, and 0.3 of this session's ceiling of 1 are left. Nothing was charged.",
  );
  ceiling.reserve(0.3);
  expect(ceiling.left).toBe(0);
});

it('adds thousandths exactly', () => {
  const ceiling = new SpendingCeiling(1);
  for (let at = 0; at < 10; at += 1) ceiling.reserve(0.1).charge(`pred_${at}`, 0.1);
  expect([ceiling.left, ceiling.spent]).toEqual([0, 1]);
});

it('gives room back when nothing was charged, and once when a prediction is refunded', () => {
  const ceiling = new SpendingCeiling(10);
  ceiling.reserve(4).release();
  expect(ceiling.left).toBe(10);
  ceiling.reserve(4).charge('pred_a', 4);
  ceiling.settle(stateOf('pred_a', 'processing'));
  expect([ceiling.left, ceiling.unsettled]).toEqual([6, ['pred_a']]);
  ceiling.settle(stateOf('pred_a', 'failed', 4));
  ceiling.settle(stateOf('pred_a', 'failed', 4));
  ceiling.settle(stateOf('pred_of_another_session', 'failed', 4));
  expect([ceiling.left, ceiling.unsettled]).toEqual([10, []]);
});

it('keeps counting what has completed, what may have been charged, and what is no longer known', () => {
  const ceiling = new SpendingCeiling(10);
  ceiling.reserve(1).charge('pred_a', 1);
  ceiling.settle(stateOf('pred_a', 'completed'));
  ceiling.reserve(2).keep();
  ceiling.reserve(3).charge('pred_b', 3);
  ceiling.settle({
    predictionId: 'pred_b',
    status: null,
    error: { code: 'prediction_not_found', message: '', retryable: false },
  });
  expect([ceiling.spent, ceiling.left, ceiling.unsettled]).toEqual([6, 4, []]);
});

it('counts without a ceiling too', () => {
  const ceiling = new SpendingCeiling(null);
  ceiling.reserve(0).charge('pred_a', 5);
  expect([ceiling.spent, ceiling.left]).toEqual([5, null]);
});
