/**
 * The voice of most instruments: a wave that becomes darker, in one or several detuned copies, with an envelope, vibrato,
 * breath noise and overdrive by instrument.
 */
import { BLOCK, type Buses, place, type PlayedNote } from './buses.js';
import { whiteNoise } from './filters.js';
import { SAMPLE_RATE } from './pcm.js';
import { hertzOf, sine, type SpectrumName, TABLE_SIZE, wavetable } from './wavetables.js';

export interface WaveVoice {
  kind: 'wave';
  bright: SpectrumName;
  dark: SpectrumName;
  /** Seconds of the transition from the bright wave to the dark one; Infinity keeps the bright one. */
  darken: number;
  attack: number;
  /** Seconds to fall to `sustain` (0–1). */
  decay: number;
  sustain: number;
  release: number;
  /** Number of detuned copies, their distance (cents) and stereo width (0–1). */
  copies: number;
  detune: number;
  width: number;
  vibrato?: { cents: number; hertz: number; delay: number };
  /** Breath, bow or hammer noise: level 0–1 and duration. */
  noise?: { level: number; seconds: number };
  /** Overdrive, 1 (clean) to 20. */
  drive?: number;
  level: number;
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

/** Computes a block of one copy: the two waves at the same phase, mixed by the darkness of the note. */
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

export function playWave(buses: Buses, voice: WaveVoice, note: PlayedNote): void {
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
