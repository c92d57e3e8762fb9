/**
 * Writes the tune from a short motif.
 *
 * A motif is a rhythm with a contour in scale degrees. A section states it, repeats it transposed to each chord, and closes
 * with a longer note. A has the same motif each time (A' decorates it); B has its own, higher one.
 */
import type { Random } from '../random.js';
import type { Section } from './form.js';
import { chordAt, type ChordEvent } from './harmony.js';
import type { WrittenNote } from './score.js';
import { type Chord, pitchAt, pitchClass } from './theory.js';

interface MotifNote {
  beat: number;
  beats: number;
  degree: number;
}

function rhythm(beatsPerBar: number, activity: number, random: Random): { beat: number; beats: number }[] {
  const onsets: number[] = [];
  for (let beat = 0; beat < beatsPerBar; beat += 0.5) {
    const chance =
      beat === 0
        ? 0.95
        : beat === 2
          ? 0.55 + activity * 0.3
          : beat % 1 === 0
            ? 0.25 + activity * 0.6
            : activity * 0.55;
    if (random() < chance) onsets.push(beat);
  }
  if (onsets.length === 0) onsets.push(0);
  if (onsets.length === 1 && activity > 0.2) onsets.push(Math.min(beatsPerBar - 1, onsets[0]! + 1.5));
  return onsets.map((beat, i) => ({ beat, beats: Math.min(3, (onsets[i + 1] ?? beatsPerBar) - beat) }));
}

/** Returns a contour of mostly steps, some thirds and rare leaps that turn back, within an octave above the tonic. */
function contour(length: number, random: Random): number[] {
  let degree = random.pick([0, 2, 4, 4]);
  let turn = 0;
  return Array.from({ length }, (_, i) => {
    if (i === 0) return degree;
    const size = random.pick([1, 1, 1, 1, 2, 2, 0, 4]);
    const way = turn || (random() < (degree > 4 ? 0.25 : degree < 1 ? 0.85 : 0.55) ? 1 : -1);
    turn = size === 4 ? -way : 0;
    degree = Math.max(-2, Math.min(8, degree + size * way));
    return degree;
  });
}

function motif(beatsPerBar: number, activity: number, random: Random): MotifNote[] {
  const times = rhythm(beatsPerBar, activity, random);
  const degrees = contour(times.length, random);
  return times.map((time, i) => ({ ...time, degree: degrees[i]! }));
}

function inChord(chord: Chord, degree: number): boolean {
  return chord.pitchClasses.includes(pitchClass(pitchAt(chord.key, degree)));
}

/** Returns the chord tone nearest to a degree. */
function nearestChordDegree(chord: Chord, degree: number): number {
  for (const away of [0, -1, 1, -2, 2, -3, 3]) if (inChord(chord, degree + away)) return degree + away;
  return degree;
}

/** Transposes the motif to start on a chord tone; strong beats become chord tones, other notes keep the contour. */
function realise(notes: readonly MotifNote[], events: readonly ChordEvent[], barBeat: number): MotifNote[] {
  const first = chordAt(events, barBeat).chord;
  const shift = nearestChordDegree(first, notes[0]!.degree) - notes[0]!.degree;
  return notes.map((note) => {
    const { chord } = chordAt(events, barBeat + note.beat);
    const strong = note.beat % 2 === 0 || note.beats >= 1.5;
    const degree = note.degree + shift;
    return { ...note, degree: strong ? nearestChordDegree(chord, degree) : degree };
  });
}

/** Adds passing notes to A where there is time, for A'. */
function decorate(notes: readonly MotifNote[], random: Random): MotifNote[] {
  return notes.flatMap((note, i) => {
    const next = notes[i + 1];
    if (!next || note.beats < 1 || random() < 0.5) return [note];
    const between = note.degree + (Math.sign(next.degree - note.degree) || 1);
    const half = note.beats / 2;
    return [
      { ...note, beats: half },
      { beat: note.beat + half, beats: half, degree: between },
    ];
  });
}

