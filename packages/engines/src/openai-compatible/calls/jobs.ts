/** The adapter polls asynchronous jobs: `/videos`, and `/meshes` on servers that have it. */
import { type Ability, type EngineCall, type Order, withPassedOn } from '../dialect.js';
import { type Frame, textOf } from '../frame-size.js';
import { frameOfPicture, pngCovering } from '../input-picture.js';
import { formOf } from './form.js';
import { requestedFrame } from './frames.js';
import { promptOf } from './pictures.js';

export interface VideoVariant {
  fields?: Readonly<Record<string, unknown>>;
  inputs?: Readonly<Record<string, string>>;
  /** Whether a request without a file is a form too. Default JSON. */
  alwaysForm?: boolean;
}

const READS = ['prompt', 'duration', 'aspectRatio', 'resolution'];

export function textToVideo(variant: VideoVariant = {}): Ability {
  return {
    reads: READS,
    inputs: variant.inputs,
    call: (order) => {
      const fields = withPassedOn(order, videoFields(order, variant, requestedFrame(order)));
      const body = variant.alwaysForm ? { form: formOf(fields, {}) } : { json: fields };
      return Promise.resolve<EngineCall>({ url: '/videos', ...body, expects: 'job' });
    },
  };
}

/** The picture is the first frame. It is resized to the video's frame, which keeps the picture's ratio unless the caller sets another. */
export function imageToVideo(variant: VideoVariant = {}): Ability {
  return {
    reads: [...READS, 'imageUrl'],
    inputs: variant.inputs,
    call: async (order) => {
      const { path } = await order.work.media('imageUrl');
      const { width, height } = await frameOfPicture(path);
      const frame = requestedFrame(order, width / height)!;
      const fields = withPassedOn(order, videoFields(order, variant, frame));
      const form = formOf(fields, { input_reference: await pngCovering(path, frame) });
      return { url: '/videos', form, expects: 'job' };
    },
  };
}

function videoFields(order: Order, variant: VideoVariant, frame: Frame | undefined): Record<string, unknown> {
  const { duration } = order.work.input;
  return {
    model: order.options.model,
    prompt: promptOf(order, 'Bring this picture to life with gentle, natural motion.'),
    // The protocol requires whole seconds, as text.
    seconds: typeof duration === 'number' ? String(Math.max(1, Math.round(duration))) : undefined,
    size: frame && textOf(frame),
    ...variant.fields,
  };
}
