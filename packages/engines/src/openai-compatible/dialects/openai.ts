/**
 * Serves OpenAI itself, and servers that follow its API exactly. GPT Image models always return base64 and reject `response_format`; there
 * is no seed. The frame rule holds from GPT Image 2 on; `options.sizes` serves models with fixed sizes.
 */
import { imageToImage, reframe, removeBackground, textToImage } from '../calls/pictures.js';
import { speech } from '../calls/sounds.js';
import type { Dialect } from '../dialect.js';

const variant = { inputs: { quality: 'quality' } };

export const OPENAI: Dialect = {
  lost: 'refuse',
  frames: { multipleOf: 16, maxEdge: 3840, minPixels: 655_360, maxPixels: 8_294_400, maxRatio: 3 },
  abilities: {
    'text-to-image': textToImage(variant),
    'image-to-image': imageToImage(variant),
    reframe: reframe(variant),
    'remove-background': removeBackground(variant),
    speech: speech(),
  },
};
