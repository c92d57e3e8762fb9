/** vLLM-Omni: one model per server, named or not. Videos are jobs, and their requests are always forms. */
import { DIFFUSION } from '../calls/diffusion.js';
import { imageToVideo, textToVideo } from '../calls/jobs.js';
import { imageToImage, promptOf, textToImage } from '../calls/pictures.js';
import { responseFormat, SOUND_FORMATS, speech } from '../calls/sounds.js';
import { type Ability, type Dialect, withPassedOn } from '../dialect.js';

const pictures = { fields: { response_format: 'b64_json' }, inputs: DIFFUSION };
const films = { inputs: { ...DIFFUSION, sound: 'generate_sound' }, alwaysForm: true };

/** Music and sound effects, depending on the model. */
const audio: Ability = {
  reads: ['prompt', 'duration', 'format'],
  formats: SOUND_FORMATS,
  inputs: DIFFUSION,
  call: (order) => {
    const { duration, format } = order.work.input;
    const json = withPassedOn(order, {
      model: order.options.model,
      input: promptOf(order),
      audio_length: duration,
      response_format: responseFormat(format),
    });
    return Promise.resolve({ url: '/audio/generate', json, expects: 'bytes' });
  },
};

export const VLLM_OMNI: Dialect = {
  lost: 'retry',
  frames: { multipleOf: 16, maxEdge: 4096 },
  abilities: {
    'text-to-image': textToImage({ ...pictures, formats: false }),
    'image-to-image': imageToImage(pictures),
    'text-to-video': textToVideo(films),
    'image-to-video': imageToVideo(films),
    speech: speech({ language: 'language' }),
    music: audio,
    'sound-effect': audio,
  },
};
