/**
 * The server of stable-diffusion.cpp reads parameters that OpenAI's fields lack from a block inside the prompt. Only our block may be in
 * the prompt, or callers could set any parameter of the engine.
 */
import { imageToImage, reframe, textToImage } from '../calls/pictures.js';
import type { Dialect, Order } from '../dialect.js';

/** Our field → path in the server's own request. */
const NATIVE: Readonly<Record<string, readonly string[]>> = {
  seed: ['seed'],
  negativePrompt: ['negative_prompt'],
  strength: ['strength'],
  steps: ['sample_params', 'sample_steps'],
  guidance: ['sample_params', 'guidance', 'txt_cfg'],
};

/** Removes any such block from the caller's text and appends ours. */
function promptWithNativeFields({ work }: Order, text: string): string {
  const words = text.replaceAll(/<(?=\/?\s*sd_cpp_extra_args)/gi, '‹');
  const native: Record<string, unknown> = {};
  for (const [ours, path] of Object.entries(NATIVE)) {
    if (work.input[ours] !== undefined) put(native, path, work.input[ours]);
  }
  if (Object.keys(native).length === 0) return words;
  // Escaped, so that a caller's text inside the block cannot close it.
  const block = JSON.stringify(native).replaceAll('<', '\\u003c');
  return `${words} <sd_cpp_extra_args>${block}</sd_cpp_extra_args>`;
}

function put(target: Record<string, unknown>, [name, ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) target[name!] = value;
  else put((target[name!] ??= {}) as Record<string, unknown>, rest, value);
}

/** Only the prompt carries these fields. */
const pictures = { prompt: promptWithNativeFields };
const withNative = <T extends { reads: readonly string[] }>(ability: T): T => ({
  ...ability,
  reads: [...ability.reads, ...Object.keys(NATIVE)],
});

export const STABLE_DIFFUSION_CPP: Dialect = {
  lost: 'retry',
  frames: { multipleOf: 64, maxEdge: 4096 },
  abilities: {
    'text-to-image': withNative(textToImage(pictures)),
    'image-to-image': withNative(imageToImage(pictures)),
    reframe: withNative(reframe(pictures)),
  },
};
