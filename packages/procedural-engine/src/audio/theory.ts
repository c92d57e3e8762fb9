/**
 * Harmony as arithmetic: scales, chords and voice leading. Pure.
 *
 * Pitches are MIDI numbers (60 = middle C), pitch classes 0–11 (0 = C), degrees count from 0 (the tonic).
 */

export const MODES = {
  ionian: [0, 2, 4, 5, 7, 9, 11],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  phrygian: [0, 1, 3, 5, 7, 8, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  aeolian: [0, 2, 3, 5, 7, 8, 10],
  'harmonic minor': [0, 2, 3, 5, 7, 8, 11],
} as const;
export type Mode = keyof typeof MODES;

export interface Key {
  tonic: number;
  mode: Mode;
}

/** The notes of a chord, as scale steps above the root. */
export const TRIAD = [0, 2, 4] as const;
export const SEVENTH = [0, 2, 4, 6] as const;
export const ADDED_NINTH = [0, 2, 4, 8] as const;

export interface Chord {
  degree: number;
  /** The key of its notes: that of the piece, or its harmonic minor for the dominant. */
  key: Key;
  /** Root first. */
  pitchClasses: number[];
}

export function pitchClass(midi: number): number {
  return ((midi % 12) + 12) % 12;
}

export function scalePitchClasses(key: Key): number[] {
  return MODES[key.mode].map((step) => pitchClass(key.tonic + step));
}

/** Returns semitones from the tonic of octave 0 to a degree; degrees below 0 and above 6 are in other octaves. */
function semitonesAt(key: Key, degree: number): number {
  const octave = Math.floor(degree / 7);
  return octave * 12 + MODES[key.mode][degree - octave * 7]!;
}

/** @param octave MIDI number of the C on or below the tonic, such as 60. */
export function pitchAt(key: Key, degree: number, octave = 60): number {
  return octave + key.tonic + semitonesAt(key, degree);
}

export function chordOn(key: Key, degree: number, steps: readonly number[] = TRIAD): Chord {
  const pitchClasses = steps.map((step) => pitchClass(key.tonic + semitonesAt(key, degree + step)));
  return { degree, key, pitchClasses };
}

/** The degree of the chord before the tonic: the dominant in modes with a leading note, else a typical one of the mode. */
const LEADING_DEGREE: Record<Mode, number> = {
  ionian: 4,
  dorian: 3,
  phrygian: 1,
  lydian: 4,
  mixolydian: 6,
  aeolian: 4,
  'harmonic minor': 4,
};

/** Returns the last chord but one; in minor its third is raised to the leading note. */
export function leadingChord(key: Key, steps: readonly number[] = TRIAD): Chord {
  const mode = key.mode === 'aeolian' ? 'harmonic minor' : key.mode;
  return chordOn({ ...key, mode }, LEADING_DEGREE[key.mode], steps);
}

export interface VoiceRange {
  low: number;
  high: number;
  voices: number;
}

function everyVoicing(notes: number[], voices: number): number[][] {
  const found: number[][] = [];
  const choose = (from: number, picked: number[]) => {
    if (picked.length === voices) return void found.push(picked);
    for (let i = from; i < notes.length; i++) {
      const last = picked[picked.length - 1];
      if (last !== undefined && (notes[i]! - last > 12 || notes[i]! - last < 2)) continue;
      choose(i + 1, [...picked, notes[i]!]);
    }
  };
  choose(0, []);
  return found;
}

/** Counts parallel fifths and octaves: two voices that keep this interval while both move. */
function parallels(from: readonly number[], to: readonly number[]): number {
  let count = 0;
  for (let i = 0; i < to.length; i++) {
    for (let j = i + 1; j < to.length; j++) {
      const [before, after] = [(from[j]! - from[i]!) % 12, (to[j]! - to[i]!) % 12];
      const moved = to[i] !== from[i] && Math.sign(to[i]! - from[i]!) === Math.sign(to[j]! - from[j]!);
      if (moved && before === after && (after === 0 || after === 7)) count++;
    }
  }
  return count;
}

function cost(voicing: number[], chord: Chord, range: VoiceRange, previous?: readonly number[]): number {
  const sounding = new Set(voicing.map(pitchClass));
  const missing = chord.pitchClasses.filter((pc) => !sounding.has(pc)).length;
  const centre = voicing.reduce((sum, note) => sum + note, 0) / voicing.length;
  const drift = Math.abs(centre - (range.low + range.high) / 2);
  if (!previous) return missing * 20 + drift;
  const moves = voicing.map((note, i) => Math.abs(note - previous[i]!));
  const total = moves.reduce((sum, move) => sum + move + (move > 4 ? (move - 4) * 2 : 0), 0);
  return missing * 20 + total + parallels(previous, voicing) * 4 + drift * 0.3;
}

/**
 * Returns notes of `chord` within the range, lowest first, nearest to the previous ones: each voice moves little, all notes
 * of the chord occur, and parallel fifths and octaves cost extra.
 */
export function voiceChord(chord: Chord, range: VoiceRange, previous?: readonly number[]): number[] {
  const notes: number[] = [];
  for (let note = range.low; note <= range.high; note++) {
    if (chord.pitchClasses.includes(pitchClass(note))) notes.push(note);
  }
  const from = previous?.length === range.voices ? previous : undefined;
  let best: number[] = [];
  let least = Infinity;
  for (const voicing of everyVoicing(notes, range.voices)) {
    const price = cost(voicing, chord, range, from);
    if (price < least) [best, least] = [voicing, price];
  }
  return best;
}
