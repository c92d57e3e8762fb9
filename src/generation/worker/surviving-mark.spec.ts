import type { Operation } from '../../catalogue/index.js';
import { survivingMark } from './surviving-mark.js';

it.each<[mark: string | null, operation: Operation, isProcedural: boolean, survives: boolean]>([
  ['trainedAlgorithmicMedia', 'upscale', true, true],
  ['trainedAlgorithmicMedia', 'remove-background', true, true],
  ['trainedAlgorithmicMedia', 'reframe', true, true],
  ['compositeWithTrainedAlgorithmicMedia', 'image-to-video', true, true],
  ['compositeSynthetic', 'image-to-image', false, true],
  ['algorithmicMedia', 'reframe', true, true],
  ['algorithmicMedia', 'image-to-image', false, false],
  ['digitalCapture', 'upscale', true, true],
  ['digitalCapture', 'image-to-video', true, false],
  ['digitalCapture', 'image-to-image', false, false],
  [null, 'upscale', true, true],
])('%s after %s (procedural: %s) survives: %s', (mark, operation, isProcedural, survives) => {
  expect(survivingMark(mark, operation, isProcedural)).toBe(survives ? mark : null);
});
