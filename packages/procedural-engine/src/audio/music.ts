/**
 * `embedded-music`: a short piece of music in the style, key, tempo and mood that the words name. `composition.ts` composes
 * it by rules, `performance.ts` synthesises it.
 */
import type { EngineOperation } from '../engine.js';
import { random } from '../random.js';
import { readAudioRequest, writeAudio } from './audio-request.js';
import { compose } from './composition.js';
import { paceOf } from './pace.js';
import { perform } from './performance.js';

export const music: EngineOperation = async (task, context) => {
  const request = readAudioRequest(task, { least: 5, most: 120, usual: 20 });
  const score = compose(request.prompt, { seconds: request.duration }, random(task.seed));
  const pcm = await perform(score, -15, paceOf(context, 0, 60));
  const description = request.prompt || `A piece of ${score.genre} music`;
  return writeAudio(
    task,
    { name: 'music', pcm, format: request.format, description },
    paceOf(context, 60, 100),
  );
};
