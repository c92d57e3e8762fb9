// Hostile files: files of another type than claimed, decompression bombs, corrupt or endless files. The large files compress to
// almost nothing, so that a caller can send them within the limit of a request.
import { crc32, deflateSync, gzipSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** Creates a PNG of one colour. @param bits per grey pixel; with 1 bit, 900 megapixels take a hundred kilobytes */
export function flatPng(width, height, { bits = 8, data, extra = [] } = {}) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bits;
  const row = 1 + Math.ceil((width * bits) / 8);
  const pixels = data ?? deflateSync(Buffer.alloc(row * height), { level: 9 });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const SMALL = flatPng(16, 16);

/** Creates a GIF with frames of `side` × `side` pixels in a few bytes each. */
function gifBomb(side, frames) {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(side, 0);
  size.writeUInt16LE(side, 2);
  const screen = Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
  ]);
  const frame = Buffer.concat([
    Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0]),
    size,
    Buffer.from([0, 2, 2, 0x4c, 1, 0]),
  ]);
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

/** Creates an animated WebP with minimal frames of one pixel. */
function webpOfFrames(frames) {
  const part = (name, data) => {
    const head = Buffer.alloc(8);
    head.write(name, 0, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data]);
  };
  const picture = part('VP8L', Buffer.from('2f0000000088888808', 'hex').subarray(0, 8));
  const header = Buffer.alloc(10);
  header[0] = 2;
  const frame = part('ANMF', Buffer.concat([Buffer.alloc(16), picture]));
  const all = Array.from({ length: frames }, () => frame);
  return part(
    'RIFF',
    Buffer.concat([Buffer.from('WEBP'), part('VP8X', header), part('ANIM', Buffer.alloc(6)), ...all]),
  );
}

/**
 * Returns files of about a megabyte with up to 120,000 parts, as [name, type, bytes]: processing each part separately
 * would take seconds or minutes.
 */
export function manyParts() {
  const pixels = deflateSync(Buffer.alloc(65 * 64));
  const empty = Array.from({ length: 100_000 }, () => chunk('IDAT', Buffer.alloc(0)));
  const notes = Array.from({ length: 60_000 }, () => chunk('tEXt', Buffer.from('a\0b')));
  const boxes = Buffer.concat([FTYP, ...Array.from({ length: 120_000 }, () => box('free'))]);
  const json = Buffer.from('{"asset":{"version":"2.0"}}  ');
  const glb = Buffer.alloc(20 + 28 + 8 * 100_000);
  glb.write('glTF', 0, 'latin1');
  glb.writeUInt32LE(2, 4);
  glb.writeUInt32LE(glb.length, 8);
  glb.writeUInt32LE(28, 12);
  glb.writeUInt32LE(0x4e4f534a, 16);
  json.copy(glb, 20, 0, 28);
  return [
    ['a PNG of 100,000 empty rows', 'image/png', flatPng(64, 64, { data: pixels, extra: empty })],
    ['a PNG of 60,000 comments', 'image/png', flatPng(64, 64, { data: pixels, extra: notes })],
    ['a GIF of 80,000 frames of one pixel', 'image/gif', gifBomb(1, 80_000)],
    ['a WebP of 12,000 frames of one pixel', 'image/webp', webpOfFrames(12_000)],
    ['an MP4 of 120,000 empty boxes', 'video/mp4', boxes],
    ['a GLB of 100,000 chunks', 'model/gltf-binary', glb],
  ];
}

