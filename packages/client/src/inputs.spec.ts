/** The compiler is the test: a line below `@ts-expect-error` that compiles fails the type check of the repository. */
import { Offprint } from './index.js';

const offprint = new Offprint({
  apiKey: 'of_test_',
  retrySeconds: 0,
  fetch: () => Promise.reject(new Error()),
});

const requests = {
  known: () =>
    offprint.generate({ modelKey: 'embedded-video', prompt: 'a storm', duration: 4, resolution: '720p' }),
  common: () =>
    offprint.quote({ modelKey: 'embedded-mesh', prompt: 'a rocket', aspectRatio: '1:1', metadata: {} }),
  // @ts-expect-error -- no such field
  unknownField: () => offprint.generate({ modelKey: 'embedded-video', prompt: 'a storm', colour: 'red' }),
  // @ts-expect-error -- no such value
  wrongValue: () => offprint.generate({ modelKey: 'embedded-video', prompt: 'a storm', resolution: '8k' }),
  // @ts-expect-error -- prompt is missing
  missing: () => offprint.start({ modelKey: 'embedded-video' }),
  // A model of an installation takes any fields.
  other: () => offprint.generate({ modelKey: 'acme-portrait', prompt: 'a face', lens: 85 }),
  dynamic: (modelKey: string) => offprint.generate({ modelKey, prompt: 'a face' }),
};

it('sends requests of known and of other models', async () => {
  for (const request of [requests.known, requests.common, requests.other])
    await expect(request()).rejects.toMatchObject({ code: 'connection_failed' });
});
