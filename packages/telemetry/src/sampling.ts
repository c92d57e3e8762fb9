/** Decides which requests are recorded, before anything is created for them. */
import type { ResolvedSettings } from './telemetry-settings.js';
import type { RemoteContext } from './trace-context.js';

/**
 * Returns the decision about a request. The share is drawn by chance and not from the trace id, which a caller can choose.
 * @param random uniform in [0, 1).
 */
export function createSampling(
  { sampler, ratio, isDisabled }: Pick<ResolvedSettings, 'sampler' | 'ratio' | 'isDisabled'>,
  random: () => number = Math.random,
): (parent: RemoteContext | null) => boolean {
  if (isDisabled) return () => false;
  const share = sampler.endsWith('always_on') ? 1 : sampler.endsWith('always_off') ? 0 : ratio;
  if (!sampler.startsWith('parentbased_')) return () => random() < share;
  return (parent) => (parent ? parent.isSampled : random() < share);
}

/** Whether callers are trusted with their sampled flag and their `tracestate`. */
export const trustsCallers = ({ sampler }: Pick<ResolvedSettings, 'sampler'>): boolean =>
  sampler.startsWith('parentbased_');
