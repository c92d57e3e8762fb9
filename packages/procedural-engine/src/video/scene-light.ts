/** The changing light of a scene: drifting cloud shadows, slow changes at night, pulses and lightning on the beat. */
import type { PromptReading } from '../picture/prompt-reading.js';
import type { Random } from '../random.js';
import type { Accents } from './accents.js';
import { type Light, vignette } from './light-map.js';

/** How much an accent brightens the middle of the frame, by day and at night. */
const PULSE = 0.05;
const PULSE_AT_NIGHT = 0.12;
/** The accent of a storm. */
const LIGHTNING = 0.55;

/** @returns the light at a time in seconds. */
export function sceneLight(
  reading: PromptReading,
  accents: Accents,
  chance: Random,
): (seconds: number) => Light {
  const outdoors = !['portrait', 'still-life', 'space', 'abstract'].includes(reading.family);
  const storm = reading.weather === 'storm' || reading.light === 'storm';
  const dark = reading.light === 'night' || reading.family === 'space';
  const shade = outdoors && !dark ? 0.05 : 0.02;
  const [phase, way] = [chance.between(0, 6.28), chance.pick([-1, 1])];
  const strikes = strikesAt(accents.times, chance);
  return (seconds) => {
    const pulse = (dark ? PULSE_AT_NIGHT : PULSE) * accents.pulse(seconds);
    const strike = storm ? latest(accents.times, seconds) : -1;
    const flash =
      strike >= 0 && strikes[strike]!.strong ? LIGHTNING * flicker(seconds - accents.times[strike]!) : 0;
    const at = strikes[strike]?.u ?? 0.5;
    return (u, v, gains) => {
      const shadow =
        Math.sin(u * 4.1 + way * seconds * 0.7 + phase) *
        Math.sin(v * 3.3 - seconds * 0.35 + phase * 2 + u * 1.7);
      const bolt = flash * Math.exp(-(((u - at) / 0.5) ** 2)) * (1.15 - 0.6 * v);
      const gain = (1 + shade * shadow + pulse * middle(u, v) + bolt) * vignette(u, v, 0.22);
      // Lit patches are a little warmer than shaded ones; lightning is cold.
      gains[0] = gain * (1 + 0.25 * shade * shadow - 0.08 * bolt);
      gains[1] = gain;
      gains[2] = gain * (1 - 0.25 * shade * shadow + 0.12 * bolt);
    };
  };
}

/** Weight of pulses: highest a little above the middle, where the light of most scenes is. */
function middle(u: number, v: number): number {
  return 0.3 + 0.7 * Math.exp(-(((u - 0.5) / 0.38) ** 2) - ((v - 0.42) / 0.34) ** 2);
}

/** Lightning has two strokes; with this gap a clip never flashes more than three times per second. */
const LIGHTNING_GAP_SECONDS = 1.2;

function strikesAt(times: readonly number[], chance: Random): { u: number; strong: boolean }[] {
  let last = -Infinity;
  return times.map((time) => {
    const strong = chance() < 0.5 && time - last >= LIGHTNING_GAP_SECONDS;
    if (strong) last = time;
    return { u: chance.between(0.15, 0.85), strong };
  });
}

/** Returns the index of the last time that is not after `seconds`, or -1. */
function latest(times: readonly number[], seconds: number): number {
  let found = -1;
  for (let i = 0; i < times.length && times[i]! <= seconds + 1e-6; i++) found = i;
  return found;
}

/** Two strokes and an afterglow. */
function flicker(since: number): number {
  return Math.exp(-since / 0.07) + 0.7 * Math.exp(-(((since - 0.16) / 0.04) ** 2));
}
