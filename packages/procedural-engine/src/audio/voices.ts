/**
 * Synthesises single notes. Three voices cover all instruments: a wave that becomes darker (`wave-voice.ts`), a plucked
 * string, and a struck body with its own partials. Each adds its note to the buses and has no state.
 */
import { BLOCK, type Buses, place, type PlayedNote } from './buses.js';
import { whiteNoise } from './filters.js';
import { SAMPLE_RATE } from './pcm.js';
import { playWave, type WaveVoice } from './wave-voice.js';
import { hertzOf } from './wavetables.js';

export interface StringVoice {
  kind: 'string';
  /** 0 (dull) to 1 (steel). */
  brightness: number;
  /** Decay of a note at middle C, in seconds. */
  ring: number;
  release: number;
  level: number;
}

export interface BarVoice {
  kind: 'bar';
  /** Frequency ratio, strength and decay in seconds. */
  partials: readonly (readonly [number, number, number])[];
  release: number;
  level: number;
}

export type Voice = WaveVoice | StringVoice | BarVoice;

/** A plucked string: noise in a delay loop as long as the period, smoothed a little in each round (Karplus-Strong). */
function playString(buses: Buses, voice: StringVoice, note: PlayedNote): void {
  const first = Math.floor(note.start * SAMPLE_RATE);
  const total = Math.min(buses.left.length - first, Math.ceil((note.seconds + voice.release) * SAMPLE_RATE));
  const hertz = hertzOf(note.midi);
  const smooth = 0.5 - 0.42 * voice.brightness;
  const period = SAMPLE_RATE / hertz - smooth;
  const size = Math.floor(period) + 2;
  const line = new Float32Array(size);
  const noise = whiteNoise(note.seed + 3);
  let soft = 0;
  for (let i = 0; i < size; i++) {
    soft += (noise() - soft) * (0.15 + 0.65 * voice.brightness * note.velocity);
    line[i] = soft;
  }
  // Plucking at an eighth of the string removes every eighth overtone and any constant offset.
  const plucked = line.map((value, i) => value - line[(i + Math.floor(size / 8)) % size]!);
  line.set(plucked);
  const keep = 10 ** (-3 / (voice.ring * (262 / hertz) ** 0.5 * hertz));
  const whole = Math.floor(period);
  const part = period - whole;
  const block = new Float32Array(BLOCK);
  let [write, last] = [0, 0];
  for (let from = 0; from < total; from += BLOCK) {
    const length = Math.min(BLOCK, total - from);
    for (let i = 0; i < length; i++) {
      const a = line[(write - whole + size) % size]!;
      const b = line[(write - whole - 1 + size) % size]!;
      const out = a + (b - a) * part;
      line[write] = ((1 - smooth) * out + smooth * last) * keep;
      last = out;
      write = write + 1 === size ? 0 : write + 1;
      const at = (from + i) / SAMPLE_RATE;
      const released = at > note.seconds ? Math.max(0, 1 - (at - note.seconds) / voice.release) : 1;
      block[i] = out * released * voice.level * Math.min(1, at * 2000);
    }
    place(buses, first + from, block, length, note, note.pan);
  }
}

/** Bells, bars and glasses: a few partials, not all whole multiples, each with its own decay. */
function playBar(buses: Buses, voice: BarVoice, note: PlayedNote): void {
  const first = Math.floor(note.start * SAMPLE_RATE);
  const longest = Math.max(...voice.partials.map(([, , decay]) => decay)) * 4;
  const total = Math.min(
    buses.left.length - first,
    Math.ceil(Math.min(longest, note.seconds + voice.release) * SAMPLE_RATE),
  );
  const sum = new Float32Array(Math.max(0, total));
  for (const [ratio, strength, decay] of voice.partials) {
    const hertz = hertzOf(note.midi) * ratio;
    if (hertz > SAMPLE_RATE * 0.42) continue;
    // A rotating vector: four multiplications per sample and partial.
    const turn = (2 * Math.PI * hertz) / SAMPLE_RATE;
    const fall = Math.exp(-1 / (decay * SAMPLE_RATE));
    const [c, s] = [Math.cos(turn) * fall, Math.sin(turn) * fall];
    let [x, y] = [strength * (ratio > 2 ? 0.4 + 0.6 * note.velocity : 1), 0];
    for (let i = 0; i < total; i++) {
      sum[i]! += y;
      [x, y] = [x * c - y * s, x * s + y * c];
    }
  }
  for (let i = 0; i < total; i++) {
    const at = i / SAMPLE_RATE;
    const end = Math.min(1, (total - i) / 400);
    const released = at > note.seconds ? Math.max(0, 1 - (at - note.seconds) / voice.release) : 1;
    sum[i]! *= voice.level * Math.min(1, at * 1200) * released * end;
  }
  place(buses, first, sum, total, note, note.pan);
}

export function playNote(buses: Buses, voice: Voice, note: PlayedNote): void {
  if (voice.kind === 'wave') playWave(buses, voice, note);
  else if (voice.kind === 'string') playString(buses, voice, note);
  else playBar(buses, voice, note);
}
