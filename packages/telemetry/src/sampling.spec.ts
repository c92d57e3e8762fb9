import { createSampling } from './sampling.js';
import type { TelemetrySettings } from './telemetry-settings.js';
import { readContext } from './trace-context.js';

const TRACE_ID = '00000000000000000000000000000001';
const SAMPLED = readContext(`00-${TRACE_ID}-00f067aa0ba902b7-01`);
const UNSAMPLED = readContext(`00-${TRACE_ID}-00f067aa0ba902b7-00`);

const decisions = (sampler: TelemetrySettings['sampler'], random: number) => {
  const decide = createSampling({ sampler: sampler!, ratio: 0.01, isDisabled: false }, () => random);
  return [null, SAMPLED, UNSAMPLED].map(decide);
};

it('a caller cannot force a record with its flag or its trace id', () => {
  expect(decisions('traceidratio', 0.5)).toEqual([false, false, false]);
  expect(decisions('traceidratio', 0.005)).toEqual([true, true, true]);
  expect(decisions('always_off', 0)).toEqual([false, false, false]);
});

it('follows the flag of a caller that the operator trusts', () => {
  expect(decisions('parentbased_traceidratio', 0.5)).toEqual([false, true, false]);
  expect(decisions('parentbased_traceidratio', 0.005)).toEqual([true, true, false]);
  expect(decisions('parentbased_always_off', 0)).toEqual([false, true, false]);
  expect(decisions('parentbased_always_on', 0.99)).toEqual([true, true, false]);
});

it('records nothing when disabled', () => {
  const decide = createSampling({ sampler: 'always_on', ratio: 1, isDisabled: true });
  expect(decide(SAMPLED)).toBe(false);
});

it('records about the share', () => {
  const decide = createSampling({ sampler: 'traceidratio', ratio: 0.01, isDisabled: false });
  const recorded = Array.from({ length: 100_000 }, () => decide(null)).filter(Boolean).length;
  expect(recorded).toBeGreaterThan(800);
  expect(recorded).toBeLessThan(1_200);
});
