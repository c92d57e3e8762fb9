/** A LiteLLM proxy: OpenAI's routes in front of many providers, and `/videos`, which OpenAI itself no longer has. */
import { imageToVideo, textToVideo } from '../calls/jobs.js';
import type { Dialect } from '../dialect.js';
import { OPENAI } from './openai.js';

export const LITELLM: Dialect = {
  ...OPENAI,
  abilities: { ...OPENAI.abilities, 'text-to-video': textToVideo(), 'image-to-video': imageToVideo() },
};
