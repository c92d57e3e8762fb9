/**
 * Measures variants in turn, A B A B …, so that whatever else the machine does meanwhile falls on all of them alike.
 * One round before the first is for warming up and is thrown away; it is never shorter than what Node.js needs to have
 * compiled what it runs often.
 */

/** How long a variant is measured in this round, of which 0 is the warm-up. */
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
