import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { measurePng } from './png-pixels.js';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

interface Parts {
  rows?: Buffer;
  header?: Partial<{ width: number; height: number; depth: number; colours: number; interlace: number }>;
  before?: Buffer[];
}

/** A picture of 3 × 2 pixels in RGB. */
function pngOf({ rows = Buffer.alloc(20), header = {}, before = [] }: Parts = {}): Buffer {
  const { width = 3, height = 2, depth = 8, colours = 2, interlace = 0 } = header;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, colours, 0, 0, interlace], 8);
  const parts = [
    chunk('IHDR', head),
    ...before,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([SIGNATURE, ...parts]);
}

describe('a PNG is measured without a decoder', () => {
  it('when it is whole', async () => {
    expect(await measurePng(pngOf())).toEqual({ width: 3, height: 2 });
    expect(await measurePng(pngOf({ before: [chunk('tEXt', Buffer.from('prompt\0a fox'))] }))).not.toBeNull();
  });

  it.each(['srgb', 'b-w'] as const)('as an encoder writes it, %s', async (space) => {
    const png = await sharp({ create: { width: 700, height: 300, channels: 4, background: '#1234' } })
      .toColourspace(space)
      .png()
      .toBuffer();
    expect(await measurePng(png)).toEqual({ width: 700, height: 300 });
  });

  it('many at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => measurePng(pngOf())));
    expect(all).toEqual(Array.from({ length: 20 }, () => ({ width: 3, height: 2 })));
  });
});

describe('a decoder judges a PNG', () => {
  const badFilter = Buffer.alloc(20);
  badFilter[10] = 5;
  it.each<[string, Parts]>([
    ['with a row too few', { rows: Buffer.alloc(10) }],
    ['with a byte too much', { rows: Buffer.alloc(21) }],
    ['with an unknown filter', { rows: badFilter }],
    ['that is interlaced', { header: { interlace: 1 } }],
    ['with a palette', { header: { colours: 3 } }],
    ['of one bit', { header: { depth: 1, colours: 0 } }],
    ['without a width', { header: { width: 0 } }],
    ['that moves', { before: [chunk('acTL', Buffer.alloc(8))] }],
    ['with an orientation', { before: [chunk('eXIf', Buffer.from('II*\0'))] }],
    ['with two headers', { before: [chunk('IHDR', Buffer.alloc(13))] }],
  ])('%s', async (_, parts) => {
    expect(await measurePng(pngOf(parts))).toBeNull();
  });

  it('that is cut anywhere, or has a byte changed in its header or rows', async () => {
    const png = pngOf();
    for (let length = 8; length < png.length - 4; length += 1)
      expect(await measurePng(png.subarray(0, length))).toBeNull();
    const rowsAt = png.indexOf('IDAT');
    for (const at of [16, 20, 24, 29, rowsAt + 8, rowsAt + 12]) {
      const changed = Buffer.from(png);
      changed[at]! ^= 0x01;
      expect(await measurePng(changed)).toBeNull();
    }
  });
});
