import type { CatalogueModel } from 'offprint';
import { MappedRequest } from './mapped-request.js';
import { toSize } from './size.js';

const sized = (size: unknown, properties: object) => {
  const model = { modelKey: 'a-model', inputSchema: { properties } } as unknown as CatalogueModel;
  const { modelKey: _, ...fields } = new MappedRequest(model, false).map({ size }, { size: toSize }).body;
  return fields;
};
const number = { type: 'integer' };
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
    ['1024x1024', {}, 'cannot be set in pixels'],
    ['1024x1024', { aspectRatio: anyRatio }, 'a ratio such as 16:9'],
    ['1792x1024', { aspectRatio: { enum: ['1:1'] }, resolution: number }, '1792x1024 is 7:4'],
    ['1280x720', { aspectRatio: anyRatio, resolution: { enum: ['480p'] } }, 'shortest edge of 480p'],
    ['16:9', {}, 'must be auto'],
    ['0x10', { width: number, height: number }, 'must be auto'],
    ['large', { width: number, height: number }, 'must be auto'],
    [7, { width: number, height: number }, 'must be auto'],
  ])('%s is refused where it cannot be exact', (size, properties, message) => {
    expect(() => sized(size, properties)).toThrow(message);
  });
});
