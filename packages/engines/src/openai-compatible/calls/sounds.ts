/** The body of the response is the audio. */
import { type Ability, withPassedOn } from '../dialect.js';

/** Our format → the server's. Servers name Ogg by its codec. `pcm` is missing: samples without a header cannot be recognised. */
const FORMATS: Readonly<Record<string, string>> = {
  mp3: 'mp3',
  ogg: 'opus',
  opus: 'opus',
  wav: 'wav',
  flac: 'flac',
  aac: 'aac',
};
export const SOUND_FORMATS: readonly string[] = Object.keys(FORMATS);

export const responseFormat = (format: unknown): string | undefined => FORMATS[String(format)];

/** @param inputs our field → the server's, beside the fields that all servers have. */
export function speech(inputs: Readonly<Record<string, string>> = {}): Ability {
  return {
    reads: ['prompt', 'format'],
    formats: SOUND_FORMATS,
    inputs: { voice: 'voice', speed: 'speed', instructions: 'instructions', ...inputs },
    call: (order) => {
      const { prompt, format } = order.work.input;
      const json = { model: order.options.model, input: prompt, response_format: responseFormat(format) };
      return Promise.resolve({ url: '/audio/speech', json: withPassedOn(order, json), expects: 'bytes' });
    },
  };
}
