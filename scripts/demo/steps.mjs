// Steps of the demo: every operation of the built-in engine once, and one prediction that fails. A step that uses the output of
// another (`after`) starts when that output is ready; all others start at once.
import { studioPicture } from './studio-picture.mjs';

/** @returns {{ id, title, after?, fails?, upload?, body(link) }[]} `link` is the output of the step named in `after`. */
export async function makeSteps() {
  const studio = await studioPicture();
  return [
    {
      id: 'image',
      title: 'Image',
      body: () => ({
        modelKey: 'embedded-image',
        prompt: 'A lighthouse on a rocky coast at sunset, calm sea, golden light',
        aspectRatio: '3:2',
        resolution: 1024,
        seed: 7,
      }),
    },
    {
      id: 'video',
      title: 'Video with sound',
      body: () => ({
        modelKey: 'embedded-video',
        prompt: 'Snowy mountains under a starry night sky, gentle wind',
        duration: 4,
        resolution: '360p',
        seed: 7,
      }),
    },
    {
      id: 'background-removal',
      title: 'Background removal',
      upload: studio.bytes,
      body: () => ({ modelKey: 'embedded-cutout', imageUrl: studio.dataUrl }),
    },
    {
      id: 'music',
      title: 'Music',
      body: () => ({
        modelKey: 'embedded-music',
        prompt: 'Calm piano and strings, slow and hopeful',
        duration: 20,
        seed: 7,
      }),
    },
    {
      id: 'speech',
      title: 'Speech',
      body: () => ({
        modelKey: 'embedded-speech',
        prompt: 'Welcome to Offprint. Every picture, every sound and every credit is accounted for.',
        voice: 'en-us',
      }),
    },
    {
      id: 'sound-effect',
      title: 'Sound effect',
      body: () => ({
        modelKey: 'embedded-sound',
        prompt: 'Rain with distant thunder',
        duration: 5,
        seed: 7,
      }),
    },
    {
      id: '3d-model',
      title: '3D model',
      body: () => ({ modelKey: 'embedded-mesh', prompt: 'A ceramic vase with a blue glaze', seed: 7 }),
    },
    {
      id: 'upscale',
      title: 'Upscale',
      after: 'image',
      body: (link) => ({ modelKey: 'embedded-upscale', imageUrl: link, scale: 2 }),
    },
    {
      id: 'reframe',
      title: 'Reframe',
      after: 'image',
      body: (link) => ({ modelKey: 'embedded-reframe', imageUrl: link, aspectRatio: '16:9' }),
    },
    {
      id: 'image-to-video',
      title: 'Image to video',
      after: 'image',
      body: (link) => ({ modelKey: 'embedded-animate', imageUrl: link, duration: 3, resolution: '360p' }),
    },
    {
      id: 'image-to-3d',
      title: 'Image to 3D',
      after: 'image',
      body: (link) => ({ modelKey: 'embedded-relief', imageUrl: link }),
    },
    {
      id: 'video-upscale',
      title: 'Video upscale',
      after: 'video',
      body: (link) => ({ modelKey: 'embedded-video-upscale', videoUrl: link, scale: 2 }),
    },
    {
      id: 'failure',
      title: 'Failure on purpose',
      fails: true,
      body: () => ({ modelKey: 'embedded-fault', mode: 'permanent' }),
    },
  ];
}
