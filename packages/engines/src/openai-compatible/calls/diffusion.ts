/** Our fields by the names of diffusers, which servers built on it take over. */
export const DIFFUSION = {
  seed: 'seed',
  negativePrompt: 'negative_prompt',
  steps: 'num_inference_steps',
  guidance: 'guidance_scale',
};
