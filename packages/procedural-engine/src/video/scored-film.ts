/** Makes the film of one shot with its sound, whose accents the picture may follow. */
import { join } from 'node:path';
import { soundTrack } from '../audio/sound-track.js';
import type { EngineContext, EngineFile, EngineTask } from '../engine.js';
import { type Accents, accentsFrom } from './accents.js';
import { type FilmFormat, type FilmOptions, makeFilm } from './film.js';
import { frameCount, FRAMES_PER_SECOND, type FrameSize } from './frame-size.js';

export interface ScoredFilm extends Pick<FilmOptions, 'title' | 'progressFrom'> {
  task: EngineTask;
  input: { duration: number; sound: boolean; format: FilmFormat };
  /** Of the sound. */
  prompt: string;
  size: FrameSize;
  painter(seconds: number, accents: Accents): FilmOptions['paint'];
}

export async function makeScoredFilm(film: ScoredFilm, context: EngineContext): Promise<EngineFile[]> {
  const { task, input, prompt, size, title, progressFrom } = film;
  const { duration, format } = input;
  const { signal } = context;
  const frames = frameCount(duration);
  const seconds = frames / FRAMES_PER_SECOND;
  const request = { prompt, seed: task.seed, durationSeconds: seconds, signal };
  const sound = input.sound ? await soundTrack(request) : undefined;
  signal.throwIfAborted();
  context.progress(progressFrom);
  const path = join(task.directory, `video.${format}`);
  const paint = film.painter(seconds, accentsFrom(sound?.onsets ?? []));
  const options = { path, format, ...size, frames, title, paint, progressFrom, ...(sound ? { sound } : {}) };
  await makeFilm(options, context);
  return [{ path, contentType: `video/${format}`, ...size, durationSeconds: seconds }];
}
