import { adviceFor } from './advice.js';

it.each([[[]], [['embedded']], [['embedded', 'fault']], [['fault']]])(
  'advises nothing where %j run the models',
  (names: string[]) => {
    expect(adviceFor(names)).toBeNull();
  },
);

it('advises BUILT_IN_ENGINE=off where another engine serves models, and names it', () => {
  expect(adviceFor(['embedded', 'comfyui'])).toBe(
    'comfyui serves models: BUILT_IN_ENGINE=off leaves out the built-in engine',
  );
  expect(adviceFor(new Set(['fal', 'embedded', 'veo', 'fault']))).toMatch(/^fal, veo serve models: /);
});
