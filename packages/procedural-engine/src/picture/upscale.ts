/** `embedded-upscale`: enlarges by Lanczos resampling with mild sharpening; it adds no detail. */
import type { EngineOperation } from '../engine.js';
import { formatOf, openPicture, reading, refuseOversize, writePicture } from './picture-file.js';

export const upscale: EngineOperation = async (task, context) => {
  const scale = Number(task.input['scale'] ?? 2) === 4 ? 4 : 2;
  const { autoOrient } = await reading(() => openPicture(task.imagePath).metadata());
  const width = autoOrient.width * scale;
  const height = autoOrient.height * scale;
  refuseOversize(width, height);
  context.progress(10);
  context.signal.throwIfAborted();
  const file = await reading(() =>
    writePicture(
      openPicture(task.imagePath).resize(width, height, { kernel: 'lanczos3', fit: 'fill' }).sharpen(),
      {
        directory: task.directory,
        name: 'upscaled',
        format: formatOf(task.input['format']),
        description: `Enlarged ${scale} times by Lanczos resampling.`,
      },
    ),
  );
  context.signal.throwIfAborted();
  context.progress(100);
  return [file];
};
