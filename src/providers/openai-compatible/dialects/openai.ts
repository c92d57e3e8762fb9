/**
 * OpenAI itself, and servers that keep to the letter of it. GPT Image models always answer with base64 and refuse
 * `response_format`; a seed does not exist. Frames: from GPT Image 2 on; `options.sizes` for models with a fixed choice.
 */
import type { Dialect } from '../dialect.js';
import { imageToImage, reframe, removeBackground, textToImage } from '../calls/pictures.js';
import { speech } from '../calls/sounds.js';

const ways = { inputs: { quality: 'quality' } };

export const OPENAI: Dialect = {
  lost: 'refuse',
  frames: { multipleOf: 16, maxEdge: 3840, minPixels: 655_360, maxPixels: 8_294_400, maxRatio: 3 },
  abilities: {
    'text-to-image': textToImage(ways),
    'image-to-image': imageToImage(ways),
    reframe: reframe(ways),
    'remove-background': removeBackground(ways),
    speech: speech(),
  },
};