const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>fetch("http://127.0.0.1:8080/")</script>' +
    '<image href="http://127.0.0.1:8080/x.png"/><foreignObject><iframe src="file:///"/></foreignObject></svg>',
);
const LAUGHS = Buffer.from(
  `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">${'bcdefghij'
    .split('')
    .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghij'[at]};`.repeat(10)}">`)
    .join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&j;</text></svg>`,
);

/** Creates an ISO base media box. */
function box(type, ...contents) {
  const body = Buffer.concat(contents);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

const FTYP = box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2mp41', 'latin1'));

/**
 * Returns pictures that must be rejected, as [name, claimed type, bytes]. Pictures with data after their end may be
 * accepted: see `picturesWithExtras`.
 */
export function hostilePictures() {
  const html = Buffer.from('<!doctype html><script>alert(document.domain)</script>');
  const whole = flatPng(64, 64);
  const jpegHead = Buffer.from([
    0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0,
  ]);
  return [
    ['scripted SVG', 'image/svg+xml', SVG],
    ['scripted SVG said to be a PNG', 'image/png', SVG],
    ['SVG of a billion laughs', 'image/svg+xml', LAUGHS],
    ['SVG behind the head of a PNG', 'image/png', Buffer.concat([SIGNATURE, SVG])],
    ['HTML said to be a PNG', 'image/png', html],
    [
      'HTML behind the head of a GIF',
      'image/gif',
      Buffer.concat([Buffer.from('GIF89a/*'), html, Buffer.from('*/=1')]),
    ],
    ['HTML behind the head of a JPEG', 'image/jpeg', Buffer.concat([jpegHead, html])],
    [
      'HTML behind the head of a WebP',
      'image/webp',
      Buffer.concat([Buffer.from('RIFF\x40\0\0\0WEBPVP8 ', 'latin1'), html]),
    ],
    ['a PDF', 'image/png', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF')],
    ['a ZIP', 'image/png', Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1')],
    ['a program', 'image/png', Buffer.from('\x7fELF\x02\x01\x01', 'latin1')],
    ['PostScript', 'image/png', Buffer.from('%!PS-Adobe-3.0\n(/dev/null)(r)file quit')],
    [
      'an ImageMagick script',
      'image/png',
      Buffer.from('push graphic-context\nfill "url(https://127.0.0.1/|id)"\npop graphic-context'),
    ],
    ['a playlist of other files', 'image/png', Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///dev/zero\n')],
    ['a picture said to be another kind', 'image/jpeg', whole],
    ['nothing at all', 'image/png', Buffer.alloc(0)],
    ['a PNG cut in its middle', 'image/png', whole.subarray(0, Math.floor(whole.length / 2))],
    ['a PNG without its end', 'image/png', whole.subarray(0, -12)],
    ['a PNG without pixels', 'image/png', flatPng(64, 64, { data: deflateSync(Buffer.alloc(0)) })],
    [
      'a PNG with fewer rows than it says',
      'image/png',
      flatPng(64, 64, { data: deflateSync(Buffer.alloc(65 * 10)) }),
    ],
    ['a PNG with no width', 'image/png', flatPng(0, 64, { data: deflateSync(Buffer.alloc(64)) })],
    ['a PNG of 30,000 × 30,000', 'image/png', flatPng(30_000, 30_000, { bits: 1 })],
    [
      'a PNG that says 30,000 × 30,000 and holds nothing',
      'image/png',
      flatPng(30_000, 30_000, { data: deflateSync(Buffer.alloc(16)) }),
    ],
    [
      'a PNG of 2,147,483,647 × 2,147,483,647',
      'image/png',
      flatPng(0x7fffffff, 0x7fffffff, { data: deflateSync(Buffer.alloc(16)) }),
    ],
    ['a PNG of 60 megapixels', 'image/png', flatPng(60_000, 1000, { bits: 1 })],
    ['a GIF of 65,535 × 65,535', 'image/gif', gifBomb(65_535, 1)],
    ['a GIF of 2,000 frames of 5,000 × 5,000', 'image/gif', gifBomb(5000, 2000)],
    ['a gzip of a picture', 'image/png', gzipSync(whole)],
    ['noise', 'image/png', Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 2654435761) & 255))],
  ];
}

/** Returns videos that must be rejected, as [name, claimed type, bytes]. */
export function hostileVideos() {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(0xffffffff, 0);
  return [
    ['an MP4 with nothing in it', 'video/mp4', FTYP],
    [
      'an MP4 whose box is longer than the file',
      'video/mp4',
      Buffer.concat([FTYP, length, Buffer.from('moov')]),
    ],
    [
      'an MP4 of boxes in boxes',
      'video/mp4',
      Buffer.concat([
        FTYP,
        Array.from({ length: 200 }).reduce((inner) => box('moov', inner), Buffer.alloc(0)),
      ]),
    ],
    [
      'a WebM with nothing in it',
      'video/webm',
      Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x84, 0x42, 0x82, 0x81, 0x77]),
    ],
    ['a playlist', 'video/mp4', Buffer.from('#EXTM3U\nhttp://127.0.0.1:8080/x.ts\n')],
    ['a list of files', 'video/mp4', Buffer.from('ffconcat version 1.0\nfile /dev/zero\n')],
    [
      'HTML behind the head of an MP4',
      'video/mp4',
      Buffer.concat([FTYP, Buffer.from('<script>alert(1)</script>')]),
    ],
  ];
}

/**
 * Returns valid pictures with extra content. They may be accepted; the stored or delivered output must not contain the
 * extra content, or must be delivered so that it cannot run.
 */
export function picturesWithExtras() {
  const script = Buffer.from('<script>alert(document.domain)</script>');
  return [
    [
      'a PNG with HTML in a comment',
      'image/png',
      flatPng(64, 64, { extra: [chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), script]))] }),
    ],
    [
      'a PNG with a ZIP behind its end',
      'image/png',
      Buffer.concat([flatPng(64, 64), Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1'), script]),
    ],
    [
      'a PNG with a compressed megabyte in a comment',
      'image/png',
      flatPng(64, 64, {
        extra: [
          chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(64_000_000))])),
        ],
      }),
    ],
  ];
}

export { SMALL as SMALL_PNG };

export const dataUrl = (type, bytes) => `data:${type};base64,${bytes.toString('base64')}`;
