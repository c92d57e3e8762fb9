/**
 * Plans the chords. Each section repeats a progression of its mode; A always has the same one, so that it is recognisable
 * when it returns. The bar before the ending has the leading chord, the ending is the tonic.
 */
import type { Random } from '../random.js';
import type { Section, SectionName } from './form.js';
import { type Chord, chordOn, type Key, leadingChord, type Mode } from './theory.js';

export interface ChordEvent {
  chord: Chord;
  /** Quarter notes from the start of the piece, straight (no swing). */
  beat: number;
  beats: number;
  section: SectionName;
}

/** Progressions as degrees of four chords: those of A, then those of B. */
// prettier-ignore
const PROGRESSIONS: Record<Mode, { a: readonly number[][]; b: readonly number[][] }> = {
  ionian: {
    a: [[0, 4, 5, 3], [0, 5, 3, 4], [0, 3, 5, 4], [0, 2, 3, 4], [0, 3, 1, 4], [0, 5, 1, 4]],
    b: [[3, 4, 2, 5], [5, 3, 0, 4], [3, 0, 1, 4], [5, 2, 3, 4]],
  },
  aeolian: {
    a: [[0, 5, 2, 6], [0, 3, 5, 4], [0, 6, 5, 6], [0, 5, 3, 6], [0, 2, 6, 3]],
    b: [[5, 6, 2, 0], [3, 0, 5, 6], [5, 2, 3, 6], [3, 6, 2, 5]],
  },
  'harmonic minor': {
    a: [[0, 3, 4, 0], [0, 5, 3, 4], [0, 4, 5, 4], [0, 3, 5, 4]],
    b: [[3, 0, 5, 4], [5, 3, 0, 4], [5, 4, 0, 3]],
  },
  dorian: {
    a: [[0, 3, 0, 6], [0, 2, 3, 3], [0, 6, 3, 0], [0, 3, 6, 3], [0, 1, 6, 3]],
    b: [[2, 3, 0, 6], [3, 6, 0, 1], [6, 2, 3, 0]],
  },
  mixolydian: {
    a: [[0, 6, 3, 0], [0, 3, 6, 0], [0, 4, 6, 3], [0, 6, 3, 4]],
    b: [[3, 0, 6, 3], [5, 3, 6, 0], [4, 3, 0, 6]],
  },
  lydian: {
    a: [[0, 1, 0, 4], [0, 1, 5, 4], [0, 4, 1, 5], [0, 5, 1, 4]],
    b: [[5, 1, 0, 4], [2, 1, 4, 0], [4, 5, 1, 1]],
  },
  phrygian: {
    a: [[0, 1, 0, 6], [0, 5, 1, 0], [0, 1, 2, 1], [0, 6, 5, 1]],
    b: [[3, 1, 0, 6], [5, 6, 1, 0], [2, 1, 6, 0]],
  },
};

export interface HarmonyPlan {
  key: Key;
  sections: readonly Section[];
  beatsPerBar: number;
  chordSteps: readonly number[];
  barSeconds: number;
  /** Length of the final chord in quarter notes. */
  endingBeats: number;
}

/** Returns where chords start within each bar: two per bar in a short section, so that it still has a progression. */
function changes(section: Section, plan: HarmonyPlan): number[] {
  const halved = section.bars <= 2 && (plan.barSeconds > 2.1 || section.bars === 1);
  return halved ? [0, Math.ceil(plan.beatsPerBar / 2)] : [0];
}

export function harmonise(plan: HarmonyPlan, random: Random): ChordEvent[] {
  const { key, sections, beatsPerBar, chordSteps } = plan;
  const a = random.pick(PROGRESSIONS[key.mode].a);
  const b = random.pick(PROGRESSIONS[key.mode].b);
  const events: ChordEvent[] = [];
  for (const section of sections) {
    if (section.name === 'ending') continue;
    const degrees = section.name === 'B' ? b : a;
    const starts = changes(section, plan);
    for (let i = 0; i < section.bars * starts.length; i++) {
      const at = i % starts.length;
      const beat = (section.firstBar + Math.floor(i / starts.length)) * beatsPerBar + starts[at]!;
      const beats = (starts[at + 1] ?? beatsPerBar) - starts[at]!;
      const chord = chordOn(key, degrees[i % degrees.length]!, chordSteps);
      events.push({ chord, beat, beats, section: section.name });
    }
  }
  events[events.length - 1]!.chord = leadingChord(key, chordSteps);
  const last = sections[sections.length - 1]!;
  events.push({
    chord: chordOn(key, 0, chordSteps),
    beat: last.firstBar * beatsPerBar,
    beats: plan.endingBeats,
    section: 'ending',
  });
  return events;
}

/** Returns the chord at a beat. */
export function chordAt(events: readonly ChordEvent[], beat: number): ChordEvent {
  return events.findLast((event) => event.beat <= beat + 1e-6) ?? events[0]!;
}
