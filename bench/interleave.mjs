/**
 * Measures variants in turn, A B A B …, so that other load on the machine affects all of them equally. A warm-up round comes
 * first and is discarded. It is never shorter than Node.js needs to compile the hot code.
 */

/** Returns how long a variant is measured in a round. Round 0 is the warm-up. */
export const secondsOf = (round, { seconds, warmUpSeconds }) =>
  round === 0 ? Math.max(warmUpSeconds, seconds) : seconds;

/**
 * @param variants name → async (round) => sample; the warm-up is round 0.
 * @returns name → samples, one per round.
 */
export async function interleave(variants, rounds) {
  const samples = Object.fromEntries(Object.keys(variants).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, measure] of Object.entries(variants)) {
      const sample = await measure(round);
      if (round > 0) samples[name].push(sample);
    }
  }
  return samples;
}
