/** Which marks of an input picture stay true of what an engine made of it. */
import type { Operation } from '../../catalogue/index.js';

/** Made by a model, in whole or in part: no later step takes that away. */
const SYNTHETIC = new Set([
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'compositeSynthetic',
]);
/** The picture itself, in another size or without its background. */
const SAME_PICTURE = new Set<Operation>(['upscale', 'remove-background']);

/** Returns the mark of the result, or null. @param isProcedural whether the engine is no trained model. */
export function survivingMark(
  sourceType: string | null,
  operation: Operation,
  isProcedural: boolean,
): string | null {
  if (sourceType === null || SYNTHETIC.has(sourceType)) return sourceType;
  const isTrue = isProcedural && (SAME_PICTURE.has(operation) || sourceType === 'algorithmicMedia');
  return isTrue ? sourceType : null;
}
