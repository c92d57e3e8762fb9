import type { CatalogueModel } from 'offprint';
import type { Alias } from './alias.js';
import { MappedRequest } from './mapped-request.js';
import { VIDEO_RULES } from './rules.js';
import { preferUsualSize } from './usual-size.js';

const text = { type: 'string' };
const ratio = { aspectRatio: { enum: ['16:9', '9:16'], default: '16:9' } };
const USUAL = { ...ratio, resolution: { enum: ['480p', '720p'], default: '480p' } };
const made = (name: string, parameters: object, properties: object = USUAL, alias: Alias = {}) => {
  const model = { modelKey: 'a-model', inputSchema: { properties: { imageUrl: text, ...properties } } };
  const mapped = new MappedRequest(model as unknown as CatalogueModel, false, alias);
  preferUsualSize(mapped.map({ ...parameters }, VIDEO_RULES), name);
  const { modelKey: _, ...fields } = mapped.body;
  return { fields, noted: mapped.mappedHeader };
};

describe("OpenAI's default size of a video", () => {
  it.each(['sora-2', 'Sora-2-pro'])('is made by the name %s where none is asked for', (name) => {
    const fields = { aspectRatio: '9:16', resolution: '720p' };
    expect(made(name, {})).toEqual({ fields, noted: undefined });
    expect(made(name, { size: null })).toEqual({ fields, noted: undefined });
    expect(made(name, {}, { width: { type: 'integer' }, height: { type: 'integer' } }).fields).toEqual({
      width: 720,
      height: 1280,
    });
  });

  it.each<[string, string, object, object, Alias?]>([
    ['another name', 'a-model', {}, USUAL],
    ['a model that makes another resolution', 'sora-2', {}, { ...ratio, resolution: { enum: ['480p'] } }],
    ['a model that makes another ratio', 'sora-2', {}, { ...USUAL, aspectRatio: { enum: ['16:9'] } }],
    ['a model without a size', 'sora-2', {}, {}],
    ['a size that is left to the model', 'sora-2', { size: 'auto' }, USUAL],
    ['an alias that drops the size', 'sora-2', {}, USUAL, { drop: ['size'] }],
  ])("is the model's own for %s", (_, name, parameters, properties, alias = {}) => {
    expect(made(name, parameters, properties, alias)).toEqual({ fields: {}, noted: undefined });
  });

  it('is not set beside a size by another parameter, or a picture', () => {
    expect(made('sora-2', { size: '1280x720' }).fields).toEqual({ aspectRatio: '16:9', resolution: '720p' });
    expect(made('sora-2', { resolution: '480p' }).fields).toEqual({ resolution: '480p' });
    const imageUrl = 'https://example.test/a.png';
    expect(made('sora-2', { input_reference: imageUrl }).fields).toEqual({ imageUrl });
  });
});
