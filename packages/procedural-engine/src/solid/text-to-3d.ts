/** `embedded-mesh`: a procedural solid for the words of a prompt, as a textured GLB about one metre across. */
import { join } from 'node:path';
import { type EngineOperation, EngineRefusal } from '../engine.js';
import { type Detail, DETAILS } from './form.js';
import { chooseForm, contextOf, wordsOf } from './form-choice.js';
import { type GlbPart, writeGlb } from './glb.js';
import { fit } from './mesh.js';
import { paintTexture } from './texture.js';

/** Pixels per side of the texture of the first part, which is the most visible, and of the others. */
const MAIN_TEXTURE = 1024;
const MINOR_TEXTURE = 512;

export const textTo3d: EngineOperation = async (task, { progress, signal }) => {
  const prompt = String(task.input.prompt ?? '');
  if (!prompt.trim()) throw new EngineRefusal('invalid_input', 'The prompt is empty.');
  const detail = detailOf(task.input.detail);
  const words = wordsOf(prompt);
  const { name, form, isUnderstood } = chooseForm(words, task.seed);
  progress(2);
  const parts = form(contextOf(prompt, words, task.seed, detail));
  fit(
    parts.map(({ mesh }) => mesh),
    1,
  );
  progress(20);
  const painted: GlbPart[] = [];
  for (const [i, { mesh, material }] of parts.entries()) {
    const image = await paintTexture(i === 0 ? MAIN_TEXTURE : MINOR_TEXTURE, material.paint, signal);
    painted.push({ mesh, material, image });
    progress(20 + (75 * (i + 1)) / parts.length);
  }
  const extras = { operation: task.operation, form: name, formNamedByPrompt: isUnderstood, detail };
  const file = await writeGlb(join(task.directory, 'output.glb'), painted, { name, extras });
  progress(100);
  return [file];
};

export function detailOf(value: unknown): Detail {
  return DETAILS.find((detail) => detail === value) ?? 'medium';
}
