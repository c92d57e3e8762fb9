/**
 * Synthesises a score: every note with its instrument, every drum stroke, then the mix. It works in segments, so that an
 * abort takes effect within a fraction of a second.
 */
import { strike } from './drums.js';
import { VOICES } from './instruments.js';
import { mixDown, newBuses, pump } from './mixing.js';
import { type Pace, paceOf } from './pace.js';
import { fade, type Pcm, raiseLoudness, SAMPLE_RATE } from './pcm.js';
import type { Part, Score } from './score.js';
import { playNote } from './voices.js';

/** Gain and pan of each part, and its sends to the room and the echo. */
const DESK: Record<Part, { gain: number; pan: number; room: number; echo: number }> = {
  melody: { gain: 0.36, pan: 0.04, room: 1, echo: 1 },
  harmony: { gain: 0.28, pan: -0.3, room: 1, echo: 0.5 },
  pad: { gain: 0.1, pan: 0, room: 0.9, echo: 0 },
  comp: { gain: 0.16, pan: -0.22, room: 0.7, echo: 0.15 },
  arpeggio: { gain: 0.2, pan: 0.3, room: 0.8, echo: 0.8 },
  bass: { gain: 0.3, pan: 0, room: 0.08, echo: 0 },
};

/** Seconds of music between two yields to the event loop. */
const SEGMENT_SECONDS = 1;

/** Gain per pitch, which compensates the lower sensitivity of the ear to bass. */
function loudnessAt(midi: number): number {
  return 2 ** ((60 - midi) / 48);
}

/** @param loudnessDb RMS the piece is brought to, in dBFS. */
export async function perform(score: Score, loudnessDb = -15, pace: Pace = paceOf({})): Promise<Pcm> {
  const buses = newBuses(Math.round(score.seconds * SAMPLE_RATE));
  let played = 0;
  for (const [index, note] of score.notes.entries()) {
    const { gain, pan, room, echo } = DESK[note.part];
    playNote(buses, VOICES[note.instrument], {
      midi: note.midi,
      start: note.start,
      seconds: note.seconds,
      velocity: note.velocity,
      gain: gain * note.velocity ** 1.4 * (note.part === 'bass' ? 1 : loudnessAt(note.midi)),
      pan: pan + (note.part === 'arpeggio' ? ((note.midi % 5) - 2) * 0.15 : 0),
      room: room * score.mix.reverb,
      echo: echo * score.mix.echo,
      seed: (index + 1) * 7919,
    });
    if (note.start < played + SEGMENT_SECONDS) continue;
    played = note.start;
    await pace((played / score.seconds) * 0.7);
  }
  const kicks = score.hits.filter((hit) => hit.drum === 'kick').map((hit) => hit.start);
  pump(buses, kicks, score.mix.pump);
  for (const hit of score.hits) strike(buses, hit.drum, hit.start, hit.velocity);
  const echoSeconds = (60 / score.beatsPerMinute) * 0.75;
  const pcm = await mixDown(buses, { ...score.mix, echoSeconds }, (done) => pace(0.7 + done * 0.25));
  // The final chord fades over its length to the exact end.
  const endingSeconds = (score.chords[score.chords.length - 1]!.beats * 60) / score.beatsPerMinute;
  raiseLoudness(pcm, loudnessDb);
  fade(pcm, 0.004, Math.max(0.3, Math.min(endingSeconds * 0.8, 4)));
  await pace(1);
  return pcm;
}
