import {
  chordOn,
  leadingChord,
  type Mode,
  MODES,
  pitchAt,
  pitchClass,
  scalePitchClasses,
  SEVENTH,
  TRIAD,
  voiceChord,
} from './theory.js';

const MODE_NAMES = Object.keys(MODES) as Mode[];

describe('theory', () => {
  it('builds C major on the tonic and G major on the fifth degree', () => {
    const key = { tonic: 0, mode: 'ionian' } as const;
    expect(chordOn(key, 0).pitchClasses).toEqual([0, 4, 7]);
    expect(chordOn(key, 4).pitchClasses).toEqual([7, 11, 2]);
    expect(chordOn(key, 4, SEVENTH).pitchClasses).toEqual([7, 11, 2, 5]);
  });

  it('takes every note of every chord from its scale', () => {
    for (const mode of MODE_NAMES) {
      for (let tonic = 0; tonic < 12; tonic++) {
        const scale = scalePitchClasses({ tonic, mode });
        for (let degree = 0; degree < 7; degree++) {
          for (const pc of chordOn({ tonic, mode }, degree, SEVENTH).pitchClasses)
            expect(scale).toContain(pc);
        }
      }
    }
  });

  it('raises the leading note in the dominant of a minor key', () => {
    expect(leadingChord({ tonic: 9, mode: 'aeolian' }).pitchClasses).toEqual([4, 8, 11]);
  });

  it('counts degrees over octaves in both directions', () => {
    const key = { tonic: 2, mode: 'dorian' } as const;
    expect(pitchAt(key, 7) - pitchAt(key, 0)).toBe(12);
    expect(pitchAt(key, -1)).toBe(pitchAt(key, 6) - 12);
  });

  it('moves each voice by a small step on average, with all notes of the chord', () => {
    for (const mode of MODE_NAMES) {
      const key = { tonic: 5, mode };
      let previous: number[] | undefined;
      for (const degree of [0, 5, 3, 4, 0, 2, 3, 6, 0]) {
        const chord = chordOn(key, degree, TRIAD);
        const voicing = voiceChord(chord, { low: 52, high: 74, voices: 4 }, previous);
        expect(new Set(voicing.map(pitchClass))).toEqual(new Set(chord.pitchClasses));
        if (previous) {
          const moves = voicing.map((note, i) => Math.abs(note - previous![i]!));
          expect(moves.reduce((sum, move) => sum + move, 0) / moves.length).toBeLessThanOrEqual(3.5);
          expect(Math.max(...moves)).toBeLessThanOrEqual(7);
        }
        previous = voicing;
      }
    }
  });
});
