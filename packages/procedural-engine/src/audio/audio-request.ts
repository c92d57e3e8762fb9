/** Reads the tasks and writes the files of the three sound operations. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EngineFile, EngineRefusal, type EngineTask } from '../engine.js';
import { AUDIO_FORMATS, type AudioFormat, encodeAudio } from './encode.js';
import type { Pace } from './pace.js';
import { type Pcm, seconds } from './pcm.js';

export interface AudioRequest {
  prompt: string;
  /** Seconds. */
  duration: number;
  format: AudioFormat;
}

/** Reads the input, which was validated by the model's schema; missing values get the model's defaults. */
export function readAudioRequest(
  task: EngineTask,
  limits: { least: number; most: number; usual: number },
): AudioRequest {
  const { prompt, duration, format } = task.input;
  const asked = typeof duration === 'number' && Number.isFinite(duration) ? duration : limits.usual;
  if (asked < limits.least || asked > limits.most) {
    throw new EngineRefusal(
      'invalid_input',
      `duration must be between ${limits.least} and ${limits.most} seconds.`,
    );
  }
  return {
    prompt: typeof prompt === 'string' ? prompt : '',
    duration: asked,
    format: AUDIO_FORMATS.find((one) => one === format) ?? 'mp3',
  };
}

/** @param name the file's name without its extension. */
export async function writeAudio(
  task: EngineTask,
  audio: { name: string; pcm: Pcm; format: AudioFormat; description: string },
  pace: Pace,
): Promise<EngineFile[]> {
  const { bytes, contentType } = await encodeAudio(audio.pcm, audio.format, audio.description, pace);
  const path = join(task.directory, `${audio.name}.${audio.format}`);
  await writeFile(path, bytes);
  return [{ path, contentType, durationSeconds: seconds(audio.pcm) }];
}
