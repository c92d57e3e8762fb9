/**
 * The drum kit: each drum is synthesised once from sines and filtered noise, then added at every stroke.
 */
import type { Buses } from './buses.js';
import { filter, noiseArray, shape } from './filters.js';
import { SAMPLE_RATE } from './pcm.js';
import type { Drum } from './score.js';

/** The skin of a drum: a sine that falls from one pitch to another and decays. */
function skin(seconds: number, from: number, to: number, fallSeconds: number, decay: number): Float32Array {
  const out = new Float32Array(Math.round(seconds * SAMPLE_RATE));
  let phase = 0;
  for (let i = 0; i < out.length; i++) {
    const at = i / SAMPLE_RATE;
    phase += (to + (from - to) * Math.exp(-at / fallSeconds)) / SAMPLE_RATE;
    out[i] = Math.sin(2 * Math.PI * phase) * Math.exp(-at / decay) * Math.min(1, at * 1500);
  }
  return out;
}

function hiss(
  seconds: number,
  band: 'low' | 'band' | 'high',
  hertz: number,
  decay: number,
  seed: number,
  q = 0.8,
) {
  const out = filter(noiseArray(Math.round(seconds * SAMPLE_RATE), seed), band, hertz, q);
  return shape(out, (at) => Math.exp(-at / decay) * Math.min(1, at * 2000 + 0.3));
}

function sum(...layers: [Float32Array, number][]): Float32Array {
  const out = new Float32Array(Math.max(...layers.map(([data]) => data.length)));
  for (const [data, gain] of layers) for (let i = 0; i < data.length; i++) out[i]! += data[i]! * gain;
  // The last 5 ms fade to zero, however short the drum is.
  for (let i = 0; i < 220 && i < out.length; i++) out[out.length - 1 - i]! *= i / 220;
  return out;
}

/** A clap: three bursts, then the room, because hands do not meet at exactly the same time. */
function clap(): Float32Array {
  const noise = filter(noiseArray(Math.round(0.3 * SAMPLE_RATE), 11), 'band', 1300, 1.2);
  return shape(noise, (at) => {
    const burst = [0, 0.011, 0.023].reduce(
      (top, start) => (at >= start ? Math.exp(-(at - start) / 0.006) : top),
      0,
    );
    return 1.4 * (burst + (at > 0.023 ? 0.6 * Math.exp(-(at - 0.023) / 0.07) : 0));
  });
}

/** A cymbal: noise with a metallic component of six inharmonic square waves. */
function metal(seconds: number, hertz: number, decay: number, seed: number): Float32Array {
  const out = new Float32Array(Math.round(seconds * SAMPLE_RATE));
  for (const ratio of [2, 3.01, 4.17, 5.43, 6.79, 8.21]) {
    for (let i = 0; i < out.length; i++)
      out[i]! += ((i * 40 * ratio * 10) / SAMPLE_RATE) % 1 < 0.5 ? 0.16 : -0.16;
  }
  const noise = noiseArray(out.length, seed);
  for (let i = 0; i < out.length; i++) out[i]! += noise[i]! * 0.6;
  filter(out, 'high', hertz, 0.9);
  return shape(out, (at) => Math.exp(-at / decay) * Math.min(1, at * 3000 + 0.2));
}

