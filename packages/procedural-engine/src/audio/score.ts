/** The score: the notes and drum hits of a composition in seconds, and the settings of the mix. */
import type { Section } from './form.js';
import type { InstrumentName } from './genres.js';
import type { ChordEvent } from './harmony.js';
import type { Key } from './theory.js';

export const PARTS = ['melody', 'harmony', 'pad', 'comp', 'arpeggio', 'bass'] as const;
export type Part = (typeof PARTS)[number];

/** A note in quarter notes, before swing and tempo. */
export interface WrittenNote {
  part: Part;
  midi: number;
  beat: number;
  beats: number;
  /** 0–1. */
  velocity: number;
}

export interface Note {
  part: Part;
  instrument: InstrumentName;
  midi: number;
  /** Seconds from the start of the piece. */
  start: number;
  seconds: number;
  velocity: number;
}

// prettier-ignore
export const DRUMS = [
  'kick', 'snare', 'rim', 'clap', 'hat', 'open hat', 'ride', 'crash', 'shaker', 'tom', 'low tom', 'timpani', 'brush',
  'chip kick', 'chip snare', 'chip hat',
] as const;
export type Drum = (typeof DRUMS)[number];

export interface WrittenHit {
  drum: Drum;
  beat: number;
  velocity: number;
}

export interface Hit {
  drum: Drum;
  start: number;
  velocity: number;
}

export interface Score {
  seconds: number;
  genre: string;
  key: Key;
  beatsPerMinute: number;
  beatsPerBar: number;
  bars: number;
  sections: Section[];
  chords: ChordEvent[];
  /** Sorted by start. */
  notes: Note[];
  hits: Hit[];
  mix: { reverb: number; echo: number; pump: number; roomSeconds: number };
}
