/**
 * Writes the accompaniment: pad, chords, arpeggio and bass, each from the same voice-led chords.
 *
 * Every part is a function from the harmony to notes. More parts play with a higher intensity of the section: pad and
 * arpeggio in the introduction, then bass and chords, all of them in the last A.
 */
import type { Random } from '../random.js';
import type { Section } from './form.js';
import type { ArpeggioPattern, BassPattern, CompPattern, Genre } from './genres.js';
import type { ChordEvent } from './harmony.js';
import type { Part, WrittenNote } from './score.js';
import { voiceChord } from './theory.js';

interface Voiced extends ChordEvent {
  /** MIDI numbers, lowest first. */
  voicing: number[];
  intensity: number;
}

/** Voices each chord in the position nearest to the previous one. */
function voiceLead(
  chords: readonly ChordEvent[],
  sections: readonly Section[],
  beatsPerBar: number,
): Voiced[] {
  let previous: number[] | undefined;
  return chords.map((event) => {
    const voices = event.chord.pitchClasses.length;
    previous = voiceChord(event.chord, { low: 52, high: 74, voices: Math.max(4, voices) }, previous);
    const bar = Math.floor(event.beat / beatsPerBar + 1e-6);
    const section = sections.findLast((one) => one.firstBar <= bar)!;
    return { ...event, voicing: previous, intensity: section.intensity };
  });
}

function note(part: Part, midi: number, beat: number, beats: number, velocity: number): WrittenNote {
  return { part, midi, beat, beats, velocity };
}

/** Returns a bass pitch between A1 (55 Hz) and G#2, which small loudspeakers can still play. */
function bassOf(pc: number): number {
  return 33 + ((pc - 9 + 12) % 12);
}

/** Beat, length and which note: r root, f fifth, o octave, t third. */
const BASS: Record<Exclude<BassPattern, 'walking'>, readonly [number, number, 'r' | 'f' | 'o' | 't'][]> = {
  held: [[0, 4, 'r']],
  'root fifth': [
    [0, 0.9, 'r'],
    [2, 0.9, 'f'],
    [4, 0.9, 'r'],
  ],
  eighths: [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5]
    .map((beat) => [beat, 0.45, 'r'] as const)
    .map((n) => [...n]),
  waltz: [
    [0, 0.9, 'r'],
    [3, 0.9, 'f'],
  ],
  offbeat: [
    [0.5, 0.4, 'r'],
    [1.5, 0.4, 'r'],
    [2.5, 0.4, 'o'],
    [3.5, 0.4, 'r'],
    [4.5, 0.4, 'r'],
  ],
  sixteenths: Array.from({ length: 20 }, (_, i) => [i / 4, 0.21, i % 4 === 2 ? 'o' : 'r']),
  syncopated: [
    [0, 1.3, 'r'],
    [1.5, 0.4, 'r'],
    [2.5, 0.9, 'f'],
    [3.5, 0.45, 'o'],
    [4.5, 0.4, 'r'],
  ],
};

function walking(events: readonly Voiced[], index: number, random: Random): WrittenNote[] {
  const { chord, beat, beats } = events[index]!;
  const next = bassOf((events[index + 1] ?? events[index]!).chord.pitchClasses[0]!);
  const root = bassOf(chord.pitchClasses[0]!);
  return Array.from({ length: Math.ceil(beats) }, (_, i) => {
    const last = i === Math.ceil(beats) - 1 && beats > 1;
    const tone = bassOf(random.pick(chord.pitchClasses));
    const midi =
      i === 0 ? root : last ? next + random.pick([-1, 1, 2, -2]) : tone + (tone < root - 5 ? 12 : 0);
    return note('bass', midi, beat + i, 0.92, i % 2 === 0 ? 0.85 : 0.75);
  });
}

function bass(events: readonly Voiced[], pattern: BassPattern, random: Random): WrittenNote[] {
  return events.flatMap((event, index) => {
    const { chord, beat, beats, section, intensity } = event;
    if (section === 'intro' && pattern !== 'held') return [];
    const root = bassOf(chord.pitchClasses[0]!);
    if (section === 'ending') return [note('bass', root, beat, beats, 0.85)];
    if (pattern === 'walking') return walking(events, index, random);
    const pitch = { r: root, f: root + 7, o: root + 12, t: root + 4 };
    return BASS[pattern]
      .filter(([at]) => at < beats)
      .map(([at, length, tone]) =>
        note(
          'bass',
          pitch[tone],
          beat + at,
          Math.min(length, beats - at),
          0.7 + intensity * 0.15 + (at === 0 ? 0.1 : 0),
        ),
      );
  });
}

function pad(events: readonly Voiced[]): WrittenNote[] {
  return events.flatMap(({ voicing, beat, beats, intensity }) =>
    voicing.map((midi) => note('pad', midi, beat, beats, 0.5 + intensity * 0.25)),
  );
}

