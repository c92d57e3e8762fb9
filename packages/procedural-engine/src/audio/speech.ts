/**
 * `embedded-speech`: reads a text aloud. espeak-ng synthesises the voice in a separate program (see `speech-program.ts`);
 * this file resamples it to 44.1 kHz, cleans and levels it.
 */
import { type EngineOperation, EngineRefusal } from '../engine.js';
import { writeAudio } from './audio-request.js';
import { AUDIO_FORMATS } from './encode.js';
import { paceOf } from './pace.js';
import { fade, type Pcm, raiseLoudness, removeDc, rms, SAMPLE_RATE } from './pcm.js';
import { runSpeechProgram, speechAvailable, SpeechTooLong, type Utterance } from './speech-program.js';

/** Voices: the name in the API -> the name in espeak-ng. */
const SPEECH_VOICES: Readonly<Record<string, string>> = {
  en: 'en-gb',
  'en-us': 'en-us',
  'en-scotland': 'en-gb-scotland',
  de: 'de',
  fr: 'fr-fr',
  es: 'es',
  'es-419': 'es-419',
  it: 'it',
  pt: 'pt',
  'pt-br': 'pt-br',
  nl: 'nl',
  pl: 'pl',
  sv: 'sv',
  cs: 'cs',
  tr: 'tr',
  hi: 'hi',
};

const SPEECH_SPEED = { least: 80, most: 260, usual: 160 } as const;
const LONGEST_SECONDS = 300;
const SPOKEN_RATE = 22_050;

function refuse(message: string): never {
  throw new EngineRefusal('invalid_input', message);
}

function readUtterance(input: Readonly<Record<string, unknown>>): Utterance {
  const text = typeof input.prompt === 'string' ? input.prompt.trim() : '';
  if (!/[\p{L}\p{N}]/u.test(text)) refuse('prompt has no words to speak.');
  const name = typeof input.voice === 'string' ? input.voice : 'en';
  const voice = Object.hasOwn(SPEECH_VOICES, name) ? SPEECH_VOICES[name] : undefined;
  if (!voice) refuse(`voice must be one of ${Object.keys(SPEECH_VOICES).join(', ')}.`);
  const speed = typeof input.speed === 'number' ? Math.round(input.speed) : SPEECH_SPEED.usual;
  if (!(speed >= SPEECH_SPEED.least && speed <= SPEECH_SPEED.most)) {
    refuse(`speed must be between ${SPEECH_SPEED.least} and ${SPEECH_SPEED.most} words a minute.`);
  }
  return { text, voice, speed };
}

/** Returns the samples of a 16-bit mono WAV file; skips other chunks. */
function samplesOf(wav: Buffer): Float32Array {
  const at = wav.indexOf('data', 12, 'latin1') + 8;
  if (at < 44 || wav.toString('latin1', 0, 4) !== 'RIFF')
    throw new Error('the speech program wrote no WAV file');
  return Float32Array.from(
    { length: (wav.length - at) >> 1 },
    (_, i) => wav.readInt16LE(at + i * 2) / 32_768,
  );
}

/** Doubles the sample rate by half-band interpolation, 15 taps per side: keeps frequencies up to 10 kHz, without aliases. */
function doubled(samples: Float32Array): Float32Array {
  const taps = Float32Array.from({ length: 30 }, (_, i) => {
    const x = i - 14.5;
    const window = 0.42 + 0.5 * Math.cos((Math.PI * x) / 15) + 0.08 * Math.cos((2 * Math.PI * x) / 15);
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * window;
  });
  const out = new Float32Array(samples.length * 2);
  for (let i = 0; i < samples.length; i++) {
    out[i * 2] = samples[i]!;
    let between = 0;
    for (let k = 0; k < 30; k++) between += taps[k]! * (samples[i + k - 14] ?? 0);
    out[i * 2 + 1] = between;
  }
  return out;
}

/** Removes silence at both ends, except a tenth of a second. */
function trimmed(samples: Float32Array): Float32Array {
  const loud = (value: number) => Math.abs(value) > 0.004;
  const [first, last] = [samples.findIndex(loud), samples.findLastIndex(loud)];
  if (first < 0) return new Float32Array(0);
  const around = Math.round(0.1 * SAMPLE_RATE);
  const out = new Float32Array(last - first + 1 + 2 * around);
  out.set(samples.subarray(first, last + 1), around);
  return out;
}

async function spoken(utterance: Utterance, signal: AbortSignal): Promise<Buffer> {
  try {
    const mostBytes = 1024 + LONGEST_SECONDS * SPOKEN_RATE * 2;
    return await runSpeechProgram(utterance, { mostBytes, signal });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SpeechTooLong)
      refuse(`The text takes longer than ${LONGEST_SECONDS} seconds to speak.`);
    throw error;
  }
}

export const speech: EngineOperation = async (task, context) => {
  const utterance = readUtterance(task.input);
  if (!speechAvailable()) throw new Error('speech needs the optional package espeak-ng');
  const pace = paceOf(context, 0, 60);
  await pace(0.02);
  const samples = samplesOf(await spoken(utterance, context.signal));
  await pace(0.8);
  const voice = trimmed(doubled(samples));
  const pcm: Pcm = { sampleRate: SAMPLE_RATE, left: voice, right: voice };
  if (voice.length === 0 || rms(pcm) < 1e-4) refuse('prompt has no words to speak.');
  removeDc(pcm);
  raiseLoudness(pcm, -18, 1.8);
  fade(pcm, 0.01, 0.05);
  await pace(1);
  const format = AUDIO_FORMATS.find((one) => one === task.input.format) ?? 'mp3';
  return writeAudio(
    task,
    { name: 'speech', pcm, format, description: utterance.text },
    paceOf(context, 60, 100),
  );
};
