/** Maps OpenAI's `size` to the fields that a model has for it: pixels, or a ratio and a resolution. Pure. */
import { isNumeric } from './input-schema.js';
import type { Rule } from './mapped-request.js';

const PIXELS = /^([1-9]\d{0,4})x([1-9]\d{0,4})$/;
const RATIO = /^[1-9]\d{0,4}:[1-9]\d{0,4}$/;

/**
 * `1536x1024` sets the pixels that the model lets be set: `width` and `height`; its own `size`; or `aspectRatio` with
 * `resolution`, which is the longest edge as a number and the shortest as `720p`. For a model whose pixels cannot be set it is
 * refused, and a ratio such as `16:9`, which is no value of OpenAI, is accepted. `auto` is the model's own choice.
 */
export const toSize: Rule = (mapped, value, param) => {
  if (value === 'auto') return;
  const text = typeof value === 'string' ? value : '';
  if (mapped.field('size')) return mapped.set(param, 'size', value);
  if (RATIO.test(text) && mapped.field('aspectRatio')) return mapped.set(param, 'aspectRatio', text);
  const [, width = 0, height = 0] = (PIXELS.exec(text) ?? []).map(Number);
  if (!width || !height) return mapped.refuse(param, 'must be auto, or a size such as 1024x1024');
  if (mapped.field('width') && mapped.field('height')) {
    mapped.set(param, 'width', width);
    mapped.set(param, 'height', height);
    return;
  }
  const resolution = mapped.field('resolution');
  const ratio = mapped.field('aspectRatio');
  if (!resolution || !ratio) {
    const hint = ratio ? ': send auto, or a ratio such as 16:9' : ': send auto';
    return mapped.refuse(param, `cannot be set in pixels for ${mapped.model.modelKey}${hint}`);
  }
  const wanted = ratioOf(width, height);
  if (ratio.enum && !ratio.enum.includes(wanted)) {
    return mapped.refuse(param, `must have one of the ratios ${ratio.enum.join(', ')}; ${text} is ${wanted}`);
  }
  const edge = isNumeric(resolution) ? Math.max(width, height) : `${Math.min(width, height)}p`;
  if (resolution.enum && !resolution.enum.includes(edge)) {
    const edges = isNumeric(resolution) ? 'longest' : 'shortest';
    return mapped.refuse(param, `must have a ${edges} edge of ${resolution.enum.join(', ')}`);
  }
  mapped.set(param, 'aspectRatio', wanted);
  mapped.set(param, 'resolution', edge);
};

/** Returns the ratio in its lowest terms. */
function ratioOf(width: number, height: number): string {
  const divisor = greatestCommonDivisor(width, height);
  return `${width / divisor}:${height / divisor}`;
}

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);
