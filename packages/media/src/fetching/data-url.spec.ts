import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePicture } from '../../test/support/media-files.js';
import { FileTooLarge, MediaError } from '../media-error.js';
import { decodeDataUrl } from './data-url.js';

describe('a data URL', () => {
  let directory: string;
  let png: Buffer;
  const decode = (url: string, maxBytes = 1_000_000) =>
    decodeDataUrl(url, { directory, maxBytes, accept: ['image'], kinds: 'PNG' });

  beforeAll(async () => {
    png = await makePicture('png', 8, 8);
  });
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'data-url-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('is decoded to a new file', async () => {
    const file = await decode(`data:image/png;base64,${png.toString('base64')}`);
    expect(file).toMatchObject({ found: { contentType: 'image/png' }, bytes: png.length });
    expect(await readFile(file.path)).toEqual(png);
  });

  const lines = (text: string, end: string) => text.replace(/.{76}/g, `$&${end}`);
  it.each<[string, (base64: string) => string]>([
    ['capitals', (base64) => `DATA:IMAGE/PNG;BASE64,${base64}`],
    ['an alias of its type', (base64) => `data:image/x-png;base64,${base64}`],
    ['another type than it holds', (base64) => `data:image/jpeg;base64,${base64}`],
    ['a type of no picture', (base64) => `data:video/mp4;base64,${base64}`],
    ['a type with a wildcard', (base64) => `data:image/*;base64,${base64}`],
    ['an unspecific type', (base64) => `data:application/octet-stream;base64,${base64}`],
    ['a type that is no type', (base64) => `data:png;base64,${base64}`],
    ['no type', (base64) => `data:;base64,${base64}`],
    ['no type, but a charset', (base64) => `data:;charset=utf-8;base64,${base64}`],
    ['a charset', (base64) => `data:image/png;charset=utf-8;base64,${base64}`],
    ['a name', (base64) => `data:image/png;name=photo.png;base64,${base64}`],
    ['a name with percent-encoding', (base64) => `data:image/png;name=my%20photo%2C1.png;base64,${base64}`],
    ['a quoted parameter', (base64) => `data:image/png;codecs="avc1, mp4a";base64,${base64}`],
    ['a quote in a quoted parameter', (base64) => `data:image/png;name="a\\",b";base64,${base64}`],
    ['several parameters', (base64) => `data:image/png;a=1;b;c="";base64,${base64}`],
    ['a type in capitals and a charset', (base64) => `data:IMAGE/PNG;CHARSET=UTF-8;base64,${base64}`],
    ['a name with an equals sign', (base64) => `data:image/png;filename=a=b.png;base64,${base64}`],
    ['a name in UTF-8', (base64) => `data:image/png;name=фото.png;base64,${base64}`],
    ['an extended name', (base64) => `data:image/png;name*=UTF-8''a%20b.png;base64,${base64}`],
    ['white space around a quoted parameter', (base64) => `data:image/png; name="a, b" ;base64,${base64}`],
    ['both alphabets', (base64) => `data:image/png;base64,${base64.replace('+', '-')}`],
    ['padding in percent-encoding', (base64) => `data:image/png;base64,${base64.replaceAll('=', '%3D')}`],
    ['line feeds in percent-encoding', (base64) => `data:image/png;base64,${lines(base64, '%0A')}`],
    ['white space in its head', (base64) => `data: image/png; charset=utf-8; base64 ,${base64}`],
    ['line feeds', (base64) => `data:image/png;base64,${lines(base64, '\n')}\n`],
    ['carriage returns and line feeds', (base64) => `data:image/png;base64,\r\n${lines(base64, '\r\n')}`],
    ['tabs and spaces', (base64) => `data:image/png;base64, ${lines(base64, '\t ')}`],
    [
      'the URL-safe alphabet',
      (base64) => `data:image/png;base64,${base64.replaceAll('+', '-').replaceAll('/', '_')}`,
    ],
    ['no padding', (base64) => `data:image/png;base64,${base64.replace(/=+$/, '')}`],
    [
      'percent-encoded data',
      (base64) => `data:image/png;base64,${encodeURIComponent(lines(base64, '\r\n'))}`,
    ],
  ])('may have %s', async (_case, create) => {
    const file = await decode(create(png.toString('base64')));
    expect(file.found.contentType).toBe('image/png');
    expect(await readFile(file.path)).toEqual(png);
  });

  it('may have bits to spare after its last byte', async () => {
    // The last group of a file of 3n + 1 bytes has four.
    const bytes = Buffer.concat([png, Buffer.alloc((4 - (png.length % 3)) % 3 || 3)]);
    const base64 = bytes.toString('base64').replace(/A==$/, 'B==');
    expect(base64.endsWith('B==')).toBe(true);
    expect(await readFile((await decode(`data:image/png;base64,${base64}`)).path)).toEqual(bytes);
  });

  it('is limited to the exact number of bytes', async () => {
    const url = `data:image/png;base64,${png.toString('base64')}`;
    await expect(decode(url, png.length)).resolves.toMatchObject({ bytes: png.length });
    await expect(decode(url, png.length - 1)).rejects.toBeInstanceOf(FileTooLarge);
    await expect(decode(`data:image/png;base64,${'A'.repeat(10_000)}`, 1000)).rejects.toBeInstanceOf(
      FileTooLarge,
    );
    expect(await readdir(directory)).toHaveLength(1);
  });

  it.each<[string, (base64: string) => string, RegExp]>([
    ['is not base64', () => 'data:image/png,%89PNG', /must be in base64/],
    ['says base64 in a parameter', (base64) => `data:image/png;a=base64,${base64}`, /must be in base64/],
    ['says base64 in quotes', (base64) => `data:image/png;a=";base64",${base64}`, /must be in base64/],
    ['has no comma', () => 'data:image/png;base64', /comma/],
    ['has an open quote', (base64) => `data:image/png;a="b;base64,${base64}`, /comma/],
    ['is empty', () => 'data:image/png;base64,', /no data/],
    ['is white space', () => 'data:image/png;base64, \n', /no data/],
    ['has other characters', (base64) => `data:image/png;base64,*${base64}`, /not valid base64/],
    ['has a fragment', (base64) => `data:image/png;base64,${base64}#a`, /not valid base64/],
    ['has other percent-encoding', (base64) => `data:image/png;base64,%00${base64}`, /not valid base64/],
    ['has padding in the middle', (base64) => `data:image/png;base64,AA==${base64}`, /not valid base64/],
    ['has too much padding', () => 'data:image/png;base64,AAAA===', /not valid base64/],
    ['ends within a group', () => 'data:image/png;base64,AAAAA', /not valid base64/],
    [
      'holds an SVG',
      () => `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`,
      /supported type: PNG/,
    ],
    [
      'hides an SVG',
      () => `data:image/png;base64,${Buffer.from('<svg/>').toString('base64')}`,
      /supported type/,
    ],
    ['holds HTML', () => `data:text/html;base64,${Buffer.from('<p>').toString('base64')}`, /supported type/],
    [
      'holds nothing known',
      () => `data:image/png;base64,${Buffer.from('words').toString('base64')}`,
      /supported/,
    ],
  ])('is rejected with the reason when it %s', async (_case, create, reason) => {
    const rejected = await decode(create(png.toString('base64'))).catch((error: unknown) => error);
    expect(rejected).toBeInstanceOf(MediaError);
    expect((rejected as MediaError).publicMessage).toMatch(reason);
    expect(await readdir(directory)).toEqual([]);
  });

  it('is rejected when its file is of a family that is not accepted', async () => {
    const url = `data:image/png;base64,${png.toString('base64')}`;
    await expect(
      decodeDataUrl(url, { directory, maxBytes: 1e6, accept: ['video'], kinds: 'MP4' }),
    ).rejects.toBeInstanceOf(MediaError);
  });
});
