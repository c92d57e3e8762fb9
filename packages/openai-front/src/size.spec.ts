import type { CatalogueModel } from 'offprint';
import { MappedRequest } from './mapped-request.js';
import { sizeOf, toSize } from './size.js';

const modelWith = (properties: object) =>
  ({ modelKey: 'a-model', inputSchema: { properties } }) as unknown as CatalogueModel;
const mappedBy = (size: unknown, properties: object) =>
  new MappedRequest(modelWith(properties), false).map({ size }, { size: toSize });
const noteOf = (size: unknown, properties: object) => mappedBy(size, properties).mappedHeader;
const sized = (size: unknown, properties: object) => {
  const { modelKey: _, ...fields } = mappedBy(size, properties).body;
  return fields;
};
const number = { type: 'integer' };
const bounded = { type: 'integer', minimum: 512, maximum: 1024 };
const anyRatio = { type: 'string', format: 'aspect-ratio' };

describe('size', () => {
  it.each([
    ['1024x768', { width: number, height: number }, { width: 1024, height: 768 }],
    ['1024x768', { size: { type: 'string' } }, { size: '1024x768' }],
    ['1536x1024', { aspectRatio: anyRatio, resolution: number }, { aspectRatio: '3:2', resolution: 1536 }],
    [
      '1024x1536',
      { aspectRatio: { enum: ['1:1', '2:3'] }, resolution: number },
      { aspectRatio: '2:3', resolution: 1536 },
    ],
    [
      '720x1280',
      { aspectRatio: anyRatio, resolution: { enum: ['480p', '720p'] } },
      { aspectRatio: '9:16', resolution: '720p' },
    ],
    ['16:9', { aspectRatio: anyRatio }, { aspectRatio: '16:9' }],
    ['auto', { aspectRatio: anyRatio }, {}],
    ['auto', {}, {}],
    [null, {}, {}],
  ])('%s sets the fields that the model has', (size, properties, fields) => {
    expect(sized(size, properties)).toEqual(fields);
  });

  it.each([
    ['256x256', { size: { enum: ['1024x1024', '1536x1024'] } }, { size: '1024x1024' }, '1024x1024'],
    [
      '1792x1024',
      { size: { enum: ['1024x1024', '1536x1024', '1024x1536'] } },
      { size: '1536x1024' },
      '1536x1024',
    ],
    ['1024x1792', { size: { enum: ['auto', '1024x1024', '1024x1536'] } }, { size: '1024x1536' }, '1024x1536'],
    ['1792x1024', { width: bounded, height: bounded }, { width: 1024, height: 585 }, '1024x585'],
    ['256x256', { width: bounded, height: bounded }, { width: 512, height: 512 }, '512x512'],
    [
      '1792x1024',
      { aspectRatio: { enum: ['1:1', '16:9'] }, resolution: bounded },
      { aspectRatio: '16:9', resolution: 1024 },
      '16:9@1024',
    ],
    ['1024x1024', { aspectRatio: anyRatio }, { aspectRatio: '1:1' }, '1:1'],
    [
      '1280x720',
      { aspectRatio: anyRatio, resolution: { enum: ['360p', '480p'] } },
      { aspectRatio: '16:9', resolution: '480p' },
      '16:9@480p',
    ],
    ['1024x1024', {}, {}, 'dropped'],
  ])('%s becomes the nearest that the model makes: %j', (size, properties, fields, note) => {
    expect(sized(size, properties)).toEqual(fields);
    expect(noteOf(size, properties)).toBe(note && `size=${note}`);
  });

  const default169 = { ...anyRatio, default: '16:9' };
  it.each([
    ['2K', { resolution: { enum: ['1K', '2K', '4K'] } }, { resolution: '2K' }, undefined],
    ['2k', { resolution: { enum: ['1K', '2K', '4K'] } }, { resolution: '2K' }, undefined],
    ['4K', { resolution: { enum: ['1K', '2K'] } }, { resolution: '2K' }, '2K'],
    ['1K', { size: { enum: ['1K', '2K', 'auto'] } }, { size: '1K' }, undefined],
    ['1K', { size: { enum: ['512x512', '1024x1024', '1536x1024'] } }, { size: '1024x1024' }, '1024x1024'],
    ['2K', { width: number, height: number }, { width: 2048, height: 2048 }, '2048x2048'],
    ['4K', { width: bounded, height: bounded }, { width: 1024, height: 1024 }, '1024x1024'],
    ['1K', { aspectRatio: anyRatio, resolution: number }, { resolution: 1024 }, '1024'],
    ['4K', { resolution: bounded }, { resolution: 1024 }, '1024'],
    [
      '2K',
      { aspectRatio: default169, resolution: { enum: ['720p', '1080p', '2160p'] } },
      { resolution: '1080p' },
      '1080p',
    ],
    [
      '4K',
      { aspectRatio: default169, resolution: { enum: ['720p', '1080p', '2160p'] } },
      { resolution: '2160p' },
      '2160p',
    ],
    ['720p', { resolution: { enum: ['480p', '720p'] } }, { resolution: '720p' }, undefined],
    ['1080P', { resolution: { enum: ['480p', '720p'] } }, { resolution: '720p' }, '720p'],
    ['1080p', { resolution: { enum: ['768P', '1080P'] } }, { resolution: '1080P' }, undefined],
    ['720p', { aspectRatio: default169, resolution: number }, { resolution: 1280 }, '1280'],
    ['2K', {}, {}, 'dropped'],
    [
      '2048x2048',
      { aspectRatio: anyRatio, resolution: { enum: ['1K', '2K'] } },
      { aspectRatio: '1:1', resolution: '2K' },
      '1:1@2K',
    ],
    ['1024*768', { width: number, height: number }, { width: 1024, height: 768 }, '1024x768'],
    ['1024X768', { width: number, height: number }, { width: 1024, height: 768 }, '1024x768'],
  ])('%s, as other programs write it, sets the resolution of %j', (size, properties, fields, note) => {
    expect(sized(size, properties)).toEqual(fields);
    expect(noteOf(size, properties)).toBe(note && `size=${note}`);
  });

  it.each([
    ['9K', { width: number, height: number }, 'must be auto'],
    ['0K', { width: number, height: number }, 'must be auto'],
    ['K', {}, 'must be auto'],
    ['16:9', {}, 'must be auto'],
    ['0x10', { width: number, height: number }, 'must be auto'],
    ['large', { width: number, height: number }, 'must be auto'],
    [7, { width: number, height: number }, 'must be auto'],
  ])('%s is refused', (size, properties, message) => {
    expect(() => sized(size, properties)).toThrow(message);
  });
});

describe('the size that is made', () => {
  it.each([
    [{ size: { default: '1280x720' } }, '1280x720'],
    [{ width: { default: 640 }, height: { default: 480 } }, '640x480'],
    [{ aspectRatio: { default: '16:9' }, resolution: { default: '480p' } }, '854x480'],
    [{ aspectRatio: { default: '9:16' }, resolution: { default: '720p' } }, '720x1280'],
    [{ aspectRatio: { default: '3:2' }, resolution: { default: 1536 } }, '1536x1024'],
    [{ aspectRatio: { default: '3:2' }, resolution: { default: '2K' } }, '2048x1366'],
    [{ resolution: { default: '720p' } }, null],
    [{}, null],
  ])('of %j comes from the defaults of the model', (properties, size) => {
    expect(sizeOf(new MappedRequest(modelWith(properties), false))).toBe(size);
  });
});