/** Beat, length, how hard, and which of the chord's notes: all, the upper ones, or the power chord. */
const COMP: Record<Exclude<CompPattern, 'none'>, readonly [number, number, number, 'all' | 'upper' | 'power'][]> = {
  held: [[0, 1.9, 0.7, 'all'], [2.5, 1.4, 0.55, 'upper'], [4, 0.9, 0.5, 'upper']],
  strum: [[0, 1, 0.75, 'all'], [1, 0.5, 0.5, 'upper'], [1.5, 0.9, 0.6, 'all'], [2.5, 0.5, 0.5, 'upper'], [3, 0.5, 0.65, 'all'], [3.5, 0.5, 0.5, 'upper'], [4, 0.9, 0.6, 'all']],
  'oom-pah': [[1, 0.45, 0.55, 'upper'], [2, 0.45, 0.5, 'upper'], [3, 0.45, 0.5, 'upper'], [4, 0.45, 0.5, 'upper']],
  stabs: [[0.5, 0.35, 0.6, 'all'], [1.5, 0.3, 0.5, 'upper'], [2.5, 0.6, 0.62, 'all'], [4, 0.4, 0.5, 'all']],
  'swing stabs': [[0.5, 0.4, 0.55, 'all'], [2, 0.35, 0.5, 'all'], [3.5, 0.6, 0.6, 'all'], [4.5, 0.4, 0.5, 'all']],
  'power eighths': Array.from({ length: 10 }, (_, i) => [i / 2, 0.46, i % 4 === 0 ? 0.8 : 0.6, 'power']),
  ostinato: Array.from({ length: 10 }, (_, i) => [i / 2, 0.3, i % 3 === 0 ? 0.75 : 0.5, 'upper']),
}; // prettier-ignore

function comp(events: readonly Voiced[], pattern: CompPattern): WrittenNote[] {
  if (pattern === 'none') return [];
  return events.flatMap(({ chord, voicing, beat, beats, section, intensity }) => {
    if (section === 'intro') return [];
    const power = bassOf(chord.pitchClasses[0]!) + 12;
    const tones = { all: voicing, upper: voicing.slice(-3), power: [power, power + 7, power + 12] };
    const plan =
      section === 'ending'
        ? ([[0, beats, 0.8, pattern === 'power eighths' ? 'power' : 'all']] as const)
        : COMP[pattern];
    return plan
      .filter(([at]) => at < beats)
      .flatMap(([at, length, force, which]) =>
        // A strum plays the strings one after the other.
        tones[which].map((midi, i) =>
          note(
            'comp',
            midi,
            beat + at + (pattern === 'strum' ? i * 0.018 : 0),
            Math.min(length, beats - at),
            force * (0.7 + intensity * 0.3),
          ),
        ),
      );
  });
}

const ARPEGGIO: Record<
  Exclude<ArpeggioPattern, 'none'>,
  { step: number; order: readonly number[]; length: number }
> = {
  slow: { step: 1, order: [0, 2, 1, 3], length: 2.5 },
  'eighths up': { step: 0.5, order: [0, 1, 2, 3, 2, 1, 3, 2], length: 0.7 },
  alberti: { step: 0.5, order: [0, 2, 1, 2], length: 0.6 },
  sixteenths: { step: 0.25, order: [0, 1, 2, 3], length: 0.22 },
  'sixteenths leap': { step: 0.25, order: [0, 2, 3, 0, 1, 3, 0, 2], length: 0.2 },
};

function arpeggio(events: readonly Voiced[], pattern: ArpeggioPattern, octaveUp: boolean): WrittenNote[] {
  if (pattern === 'none') return [];
  const { step, order, length } = ARPEGGIO[pattern];
  return events.flatMap(({ voicing, beat, beats, section, intensity }) => {
    const up = octaveUp ? 12 : 0;
    if (section === 'ending')
      return voicing.map((midi, i) => note('arpeggio', midi + up, beat + i * 0.12, beats, 0.6));
    return Array.from({ length: Math.ceil(beats / step - 1e-6) }, (_, i) => {
      const midi = voicing[order[i % order.length]! % voicing.length]! + up;
      return note(
        'arpeggio',
        midi,
        beat + i * step,
        length,
        (i % 4 === 0 ? 0.7 : 0.52) * (0.65 + intensity * 0.35),
      );
    });
  });
}

export interface AccompanimentPlan {
  genre: Genre;
  sections: readonly Section[];
  chords: readonly ChordEvent[];
  beatsPerBar: number;
}

export function writeAccompaniment(plan: AccompanimentPlan, random: Random): WrittenNote[] {
  const { genre } = plan;
  const events = voiceLead(plan.chords, plan.sections, plan.beatsPerBar);
  const waltzLike = plan.beatsPerBar === 3 && genre.bass === 'held';
  return [
    ...pad(events),
    ...comp(events, genre.comp),
    ...arpeggio(events, genre.arpeggio, genre.arpeggio !== 'alberti' && random() < 0.5),
    ...bass(events, waltzLike ? 'waltz' : genre.bass, random),
  ];
}
