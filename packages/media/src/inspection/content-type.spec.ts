import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import {
  makeAnimation,
  makeClip,
  makeGlb,
  makeMp3,
  makeOgg,
  makePicture,
  makeWav,
} from '../../test/support/media-files.js';
import {
  claimsMatch,
  contentTypeOfName,
  extensionOf,
  normalizeContentType,
  sniffContent,
  sniffResult,
} from './content-type.js';

const text = (content: string) => () => Promise.resolve(Buffer.from(content));
const box = (major: string, ...compatible: string[]) => {
  const brands = Buffer.from(`ftyp${major}\0\0\0\0${compatible.join('')}`, 'latin1');
  const size = Buffer.alloc(4);
  size.writeUInt32BE(brands.length + 4);
  return () => Promise.resolve(Buffer.concat([size, brands, Buffer.alloc(64)]));
};

const FILES: [what: string, contentType: string, make: () => Promise<Buffer>][] = [
  ['a PNG', 'image/png', () => makePicture('png')],
  ['a JPEG', 'image/jpeg', () => makePicture('jpeg')],
  ['a WebP', 'image/webp', () => makePicture('webp')],
  ['an AVIF', 'image/avif', () => makePicture('avif')],
  ['a GIF', 'image/gif', () => makePicture('gif')],
  ['an animated GIF', 'image/gif', () => makeAnimation()],
  ['an AVIF under a general brand', 'image/avif', box('mif1', 'mif1', 'avif')],
  ['an MP4', 'video/mp4', () => makeClip('mp4')],
  ['a fragmented MP4', 'video/mp4', () => makeClip('fragmented-mp4')],
  ['an MP4 of another brand', 'video/mp4', box('mp42', 'isom')],
  ['an M4A', 'audio/mp4', box('M4A ', 'isom')],
  [
    'a WAV of 64 bits',
    'audio/wav',
    () => Promise.resolve(Buffer.from('RF64\xff\xff\xff\xffWAVEds64', 'latin1')),
  ],
  ['a QuickTime movie', 'video/quicktime', () => makeClip('mov')],
  ['a WebM', 'video/webm', () => makeClip('webm')],
  ['a Matroska that is no WebM', 'video/matroska', () => makeClip('mkv')],
  ['an MP3 without a tag', 'audio/mpeg', () => Promise.resolve(makeMp3())],
  ['an MP3 with a tag', 'audio/mpeg', () => Promise.resolve(makeMp3(40, { tagBytes: 500 }))],
  [
    'an MP3 with a tag longer than what is read',
    'audio/mpeg',
    () => Promise.resolve(makeMp3(40, { tagBytes: 9000 })),
  ],
  ['an Ogg', 'audio/ogg', () => makeOgg()],
  ['a WAV', 'audio/wav', () => makeWav()],
  ['a GLB', 'model/gltf-binary', () => Promise.resolve(makeGlb())],
];

const brandsOf = (list: string) => list.split(' ').map((brand) => brand.padEnd(4));
/** Major brands of cameras, phones and encoders, around one and the same movie. */
const MOVIE_BRANDS = brandsOf(
  'XAVC NDSC niko CAEP pana 3g2a 3g2b 3ge6 3gg6 3gr6 3gs6 3gp4 isml piff M4VH M4VP mmp4 mp71 mp21 mp4v vp09 JVT ' +
    'caqv dby1 KDDI ndxc NDXM LCAG SDV ndsh nvr1 iso6 dash hvc1 hev1 dvh1 vvc1 ARRI da0a mqt ' +
    'FACE SSV MFSM MPPI ROSS uvvu kddi 3gp6 3gh9 3gs7 3gt8 isoa isoc ccff cmfs dvr1 dmb1 dv1b imf2 mp4s f4v F4V MSNV',
);
/** Pictures in the same boxes. */
const PICTURE_BRANDS = brandsOf(
  'heic heix hevc hevx heim heis hevm hevs mif1 mif2 msf1 miaf MiHB avci avcs jp2 jpx jpm jpeg jxl mjp2 crx 1pic',
);

