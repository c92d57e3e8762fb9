/**
 * Composes a score from a prompt: style, form, harmony, then the parts, then the time of each note. Pure and
 * deterministic: the same prompt, seed and duration result in the same score.
 */
import type { Random } from '../random.js';
import { writeAccompaniment } from './accompaniment.js';
import { writeDrums } from './drum-patterns.js';
import { fitBars, planForm } from './form.js';
import type { InstrumentName } from './genres.js';
import { harmonise } from './harmony.js';
import { writeHarmonyVoice, writeMelody } from './melody.js';
import type { Hit, Note, Part, Score, WrittenHit, WrittenNote } from './score.js';
import { readStyle, type Style } from './style.js';

const HIGH: readonly InstrumentName[] = ['flute', 'bells', 'music box', 'glass pad', 'square lead'];
const LOW: readonly InstrumentName[] = ['brass', 'choir', 'electric guitar'];

/** Returns the octave of the tune: near middle C for the key, an octave higher or lower for some instruments. */
function melodyOctave(style: Style): number {
  const { melody } = style.players;
  const near = style.key.tonic > 6 ? 48 : 60;
  return near + (HIGH.includes(melody) ? 12 : 0) - (LOW.includes(melody) && near === 60 ? 12 : 0);
}

/** Converts written beats to seconds: swing delays the second half of each beat, looseness varies each note's time. */
function clock(beatsPerMinute: number, swing: number, looseness: number, random: Random) {
  const swung = (beat: number) => {
    const whole = Math.floor(beat + 1e-9);
    const part = Math.max(0, beat - whole);
    return whole + (part < 0.5 ? part * 2 * swing : swing + (part - 0.5) * 2 * (1 - swing));
  };
  return {
    seconds: (beat: number) => (swung(beat) * 60) / beatsPerMinute,
    loose: () => (looseness === 0 ? 0 : looseness * random() ** 1.5),
  };
}

type Clock = ReturnType<typeof clock>;

function perform(note: WrittenNote, time: Clock, players: Style['players'], totalSeconds: number): Note {
  const start = time.seconds(note.beat) + (note.part === 'pad' ? 0 : time.loose());
  const end = Math.min(totalSeconds, time.seconds(note.beat + note.beats));
  const player = note.part === 'harmony' ? players.melody : players[note.part];
  return {
    part: note.part,
    instrument: player,
    midi: note.midi,
    start,
    seconds: Math.max(0.04, end - start),
    velocity: Math.min(1, note.velocity),
  };
}

function performDrums(hits: readonly WrittenHit[], time: Clock): Hit[] {
  return hits
    .map(({ drum, beat, velocity }) => ({
      drum,
      start: time.seconds(beat) + (drum === 'kick' ? 0 : time.loose() * 0.6),
      velocity: Math.min(1, velocity),
    }))
    .sort((one, other) => one.start - other.start);
}

/** Parts that the short music under a video leaves out. */
export interface ComposeOptions {
  seconds: number;
  without?: readonly Part[];
}

export function compose(prompt: string, options: ComposeOptions, random: Random): Score {
  const style = readStyle(prompt, random.fork('style'));
  const { genre, key, beatsPerBar } = style;
  const { bars, beatsPerMinute, endingBeats } = fitBars(options.seconds, style.beatsPerMinute, beatsPerBar);
  const sections = planForm(bars);
  const barSeconds = (beatsPerBar * 60) / beatsPerMinute;
  const harmony = { key, sections, beatsPerBar, chordSteps: genre.chordSteps, barSeconds, endingBeats };
  const chords = harmonise(harmony, random.fork('harmony'));
  const activity = Math.max(0, Math.min(1, genre.activity + style.energy * 0.15));
  const plan = { sections, chords, beatsPerBar, activity, octave: melodyOctave(style) };
  const melody = writeMelody(plan, random.fork('melody'));
  const written = [
    ...melody,
    ...writeHarmonyVoice(melody, plan),
    ...writeAccompaniment({ genre, sections, chords, beatsPerBar }, random.fork('accompaniment')),
  ].filter((note) => !options.without?.includes(note.part));
  const time = clock(beatsPerMinute, genre.swing, genre.looseness, random.fork('players'));
  const pattern = style.withDrums ? genre.drums : 'none';
  return {
    seconds: options.seconds,
    genre: genre.name,
    key,
    beatsPerMinute,
    beatsPerBar,
    bars,
    sections,
    chords,
    notes: written
      .map((note) => perform(note, time, style.players, options.seconds))
      .sort((one, other) => one.start - other.start),
    hits: performDrums(writeDrums({ pattern, sections, beatsPerBar }, random.fork('drums')), time),
    mix: genre.mix,
  };
}
