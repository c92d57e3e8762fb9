/**
 * One period of a wave per instrument and pitch, built from its overtones. A table contains only overtones below the limit
 * of hearing, so there is no aliasing, and a sample costs one interpolated look-up.
 */
import { SAMPLE_RATE } from './pcm.js';

/** Returns the strength of an overtone by its number (1 = fundamental) and its frequency in hertz (for resonances). */
type Spectrum = (overtone: number, hertz: number) => number;

export const TABLE_SIZE = 2048;
const OVERTONES = 48;

const SINE = Float32Array.from({ length: TABLE_SIZE }, (_, i) => Math.sin((2 * Math.PI * i) / TABLE_SIZE));

/** A bell-shaped resonance, as of a throat or the body of a violin. */
function resonance(hertz: number, centre: number, width: number): number {
  return Math.exp(-(((hertz - centre) / width) ** 2));
}

const odd = (n: number) => n % 2;

const SPECTRA = {
  sine: (n) => (n === 1 ? 1 : 0),
  triangle: (n) => (odd(n) ? (n % 4 === 1 ? 1 : -1) / n ** 2 : 0),
  warm: (n, hz) => 1 / n ** 1.9 / (1 + (hz / 2600) ** 2),
  saw: (n, hz) => (1 / n) * (1 / (1 + (hz / 9000) ** 2)),
  soft: (n, hz) => 1 / n ** 1.3 / (1 + (hz / 3200) ** 2),
  square: (n) => odd(n) / n,
  quarter: (n) => Math.sin(Math.PI * n * 0.25) / n,
  hollow: (n, hz) => (odd(n) ? 1 : 0.18) / n ** 1.25 / (1 + (hz / 3500) ** 2),
  reed: (n, hz) => (0.25 + resonance(hz, 900, 500) + 0.5 * resonance(hz, 2300, 900)) / n ** 0.75,
  brass: (n, hz) => (0.3 + resonance(hz, 1200, 900)) / n ** 0.8 / (1 + (hz / 5000) ** 2),
  bowed: (n, hz) => (0.35 + resonance(hz, 480, 250) + 0.6 * resonance(hz, 2700, 1200)) / n ** 1.05,
  voice: (n, hz) =>
    (0.06 + resonance(hz, 730, 170) + 0.45 * resonance(hz, 1090, 220) + 0.1 * resonance(hz, 2440, 400)) /
    n ** 0.55,
  flute: (n) => [0, 1, 0.32, 0.12, 0.05, 0.02][n] ?? 0,
  organ: (n) => ({ 1: 1, 2: 0.7, 3: 0.45, 4: 0.4, 6: 0.2, 8: 0.25 })[n] ?? 0,
  struck: (n, hz) => (Math.abs(Math.sin(n * 0.42)) + 0.15) / n ** 0.9 / (1 + (hz / 4200) ** 2),
  'struck dark': (n, hz) => 1 / n ** 2.1 / (1 + (hz / 1500) ** 2),
  plucked: (n, hz) => Math.abs(Math.sin(n * 0.6)) / n ** 0.6 / (1 + (hz / 7000) ** 2),
} satisfies Record<string, Spectrum>;
export type SpectrumName = keyof typeof SPECTRA;

/** Starting phases that spread the energy of a wave over its period: lower peaks at the same loudness. */
function phaseOf(overtone: number): number {
  return Math.floor(((overtone * overtone * 0.35) % 1) * TABLE_SIZE);
}

function build(spectrum: Spectrum, hertz: number): Float32Array {
  const table = new Float32Array(TABLE_SIZE + 1);
  const top = Math.min(OVERTONES, Math.max(1, Math.floor((SAMPLE_RATE * 0.42) / hertz)));
  for (let n = 1; n <= top; n++) {
    const strength = spectrum(n, n * hertz);
    if (Math.abs(strength) < 0.0008) continue;
    let phase = n === 1 ? 0 : phaseOf(n);
    for (let i = 0; i < TABLE_SIZE; i++) {
      table[i]! += strength * SINE[phase]!;
      phase = (phase + n) & (TABLE_SIZE - 1);
    }
  }
  let energy = 0;
  for (let i = 0; i < TABLE_SIZE; i++) energy += table[i]! ** 2;
  const scale = Math.SQRT1_2 / Math.sqrt(energy / TABLE_SIZE || 1);
  for (let i = 0; i < TABLE_SIZE; i++) table[i]! *= scale;
  table[TABLE_SIZE] = table[0]!;
  return table;
}

const built = new Map<string, Float32Array>();

/** @param midi pitch; all tables have the loudness of a full sine. */
export function wavetable(name: SpectrumName, midi: number): Float32Array {
  const key = `${name}/${Math.round(midi)}`;
  let table = built.get(key);
  if (!table) {
    table = build(SPECTRA[name], hertzOf(midi));
    built.set(key, table);
  }
  return table;
}

/** Equal temperament, A4 (69) = 440 Hz. */
export function hertzOf(midi: number): number {
  return 440 * 2 ** ((midi - 69) / 12);
}

/** sin(2πx) by look-up, for x ≥ 0. */
export function sine(turns: number): number {
  const at = (turns - Math.floor(turns)) * TABLE_SIZE;
  const i = at | 0;
  const from = SINE[i]!;
  return from + (SINE[(i + 1) & (TABLE_SIZE - 1)]! - from) * (at - i);
}
