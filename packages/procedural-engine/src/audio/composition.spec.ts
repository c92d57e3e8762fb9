import { random } from '../random.js';
import { compose } from './composition.js';
import { fitBars, planForm } from './form.js';
import { GENRES } from './genres.js';
import { leadingChord, pitchClass, scalePitchClasses } from './theory.js';

const PROMPTS = GENRES.map((genre) => `${genre.name} track`);
const score = (prompt: string, seconds = 30, seed = 'seed') => compose(prompt, { seconds }, random(seed));

describe('form', () => {
  it('covers every bar exactly once and ends with the ending, for every length', () => {
    for (let bars = 2; bars <= 90; bars++) {
      const sections = planForm(bars);
      expect(
        sections.reduce((next, section) => (section.firstBar === next ? next + section.bars : NaN), 0),
      ).toBe(bars);
      expect(sections[sections.length - 1]!.name).toBe('ending');
    }
  });

  it("is A A' B A when there are enough bars", () => {
    expect(planForm(17).map((section) => section.name)).toEqual(['A', "A'", 'B', 'A', 'ending']);
  });

  it('fills the time to the beat at the requested tempo', () => {
    const { bars, beatsPerMinute, endingBeats } = fitBars(20, 130, 4);
    expect(beatsPerMinute).toBe(130);
    expect((((bars - 1) * 4 + endingBeats) * 60) / beatsPerMinute).toBeCloseTo(20, 9);
  });
});

describe('composition', () => {
  it('writes the same score for the same words, seed and length, and another for another seed', () => {
    expect(score('jazz at night')).toEqual(score('jazz at night'));
    expect(score('jazz at night', 30, 'other').notes).not.toEqual(score('jazz at night').notes);
  });

  it.each(GENRES.map((genre) => genre.name))('recognises %s by its name', (name) => {
    expect(score(`${name} track`).genre).toBe(name);
  });

  it('follows explicit words: key, tempo, metre, instrument, no drums', () => {
    const asked = score('sad folk tune in F# minor, 90 bpm, 3/4, with flute, no drums', 40);
    expect(asked).toMatchObject({
      key: { tonic: 6, mode: 'aeolian' },
      beatsPerMinute: 90,
      beatsPerBar: 3,
      hits: [],
    });
    expect(asked.notes.find((note) => note.part === 'melody')!.instrument).toBe('flute');
  });

  it('does not read an article as the key of A', () => {
    const tonics = ['one', 'two', 'three', 'four', 'five', 'six'].map(
      (seed) => score('a song in a quiet forest', 20, seed).key.tonic,
    );
    expect(new Set(tonics).size).toBeGreaterThan(1);
  });

  it.each(PROMPTS)('ends %s with a cadence to the tonic', (prompt) => {
    const { chords, key } = score(prompt);
    expect(chords[chords.length - 1]!.chord.degree).toBe(0);
    expect(chords[chords.length - 2]!.chord.degree).toBe(leadingChord(key).degree);
  });

  it.each(PROMPTS)('keeps pad, bass roots and chords of %s in the scale', (prompt) => {
    const { chords, notes, key } = score(prompt);
    for (const { chord } of chords) {
      for (const pc of chord.pitchClasses) expect(scalePitchClasses(chord.key)).toContain(pc);
    }
    const allowed = new Set([...scalePitchClasses(key), ...leadingChord(key).pitchClasses]);
    for (const note of notes.filter((one) => one.part === 'pad'))
      expect(allowed).toContain(pitchClass(note.midi));
  });

  it('repeats tune and chords when A returns', () => {
    const { chords, sections, notes, beatsPerMinute, beatsPerBar } = score('classical piano', 60);
    const [first, again] = sections.filter((section) => section.name === 'A');
    const barSeconds = (beatsPerBar * 60) / beatsPerMinute;
    const degrees = (from: number, bars: number) =>
      chords
        .filter(({ beat }) => beat >= from * beatsPerBar && beat < (from + bars) * beatsPerBar)
        .map(({ chord }) => chord.degree);
    const tune = (from: number) =>
      notes
        .filter(
          (note) =>
            note.part === 'melody' &&
            note.start >= from * barSeconds - 0.01 &&
            note.start < (from + 1) * barSeconds - 0.1,
        )
        .map((note) => note.midi);
    expect(degrees(again!.firstBar, again!.bars - 1)).toEqual(degrees(first!.firstBar, first!.bars - 1));
    expect(tune(again!.firstBar)).toEqual(tune(first!.firstBar));
    expect(tune(first!.firstBar).length).toBeGreaterThan(0);
  });

  it('writes no note beyond the end, for every length', () => {
    for (const prompt of PROMPTS) {
      for (const seconds of [1.5, 5, 7.3, 20, 120]) {
        const { notes, hits } = score(prompt, seconds);
        expect(notes.length).toBeGreaterThan(0);
        expect(Math.max(...notes.map((note) => note.start), ...hits.map((hit) => hit.start))).toBeLessThan(
          seconds,
        );
      }
    }
  });
});
