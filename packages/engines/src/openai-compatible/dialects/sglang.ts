/** SGLang Diffusion: one model per server; videos and meshes are jobs. Its edits ignore a mask, so it cannot reframe. */
import { DIFFUSION } from '../calls/diffusion.js';
import { formOf } from '../calls/form.js';
import { imageToVideo, textToVideo } from '../calls/jobs.js';
import { imageToImage, textToImage } from '../calls/pictures.js';
import { speech } from '../calls/sounds.js';
import { type Ability, type Dialect, withPassedOn } from '../dialect.js';
import { pngOf } from '../input-picture.js';

/** Without these fields SGLang returns URLs, and JPEG. */
const pictures = { fields: { response_format: 'b64_json' }, inputs: DIFFUSION };

const MESH_EDGE = 2048;

const mesh: Ability = {
  reads: ['imageUrl'],
  inputs: { seed: 'seed', steps: 'num_inference_steps', guidance: 'guidance_scale' },
  call: async (order) => {
    const { path } = await order.work.media('imageUrl');
    const fields = withPassedOn(order, { model: order.options.model, output_format: 'glb' });
    const form = formOf(fields, { image: await pngOf(path, MESH_EDGE) });
    return { url: '/meshes', form, expects: 'job' };
  },
};

export const SGLANG: Dialect = {
  lost: 'retry',
  frames: { multipleOf: 16, maxEdge: 4096 },
  abilities: {
    'text-to-image': textToImage(pictures),
    'image-to-image': imageToImage(pictures),
    'text-to-video': textToVideo({ inputs: DIFFUSION }),
    'image-to-video': imageToVideo({ inputs: DIFFUSION }),
    speech: speech({ seed: 'seed' }),
    'image-to-3d': mesh,
  },
};
