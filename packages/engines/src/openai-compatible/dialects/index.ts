import type { Dialect } from '../dialect.js';
import { LITELLM } from './litellm.js';
import { LOCALAI } from './localai.js';
import { OPENAI } from './openai.js';
import { SGLANG } from './sglang.js';
import { STABLE_DIFFUSION_CPP } from './stable-diffusion-cpp.js';
import { VLLM_OMNI } from './vllm-omni.js';

export const DIALECTS: Readonly<Record<string, Dialect>> = {
  openai: OPENAI,
  localai: LOCALAI,
  'vllm-omni': VLLM_OMNI,
  sglang: SGLANG,
  'stable-diffusion-cpp': STABLE_DIFFUSION_CPP,
  litellm: LITELLM,
};