// prettier-ignore
const DRAWN: Record<Drum, () => Float32Array> = {
  kick: () => sum([skin(0.45, 165, 48, 0.028, 0.14), 1.15], [hiss(0.02, 'low', 3500, 0.004, 5), 0.35]),
  snare: () => sum([skin(0.25, 260, 185, 0.02, 0.07), 0.6], [hiss(0.3, 'band', 3200, 0.075, 6, 0.5), 1.3], [hiss(0.2, 'high', 6000, 0.04, 7), 0.3]),
  rim: () => sum([skin(0.08, 900, 820, 0.01, 0.014), 0.6], [hiss(0.05, 'band', 2600, 0.008, 8, 2), 0.9]),
  clap: () => sum([clap(), 1]),
  hat: () => sum([metal(0.12, 7500, 0.022, 21), 0.75]),
  'open hat': () => sum([metal(0.5, 7000, 0.13, 22), 0.65]),
  ride: () => sum([metal(1.1, 5200, 0.3, 23), 0.4], [hiss(0.05, 'high', 5000, 0.012, 24), 0.5]),
  crash: () => sum([metal(2.2, 4200, 0.6, 25), 0.7], [hiss(1.6, 'band', 5200, 0.4, 26, 0.4), 0.6]),
  shaker: () => sum([shape(hiss(0.14, 'high', 6500, 0.05, 27), (at) => Math.min(1, at / 0.025)), 0.9]),
  tom: () => sum([skin(0.4, 210, 135, 0.05, 0.14), 0.9], [hiss(0.08, 'band', 900, 0.02, 28), 0.4]),
  'low tom': () => sum([skin(0.6, 140, 78, 0.06, 0.2), 1.05], [hiss(0.1, 'band', 500, 0.03, 29), 0.4]),
  timpani: () => sum([skin(1.4, 82, 73, 0.05, 0.42), 1], [skin(1, 122, 110, 0.05, 0.28), 0.45], [hiss(0.12, 'low', 700, 0.03, 30), 0.5]),
  brush: () => sum([shape(hiss(0.3, 'band', 4200, 0.12, 31, 0.4), (at) => Math.min(1, at / 0.03)), 0.9]),
  'chip kick': () => sum([skin(0.16, 320, 55, 0.03, 0.06).map(Math.sign).map((v) => v * 0.5), 0.8]),
  'chip snare': () => sum([crushed(hiss(0.18, 'low', 9000, 0.05, 32), 6), 0.9]),
  'chip hat': () => sum([crushed(hiss(0.06, 'high', 5000, 0.014, 33), 3), 0.7]),
};

/** Holds each sample, like the noise channel of an old console. */
function crushed(data: Float32Array, hold: number): Float32Array {
  return data.map((_, i) => data[i - (i % hold)]!);
}

const drawn = new Map<Drum, Float32Array>();

const PLACES: Partial<Record<Drum, { pan: number; room: number; gain: number }>> = {
  kick: { pan: 0, room: 0.02, gain: 1 },
  'chip kick': { pan: 0, room: 0, gain: 1.3 },
  'chip snare': { pan: 0, room: 0.02, gain: 0.9 },
  snare: { pan: 0.05, room: 0.25, gain: 0.62 },
  clap: { pan: -0.08, room: 0.35, gain: 1.2 },
  rim: { pan: 0.25, room: 0.2, gain: 1 },
  hat: { pan: 0.3, room: 0.04, gain: 0.8 },
  'open hat': { pan: 0.3, room: 0.08, gain: 0.65 },
  ride: { pan: -0.35, room: 0.12, gain: 0.55 },
  crash: { pan: -0.25, room: 0.4, gain: 0.6 },
  shaker: { pan: -0.45, room: 0.08, gain: 0.6 },
  tom: { pan: -0.3, room: 0.3, gain: 0.65 },
  'low tom': { pan: 0.2, room: 0.4, gain: 0.6 },
  timpani: { pan: 0.1, room: 0.6, gain: 0.55 },
  brush: { pan: 0.2, room: 0.15, gain: 0.75 },
};

/** Adds one stroke. @param start seconds @param velocity loudness, 0–1. */
export function strike(buses: Buses, drum: Drum, start: number, velocity: number): void {
  let data = drawn.get(drum);
  if (!data) drawn.set(drum, (data = DRAWN[drum]()));
  const { pan, room, gain } = PLACES[drum] ?? { pan: 0, room: 0.03, gain: 0.5 };
  const first = Math.floor(start * SAMPLE_RATE);
  const level = gain * velocity ** 1.3 * 0.55;
  const [l, r, sent] = [level * (1 - Math.max(0, pan)), level * (1 + Math.min(0, pan)), level * room];
  const length = Math.min(data.length, buses.left.length - first);
  for (let i = 0; i < length; i++) {
    buses.left[first + i]! += data[i]! * l;
    buses.right[first + i]! += data[i]! * r;
    buses.room[first + i]! += data[i]! * sent;
  }
}
