import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { makePicture } from '../../test/support/media-files.js';
import { prepareInputPicture } from './input-picture.js';

let directory: string;
beforeAll(async () => (directory = await mkdtemp(join(tmpdir(), 'offprint-input-'))));
afterAll(() => rm(directory, { recursive: true, force: true }));

async function prepare(bytes: Buffer, format: string) {
  const path = join(directory, 'picture');
  await writeFile(path, bytes);
  const prepared = await prepareInputPicture(path, `image/${format}`);
  const copy = await readFile(prepared.path);
  return { ...prepared, copy, isItself: prepared.path === path, facts: await sharp(copy).metadata() };
}

const photo = async (orientation: number) =>
  sharp(await makePicture('png', 60, 40))
    .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
    .withMetadata({ orientation });

it.each(['jpeg', 'png', 'webp', 'avif'] as const)('turns %s upright, without its author', async (format) => {
  const turned = format === 'avif' ? 1 : 6;
  const { copy, facts, contentType } = await prepare(
    await (await photo(turned)).toFormat(format).toBuffer(),
    format,
  );
  expect(contentType).toBe(format === 'jpeg' ? 'image/jpeg' : 'image/png');
  expect([facts.width, facts.height, facts.orientation, facts.exif, facts.icc]).toEqual([
    ...(turned === 6 ? [40, 60] : [60, 40]),
    undefined,
    undefined,
    undefined,
  ]);
  expect(copy.includes('Somebody')).toBe(false);
});

it('takes the place of a photo away without encoding its pixels again', async () => {
  const original = await sharp(await makePicture('png', 60, 40))
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .jpeg()
    .toBuffer();
  const { copy, isItself } = await prepare(original, 'jpeg');
  expect([isItself, copy.includes('Somebody')]).toEqual([false, false]);
  expect(await sharp(copy).raw().toBuffer()).toEqual(await sharp(original).raw().toBuffer());
});

it.each<[string, string, (plain: Sharp) => Sharp]>([
  ['a JPEG in CMYK', 'jpeg', (plain) => plain.toColourspace('cmyk').jpeg()],
  ['a PNG of 16 bits', 'png', (plain) => plain.toColourspace('rgb16').png()],
  ['a grey PNG of 16 bits', 'png', (plain) => plain.toColourspace('grey16').png()],
  ['a JPEG with a profile', 'jpeg', (plain) => plain.withIccProfile('p3').jpeg()],
  ['a PNG with a profile', 'png', (plain) => plain.withIccProfile('p3').png()],
  ['an AVIF of 10 bits', 'avif', (plain) => plain.avif({ bitdepth: 10 })],
])('makes a plain picture of %s', async (_what, format, encode) => {
  const picture = await encode(sharp(await makePicture('png', 60, 40))).toBuffer();
  const { facts, contentType } = await prepare(picture, format);
  expect(contentType).toBe(format === 'jpeg' ? 'image/jpeg' : 'image/png');
  expect([facts.width, facts.height, facts.depth, facts.icc]).toEqual([60, 40, 'uchar', undefined]);
  expect(['srgb', 'b-w']).toContain(facts.space);
});

it('passes on the first of several pictures in a JPEG', async () => {
  const [first, second] = [await makePicture('jpeg', 60, 40), await makePicture('jpeg', 30, 20)];
  const { facts, copy } = await prepare(Buffer.concat([first, second]), 'jpeg');
  expect([facts.width, facts.height]).toEqual([60, 40]);
  expect(copy.length).toBeLessThanOrEqual(first.length);
});

it('passes a plain picture on as it is', async () => {
  expect((await prepare(await makePicture('png'), 'png')).isItself).toBe(true);
});

it('reads the mark', async () => {
  const xmp =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"/></rdf:RDF></x:xmpmeta>';
  const picture = await sharp(await makePicture('png'))
    .withXmp(xmp)
    .png()
    .toBuffer();
  expect((await prepare(picture, 'png')).sourceType).toBe('trainedAlgorithmicMedia');
});
