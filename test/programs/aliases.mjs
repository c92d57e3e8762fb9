// The names of models that the programs use, as OPENAI_FRONT_ALIASES has them: of the service that runs them, and on the page.
export const ALIASES = [
  'gpt-image-1=embedded-image',
  'gpt-image-1@edits=embedded-cutout',
  'dall-e-2=embedded-image',
  'dall-e-3=embedded-image',
  'tts-1=embedded-speech',
  'sora-2=embedded-video',
].join(',');
