/**
 * `embedded-sound`: the sounds that the words name (`effects/lexicon.ts`), layered, in a small room. They are synthesised
 * from noise and tones, without recordings. Unknown words result in an abstract texture chosen by the seed.
 */
import type { EngineOperation } from '../engine.js';
import { type Random, random } from '../random.js';
import { readAudioRequest, writeAudio } from './audio-request.js';
import { ABSTRACT, type EffectEntry, effectsIn } from './effects/lexicon.js';
import { newStage } from './effects/stage.js';
import { addRoom } from './mixing.js';
import { type Pace, paceOf } from './pace.js';
import {
  amplify,
  CEILING,
  fade,
  mixInto,
  type Pcm,
  peak,
  raiseLoudness,
  removeDc,
  rms,
  silence,
} from './pcm.js';

/** dB by which each further layer is quieter than the first. */
const BEHIND_DB = 3;

/** Returns the reverberation for the words: long for "in a cave", none for "dry". */
function roomFor(words: string): { seconds: number; gain: number } {
  if (/\b(cave|cathedral|church|hall|tunnel|canyon|echo)/.test(words)) return { seconds: 4, gain: 0.4 };
  if (/\b(dry|close|studio|ui|button|click)\b/.test(words)) return { seconds: 0.3, gain: 0 };
  return { seconds: 1.1, gain: 0.1 };
}

/** Synthesises one effect at its own loudness. */
export function drawEffect(entry: EffectEntry, seconds: number, words: string, chance: Random): Pcm {
  const stage = newStage(seconds, words, chance);
  entry.effect(stage);
  removeDc(stage.pcm);
  const loudness = rms(stage.pcm);
  if (loudness > 1e-9) {
    // A short click in a long silence has little energy: use its peak instead of its RMS.
    const byEnergy = 10 ** (entry.loudness / 20) / loudness;
    amplify(stage.pcm, Math.min(byEnergy, (CEILING * (entry.steady ? 2 : 1.25)) / peak(stage.pcm)));
  }
  return stage.pcm;
}

export async function soundEffect(prompt: string, seconds: number, chance: Random, pace: Pace): Promise<Pcm> {
  const words = prompt.toLowerCase();
  const found = effectsIn(words);
  const layers = found.length > 0 ? found : [ABSTRACT];
  const sum = silence(seconds);
  for (const [index, entry] of layers.entries()) {
    mixInto(
      sum,
      drawEffect(entry, seconds, words, chance.fork(entry.name)),
      10 ** ((-BEHIND_DB * index) / 20),
    );
    await pace(((index + 1) / layers.length) * 0.8);
  }
  const room = roomFor(words);
  if (room.gain > 0) {
    const send = sum.left.map((value, i) => (value + sum.right[i]!) * 0.35);
    await addRoom(send, sum, room, (done) => pace(0.8 + done * 0.2));
  }
  removeDc(sum);
  const loudness = Math.max(...layers.map((entry) => entry.loudness));
  raiseLoudness(sum, loudness, layers.some((entry) => entry.steady) ? 3 : 1.25);
  const lasting = layers.every((entry) => entry.steady);
  fade(sum, lasting ? Math.min(0.25, seconds / 10) : 0.003, Math.min(lasting ? 0.6 : 0.25, seconds / 6));
  return sum;
}

export const sound: EngineOperation = async (task, context) => {
  const request = readAudioRequest(task, { least: 0.5, most: 30, usual: 5 });
  const chance = random(task.seed);
  const pcm = await soundEffect(request.prompt, request.duration, chance, paceOf(context, 0, 60));
  const description = request.prompt || 'An abstract sound';
  return writeAudio(
    task,
    { name: 'sound', pcm, format: request.format, description },
    paceOf(context, 60, 100),
  );
};
