/**
 * How a single note is made. Three ways cover all instruments: a wave that darkens as it sounds, a plucked string,
 * and a struck body with partials of its own. Each adds its note to the buses and keeps nothing.
 */
import { whiteNoise } from './filters.js';
import { SAMPLE_RATE } from './pcm.js';
import { hertzOf, sine, TABLE_SIZE, wavetable, type SpectrumName } from './wavetables.js';

/** Where notes go: the dry stereo sum, and what is sent to the room and to the echo. */
export interface Buses {
  left: Float32Array;
  right: Float32Array;
  room: Float32Array;
  echo: Float32Array;
}

export interface PlayedNote {
  midi: number;
  /** Seconds. */
  start: number;
  seconds: number;
  /** Linear gain, velocity included. */
  gain: number;
  velocity: number;
  /** -1 left to 1 right. */
  pan: number;
  room: number;
  echo: number;
  /** Any number; different notes get different noise. */
  seed: number;
}

export interface WaveVoice {
  kind: 'wave';
  bright: SpectrumName;
  dark: SpectrumName;
  /** Seconds for the bright wave to give way to the dark one; Infinity keeps it. */
  darken: number;
  attack: number;
  /** Seconds to fall to `sustain` (0–1). */
  decay: number;
  sustain: number;
  release: number;
  /** How many slightly detuned copies, how far apart (cents), and how wide they stand (0–1). */
  copies: number;
  detune: number;
  width: number;
  vibrato?: { cents: number; hertz: number; delay: number };
  /** Breath, bow or hammer noise, 0–1, and the seconds it lasts. */
  noise?: { level: number; seconds: number };
  /** Overdrive before the loudspeaker, 1 (clean) to 20. */
  drive?: number;
  level: number;
}

export interface StringVoice {
  kind: 'string';
  /** 0 (dull) to 1 (steel). */
  brightness: number;
  /** Seconds until a note at middle C has died away. */
  ring: number;
  release: number;
  level: number;
}

export interface BarVoice {
  kind: 'bar';
  /** Frequency ratio, strength, and seconds to die away. */
  partials: readonly (readonly [number, number, number])[];
  release: number;
  level: number;
}

export type Voice = WaveVoice | StringVoice | BarVoice;

const BLOCK = 32;

/** Adds a block of mono sound to the buses. */
function place(
  buses: Buses,
  at: number,
  block: Float32Array,
  length: number,
  note: PlayedNote,
  pan: number,
): void {
  const angle = ((Math.max(-1, Math.min(1, pan)) + 1) * Math.PI) / 4;
  const [l, r] = [Math.cos(angle) * note.gain, Math.sin(angle) * note.gain];
  const { left, right, room, echo } = buses;
  const [toRoom, toEcho] = [note.room * note.gain, note.echo * note.gain];
  for (let i = 0; i < length; i++) {
    const value = block[i]!;
    left[at + i]! += value * l;
    right[at + i]! += value * r;
    room[at + i]! += value * toRoom;
    if (toEcho > 0) echo[at + i]! += value * toEcho;
  }
}

function envelope(voice: WaveVoice, held: number, at: number): number {
  const rising = at < voice.attack ? at / voice.attack : 1;
  const settled =
    voice.sustain + (1 - voice.sustain) * Math.exp(-Math.max(0, at - voice.attack) / voice.decay);
  const released = at > held ? Math.max(0, 1 - (at - held) / voice.release) ** 2 : 1;
  return rising * settled * released;
}

interface Copy {
  phase: number;
  step: number;
  pan: number;
}

function copiesOf(voice: WaveVoice, note: PlayedNote): Copy[] {
  const hertz = hertzOf(note.midi);
  const spread = whiteNoise(note.seed);
  return Array.from({ length: voice.copies }, (_, i) => {
    const side = voice.copies === 1 ? 0 : (2 * i) / (voice.copies - 1) - 1;
    const cents = side * voice.detune + (voice.copies > 1 ? spread() : 0);
    return {
      phase: voice.copies > 1 ? Math.abs(spread()) * TABLE_SIZE : 0,
      step: (hertz * 2 ** (cents / 1200) * TABLE_SIZE) / SAMPLE_RATE,
      pan: note.pan + side * voice.width,
    };
  });
}

/** One copy's block: the two waves at the same phase, mixed by how dark the note has become. */
function waveBlock(
  block: Float32Array,
  copy: Copy,
  bright: Float32Array,
  dark: Float32Array,
  mix: number,
  bend: number,
) {
  let { phase } = copy;
  const step = copy.step * bend;
  for (let i = 0; i < BLOCK; i++) {
    const index = phase | 0;
    const part = phase - index;
    const b = bright[index]! + (bright[index + 1]! - bright[index]!) * part;
    const d = dark[index]! + (dark[index + 1]! - dark[index]!) * part;
    block[i] = d + (b - d) * mix;
    phase += step;
    if (phase >= TABLE_SIZE) phase -= TABLE_SIZE;
  }
  copy.phase = phase;
}

function playWave(buses: Buses, voice: WaveVoice, note: PlayedNote): void {
  const first = Math.floor(note.start * SAMPLE_RATE);
  const total = Math.min(buses.left.length - first, Math.ceil((note.seconds + voice.release) * SAMPLE_RATE));
  const [bright, dark] = [wavetable(voice.bright, note.midi), wavetable(voice.dark, note.midi)];
  const copies = copiesOf(voice, note);
  const hiss = whiteNoise(note.seed + 7);
  const block = new Float32Array(BLOCK);
  const gain = voice.level / Math.sqrt(voice.copies);
  let before = envelope(voice, note.seconds, 0);
  for (let from = 0; from < total; from += BLOCK) {
    const at = from / SAMPLE_RATE;
    const length = Math.min(BLOCK, total - from);
    const after = envelope(voice, note.seconds, (from + BLOCK) / SAMPLE_RATE);
    const mix = (voice.darken === Infinity ? 1 : Math.exp(-at / voice.darken)) * (0.4 + 0.6 * note.velocity);
    const { vibrato, noise } = voice;
    const depth = vibrato ? vibrato.cents * Math.min(1, Math.max(0, (at - vibrato.delay) / 0.4)) : 0;
    const bend = vibrato ? 2 ** ((depth * sine(at * vibrato.hertz)) / 1200) : 1;
    const breath = noise ? noise.level * (noise.seconds === Infinity ? 1 : Math.exp(-at / noise.seconds)) : 0;
    for (const copy of copies) {
      waveBlock(block, copy, bright, dark, mix, bend);
      for (let i = 0; i < length; i++) {
        const level = before + ((after - before) * i) / BLOCK;
        let value = block[i]! + (breath > 0.001 ? hiss() * breath : 0);
        if (voice.drive) value = Math.tanh(value * voice.drive);
        block[i] = value * level * gain;
      }
      place(buses, first + from, block, length, note, copy.pan);
    }
    before = after;
  }
}

/** A struck or plucked string: noise that runs round a delay as long as the pitch, smoothed a little each time. */
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
  // Plucking at an eighth of the string takes away every eighth overtone, and any steady offset.
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

/** Bells, bars and glasses: a few partials, not all whole multiples, that die away at their own speed. */
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
    // A rotating vector: one partial costs four multiplications a sample.
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
