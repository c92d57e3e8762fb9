/**
 * The sound of a video: music for the scene that the words name, with the noises of the scene. It ends with the final
 * chord, faded out exactly at the end. It returns the times of the beats, so that the picture can follow them.
 */
import { random } from '../random.js';
import { compose } from './composition.js';
import { effectsIn } from './effects/lexicon.js';
import { paceOf } from './pace.js';
import { fade, mixInto, raiseLoudness } from './pcm.js';
import { perform } from './performance.js';
import { drawEffect } from './sound-effect.js';

export interface SoundTrack {
  sampleRate: 44100;
  left: Float32Array;
  right: Float32Array;
  beatsPerMinute: number;
  /** Seconds at which a bar or a new chord begins, ascending, the first at 0. */
  onsets: number[];
}

/** At most this many noises of the scene are under the music. */
const AMBIENCE_LAYERS = 2;
const AMBIENCE_GAIN = 0.5;

export async function soundTrack(options: {
  prompt: string;
  /** The task's seed: the same words, seed and length result in the same samples. */
  seed: string;
  durationSeconds: number;
  signal?: AbortSignal;
}): Promise<SoundTrack> {
  const { prompt, durationSeconds } = options;
  const words = prompt.toLowerCase();
  const chance = random(options.seed).fork('sound track');
  const pace = paceOf(options.signal ? { signal: options.signal } : {});
  await pace(0);
  const score = compose(prompt, { seconds: durationSeconds }, chance.fork('music'));
  const pcm = await perform(score, -17, pace);
  const noises = effectsIn(words).filter(
    (entry) => entry.steady || ['birds', 'thunder'].includes(entry.name),
  );
  for (const entry of noises.slice(0, AMBIENCE_LAYERS)) {
    const layer = drawEffect(entry, durationSeconds, words, chance.fork(entry.name));
    fade(layer, Math.min(0.8, durationSeconds / 6), Math.min(1.2, durationSeconds / 4));
    mixInto(pcm, layer, AMBIENCE_GAIN);
    await pace(1);
  }
  raiseLoudness(pcm, -16);
  fade(pcm, 0.004, Math.min(0.4, durationSeconds / 8));
  const onsets = score.chords.map((event) => (event.beat * 60) / score.beatsPerMinute);
  return {
    sampleRate: 44100,
    left: pcm.left,
    right: pcm.right,
    beatsPerMinute: score.beatsPerMinute,
    onsets,
  };
}
