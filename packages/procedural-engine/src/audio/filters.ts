/**
 * Signal blocks of instruments and effects: noise colours and filters over whole arrays. Noise comes from a seeded 32-bit
 * generator, which is faster than the general one and is used only here.
 */
import { SAMPLE_RATE } from './pcm.js';

/** White noise in [-1, 1), one sample per call (xorshift32). */
export function whiteNoise(seed: number): () => number {
  let state = seed | 0 || 0x9e3779b9;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 2147483648;
  };
}

/** Equal energy in each octave (Paul Kellet's filter), about -3 dB per octave. */
export function pinkNoise(samples: number, seed: number): Float32Array {
  const white = whiteNoise(seed);
  const out = new Float32Array(samples);
  let [a, b, c] = [0, 0, 0];
  for (let i = 0; i < samples; i++) {
    const w = white();
    a = 0.99765 * a + w * 0.099046;
    b = 0.963 * b + w * 0.2965164;
    c = 0.57 * c + w * 1.0526913;
    out[i] = (a + b + c + w * 0.1848) * 0.22;
  }
  return out;
}

/** Brown noise, about -6 dB per octave. */
export function brownNoise(samples: number, seed: number): Float32Array {
  const white = whiteNoise(seed);
  const out = new Float32Array(samples);
  let level = 0;
  for (let i = 0; i < samples; i++) {
    level = level * 0.996 + white() * 0.09;
    out[i] = level;
  }
  return out;
}

export function noiseArray(samples: number, seed: number): Float32Array {
  const white = whiteNoise(seed);
  const out = new Float32Array(samples);
  for (let i = 0; i < samples; i++) out[i] = white();
  return out;
}

export type Band = 'low' | 'band' | 'high';

/** A constant, or a function of the time in seconds, evaluated every 32 samples. */
export type Moving = number | ((seconds: number) => number);

function valueAt(value: Moving, at: number): number {
  return typeof value === 'number' ? value : value(at);
}

/**
 * Applies a state-variable filter in place (Simper's form: stable while the cutoff changes).
 * @param cutoff hertz @param resonance Q, 0.5 (flat) to about 30 (rings)
 */
export function filter(data: Float32Array, band: Band, cutoff: Moving, resonance = 0.7): Float32Array {
  let [ic1, ic2, a1, a2, a3] = [0, 0, 0, 0, 0];
  const k = 1 / resonance;
  for (let i = 0; i < data.length; i++) {
    if (i % 32 === 0 && (i === 0 || typeof cutoff !== 'number')) {
      const hertz = Math.min(SAMPLE_RATE * 0.45, Math.max(10, valueAt(cutoff, i / SAMPLE_RATE)));
      const g = Math.tan((Math.PI * hertz) / SAMPLE_RATE);
      a1 = 1 / (1 + g * (g + k));
      a2 = g * a1;
      a3 = g * a2;
    }
    const v0 = data[i]!;
    const v3 = v0 - ic2;
    const v1 = a1 * ic1 + a2 * v3;
    const v2 = ic2 + a2 * ic1 + a3 * v3;
    ic1 = 2 * v1 - ic1;
    ic2 = 2 * v2 - ic2;
    data[i] = band === 'low' ? v2 : band === 'band' ? v1 * k : v0 - k * v1 - v2;
  }
  return data;
}

/** Multiplies by a gain over time, interpolated linearly between the points where it is evaluated. */
export function shape(data: Float32Array, gain: (seconds: number) => number): Float32Array {
  let now = gain(0);
  for (let from = 0; from < data.length; from += 32) {
    const next = gain((from + 32) / SAMPLE_RATE);
    const end = Math.min(data.length, from + 32);
    for (let i = from; i < end; i++) data[i]! *= now + ((next - now) * (i - from)) / 32;
    now = next;
  }
  return data;
}

/**
 * Returns a smooth random curve in [0, 1], for gusts of wind and varying engines.
 * @param everySeconds about how long one rise or fall takes
 */
export function wander(seed: number, everySeconds: number): (seconds: number) => number {
  const point = (index: number) => {
    let h = Math.imul(index ^ seed, 0x9e3779b1);
    h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
    return ((h ^ (h >>> 13)) >>> 0) / 4294967296;
  };
  return (at) => {
    const x = at / everySeconds;
    const from = Math.floor(x);
    const f = x - from;
    const ease = f * f * (3 - 2 * f);
    return point(from) * (1 - ease) + point(from + 1) * ease;
  };
}
