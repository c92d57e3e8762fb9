/** Work that the server takes on and is asked about: `/videos`, and `/meshes` where there are. */
import { type Ability, type EngineCall, type Order, withPassedOn } from '../dialect.js';
import { type Frame, textOf } from '../frame-size.js';
import { frameOfPicture, pngFilling } from '../input-picture.js';
import { formOf } from './form.js';
import { wantedFrame } from './frames.js';
import { promptOf } from './pictures.js';

export interface VideoWays {
  fields?: Readonly<Record<string, unknown>>;
  inputs?: Readonly<Record<string, string>>;
  /** Whether a request without a file is a form, too. Default JSON. */
  alwaysForm?: boolean;
}

const READS = ['prompt', 'duration', 'aspectRatio', 'resolution'];

export function textToVideo(ways: VideoWays = {}): Ability {
  return {
    reads: READS,
    inputs: ways.inputs,
    call: (order) => {
      const fields = withPassedOn(order, videoFields(order, ways, wantedFrame(order)));
      const body = ways.alwaysForm ? { form: formOf(fields, {}) } : { json: fields };
      return Promise.resolve<EngineCall>({ url: '/videos', ...body, answer: 'job' });
    },
  };
}

/** The picture is the first frame: it is brought to the film's frame, which keeps its shape unless told otherwise. */
export function imageToVideo(ways: VideoWays = {}): Ability {
  return {
    reads: [...READS, 'imageUrl'],
    inputs: ways.inputs,
    call: async (order) => {
      const { path } = await order.work.media('imageUrl');
      const { width, height } = await frameOfPicture(path);
      const frame = wantedFrame(order, width / height)!;
      const fields = withPassedOn(order, videoFields(order, ways, frame));
      const form = formOf(fields, { input_reference: await pngFilling(path, frame) });
      return { url: '/videos', form, answer: 'job' };
    },
  };
}

function videoFields(order: Order, ways: VideoWays, frame: Frame | undefined): Record<string, unknown> {
  const { duration } = order.work.input;
  return {
    model: order.options.model,
    prompt: promptOf(order, 'Bring this picture to life with gentle, natural motion.'),
    // Whole seconds, as text: the protocol's own form.
    seconds: typeof duration === 'number' ? String(Math.max(1, Math.round(duration))) : undefined,
    size: frame && textOf(frame),
    ...ways.fields,
  };
}
