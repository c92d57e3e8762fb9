import { DRIFT_MS } from './id-times.js';

it('covers what the condition of predictions_misdated leaves out: 5 minutes, rounded by 65.536 s', () => {
  expect(DRIFT_MS).toBeGreaterThanOrEqual(5 * 60_000 + 65_536);
});
