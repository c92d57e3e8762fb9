/** `embedded-upscale`: enlarges by Lanczos resampling with mild sharpening; it adds no detail. */
import type { EngineOperation } from '../engine.js';
import { resultSize, scaleOf } from '../result-size.js';
import { formatOf, openPicture, reading, writePicture } from './picture-file.js';

export const upscale: EngineOperation = async (task, context) => {
  const { autoOrient } = await reading(() => openPicture(task.imagePath).metadata());
  const { width, height } = resultSize('embedded-upscale', task.input, autoOrient);
  context.progress(10);
  context.signal.throwIfAborted();
  const file = await reading(() =>
    writePicture(
      openPicture(task.imagePath).resize(width, height, { kernel: 'lanczos3', fit: 'fill' }).sharpen(),
      {
        directory: task.directory,
        name: 'upscaled',
        format: formatOf(task.input['format']),
        description: `Enlarged ${scaleOf(task.input)} times by Lanczos resampling.`,
      },
    ),
  );
  context.signal.throwIfAborted();
  context.progress(100);
  return [file];
};
