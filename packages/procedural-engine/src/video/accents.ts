/**
 * Synchronises the picture with its sound: turns the musical onsets into a curve that rises to 1 on the frame of the onset
 * and falls after it. Light pulses, camera nudges and particle bursts all use this curve.
 */
export interface Accents {
  /** Seconds, rising, at least `MINIMUM_GAP_SECONDS` apart. */
  times: readonly number[];
  /** 0–1 at a time in seconds, for light. */
  pulse: (seconds: number) => number;
  /** 0–1, softer and a little later, for the camera. */
  nudge: (seconds: number) => number;
}

/** Faster notes would flicker; of a run, only the first counts. */
const MINIMUM_GAP_SECONDS = 0.45;
/** Two frames of rise: the peak is on the frame of the onset, and the step to it is no flash. */
const ATTACK_SECONDS = 2 / 24;
const PULSE_DECAY_SECONDS = 0.26;
const NUDGE_RISE_SECONDS = 0.13;

export function accentsFrom(onsets: readonly number[]): Accents {
  const times: number[] = [];
  for (const onset of [...onsets].sort((a, b) => a - b)) {
    if (times.length === 0 || onset - times.at(-1)! >= MINIMUM_GAP_SECONDS) times.push(onset);
  }
  return {
    times,
    pulse: (seconds) => strongest(times, (onset) => pulseAt(seconds - onset)),
    nudge: (seconds) => strongest(times, (onset) => nudgeAt(seconds - onset)),
  };
}

function strongest(times: readonly number[], at: (onset: number) => number): number {
  let most = 0;
  for (const time of times) most = Math.max(most, at(time));
  return most;
}

function pulseAt(since: number): number {
  if (since < -ATTACK_SECONDS) return 0;
  return since < 0 ? 1 + since / ATTACK_SECONDS : Math.exp(-since / PULSE_DECAY_SECONDS);
}

function nudgeAt(since: number): number {
  if (since <= 0) return 0;
  const x = since / NUDGE_RISE_SECONDS;
  return x * Math.exp(1 - x);
}
