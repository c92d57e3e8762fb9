/** The terms are of IPTC's vocabulary of digital source types. */
import type { Operation } from '../../catalogue/index.js';

/** Made by a model, in whole or in part: no later step takes that away. */
const SYNTHETIC = new Set([
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'compositeSynthetic',
]);
/** The picture itself, in another size or without its background. */
const SAME_PICTURE = new Set<Operation>(['upscale', 'remove-background']);
const FROM_MEDIA = new Set<Operation>([
  'image-to-image',
  'upscale',
  'remove-background',
  'reframe',
  'image-to-video',
  'video-upscale',
]);

/**
 * @param sourceType null when the input picture has no mark or another step has read it.
 * @param isProcedural whether the engine is no trained model.
 */
export function outputMark(sourceType: string | null, operation: Operation, isProcedural: boolean): string {
  if (sourceType !== null && SYNTHETIC.has(sourceType)) return sourceType;
  const isFromMedia = FROM_MEDIA.has(operation);
  if (!isProcedural) return isFromMedia ? 'compositeWithTrainedAlgorithmicMedia' : 'trainedAlgorithmicMedia';
  if (!isFromMedia) return 'algorithmicMedia';
  const isStillTrue = SAME_PICTURE.has(operation) || sourceType === 'algorithmicMedia';
  return sourceType !== null && isStillTrue ? sourceType : 'algorithmicallyEnhanced';
}