const REJECTED: [what: string, make: () => Promise<Buffer>][] = [
  ['nothing', text('')],
  ['plain text', text('just some words')],
  ['an SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  [
    'an SVG behind a byte order mark and white space',
    text('\ufeff \n\t<svg xmlns="http://www.w3.org/2000/svg"/>'),
  ],
  ['an SVG in UTF-16', () => Promise.resolve(Buffer.from('\ufeff<svg/>', 'utf16le'))],
  ['HTML', text('<!doctype html><script>alert(1)</script>')],
  ['HTML after white space', text('   \r\n<html>')],
  ['XML', text('<?xml version="1.0"?><a/>')],
  ['a script', text('#!/bin/sh\necho')],
  ['JavaScript', text('alert(1)')],
  ['JSON', text('{"a":1}')],
  ['PDF', text('%PDF-1.7\n')],
  ['PostScript', text('%!PS-Adobe-3.0')],
  ['ZIP', () => Promise.resolve(Buffer.from('504b0304140000000000', 'hex'))],
  ['an ELF program', () => Promise.resolve(Buffer.from('7f454c4602010100000000000000000002003e00', 'hex'))],
  ['TIFF', () => Promise.resolve(Buffer.from('49492a0008000000000000000000', 'hex'))],
  ['HEIC', box('heic', 'mif1')],
  ['HEIC under a general brand', box('mif1', 'heic')],
  ['a box of an unknown brand', box('evil')],
  ['a playlist', text('#EXTM3U\nhttp://127.0.0.1/secret')],
  ['glTF 1', text('glTF\x01\0\0\0')],
  ['EBML of another kind', () => Promise.resolve(Buffer.from('1a45dfa3874282846576696c', 'hex'))],
  ['EBML without a kind', () => Promise.resolve(Buffer.from('1a45dfa380', 'hex'))],
  ['a lone start of a box', text('\0\0\0\x18ftyp')],
];

describe('sniffContent', () => {
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'content-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it.each(FILES)(
    'is found by content: %s is %s, from the file and from its first bytes',
    async (_what, contentType, make) => {
      const bytes = await make();
      const path = join(directory, 'no-extension');
      await writeFile(path, bytes);
      expect(await sniffContent(path)).toMatchObject({ contentType });
      expect(await sniffContent(bytes.subarray(0, 4100))).toMatchObject({ contentType });
    },
  );

  it.each(REJECTED)('rejects %s', async (_case, make) => {
    const bytes = await make();
    const path = join(directory, 'picture.png');
    await writeFile(path, bytes);
    expect(await sniffContent(path)).toBeNull();
    expect(await sniffContent(bytes)).toBeNull();
  });

  it('a TIFF is a result, and no input', async () => {
    const tiff = await sharp(await makePicture('png'))
      .tiff()
      .toBuffer();
    const type = { contentType: 'image/tiff', family: 'image', extension: 'tiff' };
    expect([await sniffResult(tiff), await sniffContent(tiff)]).toEqual([type, null]);
    expect(contentTypeOfName('predictions/pred_1/0.tiff')).toBe('image/tiff');
  });

  it.each(MOVIE_BRANDS)('finds a movie of the brand %j by what follows', async (brand) => {
    const movie = await makeClip('mp4');
    movie.write(brand, 8, 'latin1');
    expect(await sniffContent(movie)).toMatchObject({ contentType: 'video/mp4' });
    // Only the major brand, as cameras write it.
    const head = Buffer.from(`\0\0\0\x10ftyp${brand}\0\0\0\0`, 'latin1');
    const short = Buffer.concat([head, movie.subarray(movie.readUInt32BE(0))]);
    expect(await sniffContent(short)).toMatchObject({ contentType: 'video/mp4' });
  });

  it.each(PICTURE_BRANDS)('takes no picture of the brand %j for a movie', async (brand) => {
    const movie = await makeClip('mp4');
    movie.write(brand, 8, 'latin1');
    expect(await sniffContent(movie)).toBeNull();
    expect(await sniffContent(await box(brand, 'isom', 'heic')())).toBeNull();
  });

  it('maps a type to an extension and back', () => {
    for (const [, contentType] of FILES) {
      expect(contentTypeOfName(`predictions/pred_1/0.${extensionOf(contentType)}`)).toBe(contentType);
    }
    expect(extensionOf('image/svg+xml')).toBeNull();
    expect(contentTypeOfName('predictions/pred_1/0.svg')).toBe('application/octet-stream');
    expect(contentTypeOfName('predictions/pred_1/0')).toBe('application/octet-stream');
  });

  it('normalizes aliases of types', () => {
    expect(normalizeContentType(' Audio/X-WAV; codecs=1 ')).toBe('audio/wav');
    expect(normalizeContentType('')).toBe('');
  });

  it.each([
    ['image/jpg', 'image/jpeg', true],
    ['IMAGE/PNG; charset=binary', 'image/png', true],
    ['audio/webm', 'video/webm', true],
    ['video/mp4', 'audio/mp4', true],
    ['application/octet-stream', 'image/png', true],
    ['', 'video/mp4', true],
    ['image/png', 'image/jpeg', false],
    ['image/svg+xml', 'image/png', false],
    ['text/html', 'image/gif', false],
    ['video/mp4', 'video/webm', false],
  ])('claimed as %j and found to be %s: %s', (claimed, found, agree) => {
    expect(claimsMatch(claimed, found)).toBe(agree);
  });
});
