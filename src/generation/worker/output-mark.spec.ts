import type { Operation } from '../../catalogue/index.js';
import { outputMark } from './output-mark.js';

const COMPOSITE = 'compositeWithTrainedAlgorithmicMedia';

it.each<[input: string | null, operation: Operation, isProcedural: boolean, mark: string]>([
  [null, 'text-to-image', false, 'trainedAlgorithmicMedia'],
  [null, 'text-to-video', false, 'trainedAlgorithmicMedia'],
  [null, 'speech', false, 'trainedAlgorithmicMedia'],
  [null, 'text-to-image', true, 'algorithmicMedia'],
  [null, 'music', true, 'algorithmicMedia'],
  [null, 'image-to-image', false, COMPOSITE],
  [null, 'video-upscale', false, COMPOSITE],
  ['digitalCapture', 'image-to-image', false, COMPOSITE],
  ['algorithmicMedia', 'image-to-image', false, COMPOSITE],
  ['trainedAlgorithmicMedia', 'image-to-image', false, 'trainedAlgorithmicMedia'],
  ['compositeSynthetic', 'image-to-image', false, 'compositeSynthetic'],
  ['trainedAlgorithmicMedia', 'upscale', true, 'trainedAlgorithmicMedia'],
  ['trainedAlgorithmicMedia', 'remove-background', true, 'trainedAlgorithmicMedia'],
  ['trainedAlgorithmicMedia', 'reframe', true, 'trainedAlgorithmicMedia'],
  [COMPOSITE, 'image-to-video', true, COMPOSITE],
  ['algorithmicMedia', 'reframe', true, 'algorithmicMedia'],
  ['digitalCapture', 'upscale', true, 'digitalCapture'],
  ['digitalCapture', 'image-to-video', true, 'algorithmicallyEnhanced'],
  [null, 'upscale', true, 'algorithmicallyEnhanced'],
  [null, 'reframe', true, 'algorithmicallyEnhanced'],
])('a picture marked %s is, after %s (procedural: %s), %s', (input, operation, isProcedural, mark) => {
  expect(outputMark(input, operation, isProcedural)).toBe(mark);
});
