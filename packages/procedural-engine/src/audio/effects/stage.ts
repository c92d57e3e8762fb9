/**
 * The building blocks of effects: a stereo sound of fixed length, seeded random numbers, and a few elements of most natural
 * sounds: a bed of noise, a burst, a ping. Gains are linear; the caller of an effect sets its final level.
 */
import type { Random } from '../../random.js';
import { type Band, brownNoise, filter, type Moving, noiseArray, pinkNoise, shape } from '../filters.js';
import { type Pcm, SAMPLE_RATE, silence } from '../pcm.js';

export interface Stage {
  pcm: Pcm;
  seconds: number;
  samples: number;
  random: Random;
  /** The caller's words in lower case, for variants such as "heavy" or "distant". */
  words: string;
}

/** Draws one effect over the whole stage. */
export type Effect = (stage: Stage) => void;

export function newStage(seconds: number, words: string, random: Random): Stage {
  const pcm = silence(seconds);
  return { pcm, seconds, samples: pcm.left.length, random, words };
}

export function noiseSeed(stage: Stage): number {
  return Math.floor(stage.random() * 0x7fffffff) + 1;
}

export type NoiseColour = 'white' | 'pink' | 'brown';

function coloured(colour: NoiseColour, samples: number, seed: number): Float32Array {
  if (colour === 'white') return noiseArray(samples, seed);
  return colour === 'pink' ? pinkNoise(samples, seed) : brownNoise(samples, seed);
}

export interface FilterStep {
  band: Band;
  hertz: Moving;
  q?: number;
}

/** Adds noise over the whole length, different left and right, for a wide stereo image. */
export function bed(
  stage: Stage,
  colour: NoiseColour,
  steps: readonly FilterStep[],
  gain: number | ((seconds: number) => number),
): void {
  for (const channel of [stage.pcm.left, stage.pcm.right]) {
    const noise = coloured(colour, stage.samples, noiseSeed(stage));
    for (const step of steps) filter(noise, step.band, step.hertz, step.q ?? 0.7);
    if (typeof gain !== 'number') shape(noise, gain);
    const level = typeof gain === 'number' ? gain : 1;
    for (let i = 0; i < channel.length; i++) channel[i]! += noise[i]! * level;
  }
}

/** Adds mono sound at a time. @param pan -1 left to 1 right */
export function put(stage: Stage, data: Float32Array, atSeconds: number, gain: number, pan = 0): void {
  const first = Math.max(0, Math.round(atSeconds * SAMPLE_RATE));
  const angle = ((Math.max(-1, Math.min(1, pan)) + 1) * Math.PI) / 4;
  const [l, r] = [Math.cos(angle) * gain, Math.sin(angle) * gain];
  const length = Math.min(data.length, stage.samples - first);
  for (let i = 0; i < length; i++) {
    stage.pcm.left[first + i]! += data[i]! * l;
    stage.pcm.right[first + i]! += data[i]! * r;
  }
}

export interface Burst {
  at: number;
  seconds: number;
  gain: number;
  pan?: number;
  colour?: NoiseColour;
  steps: readonly FilterStep[];
  /** Seconds to rise; then it decays within `seconds`. */
  attack?: number;
  /** Seconds after which it has fallen to a third. */
  decay?: number;
}

/** Adds noise with an optional attack and a decay. */
export function burst(stage: Stage, what: Burst): void {
  const data = coloured(what.colour ?? 'white', Math.round(what.seconds * SAMPLE_RATE), noiseSeed(stage));
  for (const step of what.steps) filter(data, step.band, step.hertz, step.q ?? 0.7);
  const attack = what.attack ?? 0.001;
  const decay = what.decay ?? what.seconds / 4;
  shape(
    data,
    (t) => Math.min(1, t / attack) * Math.exp(-Math.max(0, t - attack) / decay) * ending(t, what.seconds),
  );
  put(stage, data, what.at, what.gain, what.pan);
}

/** Gain that fades the last 8 ms to zero. */
function ending(at: number, seconds: number): number {
  return Math.max(0, Math.min(1, (seconds - at) / 0.008));
}

export interface Ping {
  at: number;
  /** Start and end of the glide, in hertz. */
  from: number;
  to?: number;
  /** Seconds of the glide's first third. */
  glide?: number;
  seconds: number;
  decay: number;
  attack?: number;
  gain: number;
  pan?: number;
}

/** Adds a sine with an optional glide and a decay. */
export function ping(stage: Stage, what: Ping): void {
  const data = new Float32Array(Math.round(what.seconds * SAMPLE_RATE));
  const to = what.to ?? what.from;
  const attack = what.attack ?? 0.002;
  const glide = Math.exp(-1 / ((what.glide ?? 0.02) * SAMPLE_RATE));
  const fall = Math.exp(-1 / (what.decay * SAMPLE_RATE));
  let [phase, away, level] = [0, what.from - to, 1];
  for (let i = 0; i < data.length; i++) {
    const at = i / SAMPLE_RATE;
    phase += (2 * Math.PI * (to + away)) / SAMPLE_RATE;
    away *= glide;
    level *= fall;
    data[i] = Math.sin(phase) * level * Math.min(1, at / attack) * ending(at, what.seconds);
  }
  put(stage, data, what.at, what.gain, what.pan);
}

/** Adds a wave by a function from the phase in turns to the sample; the pitch may change. */
export function tone(
  seconds: number,
  hertz: Moving,
  wave: (turns: number, at: number) => number,
): Float32Array {
  const data = new Float32Array(Math.round(seconds * SAMPLE_RATE));
  let turns = 0;
  for (let i = 0; i < data.length; i++) {
    const at = i / SAMPLE_RATE;
    turns += (typeof hertz === 'number' ? hertz : hertz(at)) / SAMPLE_RATE;
    data[i] = wave(turns, at) * ending(at, seconds);
  }
  return data;
}

export const sineOf = (turns: number) => Math.sin(2 * Math.PI * turns);

/** Returns random times with a mean rate per second, for drops and crackles. */
export function scattered(stage: Stage, perSecond: number, from = 0, to = stage.seconds): number[] {
  const times: number[] = [];
  for (let at = from - Math.log(1 - stage.random()) / perSecond; at < to;) {
    times.push(at);
    at -= Math.log(1 - stage.random()) / perSecond;
  }
  return times;
}

/** Returns times at regular intervals, each off by up to `loose` seconds; the first soon after the start. */
export function regular(stage: Stage, every: number, loose = 0, first = 0.05): number[] {
  const times: number[] = [];
  for (let at = first; at < stage.seconds - Math.min(0.1, every / 2); at += every) {
    times.push(Math.max(0, at + (stage.random() * 2 - 1) * loose));
  }
  return times;
}

/** Returns the strength by the words: 0.6 for "light" and "distant", 1.5 for "heavy" and "huge", else 1. */
export function strength(stage: Stage): number {
  if (/\b(heavy|strong|loud|huge|big|intense|violent|massive|pouring|howling|powerful)/.test(stage.words))
    return 1.5;
  return /\b(light|soft|gentle|quiet|small|distant|faint|far|tiny|calm)/.test(stage.words) ? 0.6 : 1;
}