/** Returns the last bar of a section: one or two notes and a rest. */
function close(notes: readonly MotifNote[], beatsPerBar: number): MotifNote[] {
  const early = notes.filter((note) => note.beat < beatsPerBar / 2).slice(0, 2);
  const kept = early.length > 0 ? early : [{ ...notes[0]!, beat: 0 }];
  const last = kept[kept.length - 1]!;
  return [...kept.slice(0, -1), { ...last, beats: beatsPerBar * 0.75 - last.beat }];
}

export interface MelodyPlan {
  sections: readonly Section[];
  chords: readonly ChordEvent[];
  beatsPerBar: number;
  /** 0 (sparse) to 1 (busy). */
  activity: number;
  /** MIDI number of the C on or below degree 0. */
  octave: number;
}

/** Transposes a pitch by octaves into the range of a tune. */
function fold(midi: number, octave: number): number {
  let note = midi;
  while (note > octave + 29) note -= 12;
  while (note < octave - 5) note += 12;
  return note;
}

function sectionBars(
  section: Section,
  plan: MelodyPlan,
  motifs: { a: MotifNote[]; b: MotifNote[] },
  random: Random,
) {
  const subject = section.name === 'B' ? motifs.b.map((n) => ({ ...n, degree: n.degree + 2 })) : motifs.a;
  return Array.from({ length: section.bars }, (_, bar) => {
    if (section.name === 'outro' && bar % 2 === 1) return [];
    const varied =
      section.name === "A'" || (bar % 4 === 2 && section.bars >= 4) ? decorate(subject, random) : subject;
    return bar === section.bars - 1 && section.bars > 1 ? close(varied, plan.beatsPerBar) : varied;
  });
}

export function writeMelody(plan: MelodyPlan, random: Random): WrittenNote[] {
  const motifs = {
    a: motif(plan.beatsPerBar, plan.activity, random.fork('motif a')),
    b: motif(plan.beatsPerBar, Math.min(1, plan.activity + 0.1), random.fork('motif b')),
  };
  const written: WrittenNote[] = [];
  for (const section of plan.sections) {
    if (section.name === 'intro') continue;
    const bars =
      section.name === 'ending'
        ? [[{ beat: 0, beats: plan.chords[plan.chords.length - 1]!.beats, degree: random.pick([0, 7]) }]]
        : sectionBars(section, plan, motifs, random.fork(section.name));
    bars.forEach((notes, bar) => {
      const barBeat = (section.firstBar + bar) * plan.beatsPerBar;
      if (notes.length === 0) return;
      for (const note of realise(notes, plan.chords, barBeat)) {
        const { chord } = chordAt(plan.chords, barBeat + note.beat);
        const accent = note.beat === 0 ? 0.12 : note.beat % 1 === 0 ? 0.05 : 0;
        written.push({
          part: 'melody',
          midi: fold(pitchAt(chord.key, note.degree, plan.octave), plan.octave),
          beat: barBeat + note.beat,
          beats: note.beats * 0.94,
          velocity: 0.55 + section.intensity * 0.25 + accent,
        });
      }
    });
  }
  return written;
}

/** Writes a second voice a third or fourth below the tune, on chord tones, for the climax. */
export function writeHarmonyVoice(melody: readonly WrittenNote[], plan: MelodyPlan): WrittenNote[] {
  const climax = plan.sections.find((section) => section.intensity === 1);
  if (!climax) return [];
  const from = climax.firstBar * plan.beatsPerBar;
  const to = from + climax.bars * plan.beatsPerBar;
  return melody
    .filter((note) => note.beat >= from && note.beat < to && note.beats >= 0.7)
    .map((note) => {
      const { chord } = chordAt(plan.chords, note.beat);
      let midi = note.midi - 3;
      while (!chord.pitchClasses.includes(pitchClass(midi))) midi--;
      return { ...note, part: 'harmony', midi, velocity: note.velocity * 0.75 };
    });
}
