import { readFileSync } from 'node:fs';
import { load as parse } from 'js-yaml';
import type { Model } from '../../api/types';
import { inputTargets } from './input-targets';

interface CatalogueFile {
  models: { modelKey: string; input: object }[];
}

const { models } = parse(readFileSync('catalogue/embedded.yaml', 'utf8')) as CatalogueFile;
const offered = models.map(({ modelKey, input }) => ({ modelKey, inputSchema: input }) as unknown as Model);
const targetsOf = (contentType: string, url = 'https://example.test/api/assets/x', from = offered) =>
  inputTargets(from, { contentType, url }).map(({ model, field }) => `${model.modelKey} ${field}`);

describe('the models that accept an output', () => {
  it('are upscale, animate, reframe and others for a picture', () => {
    expect(targetsOf('image/png')).toEqual([
      'embedded-upscale imageUrl',
      'embedded-cutout imageUrl',
      'embedded-reframe imageUrl',
      'embedded-animate imageUrl',
      'embedded-relief imageUrl',
    ]);
  });

  it('are those of videos for a video, and none for sound', () => {
    expect(targetsOf('video/webm')).toEqual(['embedded-video-upscale videoUrl']);
    expect(targetsOf('audio/mpeg')).toEqual([]);
  });

  it('exclude a model whose field does not accept the link', () => {
    const imageUrl = { type: 'string', format: 'media-url', pattern: '^https://' };
    const strict = [{ modelKey: 'strict', inputSchema: { properties: { imageUrl } } } as unknown as Model];
    expect(targetsOf('image/png', 'https://example.test/x', strict)).toEqual(['strict imageUrl']);
    expect(targetsOf('image/png', 'http://localhost/x', strict)).toEqual([]);
  });
});
