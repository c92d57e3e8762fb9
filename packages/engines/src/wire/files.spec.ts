import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Work } from '../provider.js';
import { EngineClient } from './engine-client.js';
import { dataUriOf, fileAt, fileOfBase64, isFileAddress } from './files.js';

const client = new EngineClient('http://10.0.0.5:8000/v1', { authorization: 'Bearer s3cr3t' }, [
  '*.engine.example',
]);
let work: Work;

beforeAll(async () => {
  work = { directory: await mkdtemp(join(tmpdir(), 'offprint-files-')) } as Work;
});
afterAll(() => rm(work.directory, { recursive: true }));

describe('fileAt', () => {
  it('marks a file at the operator’s own machine as such, and sends the secret there', async () => {
    expect(await fileAt(client, work, 'http://10.0.0.5:8000/out.png')).toEqual({
      url: 'http://10.0.0.5:8000/out.png',
      headers: { authorization: 'Bearer s3cr3t' },
      trustedHosts: ['10.0.0.5:8000'],
    });
  });

  it('sends the secret to the engine’s other hosts, which must be public', async () => {
    expect(await fileAt(client, work, 'https://files.engine.example/out.png')).toEqual({
      url: 'https://files.engine.example/out.png',
      headers: { authorization: 'Bearer s3cr3t' },
    });
  });

  it('sends no secret to any other host', async () => {
    for (const url of [
      'https://cdn.example/out.png',
      'http://10.0.0.5:8001/',
      'https://engine.example.evil.example/',
    ])
      expect(await fileAt(client, work, url)).toEqual({ url });
  });

  it('keeps a small data URI in memory', async () => {
    const file = await fileAt(client, work, 'data:image/png;base64,aGVsbG8=');
    expect(file).toEqual({ bytes: Buffer.from('hello'), contentType: 'image/png' });
  });

  it('writes a large data URI to the scratch directory', async () => {
    const large = Buffer.alloc(5_000_000, 'hello');
    const file = await fileAt(client, work, `data:image/png;base64,${large.toString('base64')}`);
    expect(file).toEqual({ path: expect.stringContaining(work.directory), contentType: 'image/png' });
    expect(large.equals(await readFile((file as { path: string }).path))).toBe(true);
  });
});

/** The type is a declaration, which storage does not believe. */
const DATA_HEADERS = [
  'data:image/png;base64,',
  'data:image/*;base64,',
  'data:*/*;base64,',
  'data:;base64,',
  'data:image;base64,',
  'DATA:image/PNG;BASE64,',
  'data:image/png;charset=utf-8;base64,',
  'data:image/png;name="a photo.png";base64,',
  'data:video/mp4;codecs="avc1.42E01E";base64,',
  'data:image/png; base64,',
  '\ndata:image/png;base64,',
];

describe('a data URI of an engine', () => {
  it.each(DATA_HEADERS)('is decoded under the header %j', async (header) => {
    // As MIME breaks the lines, and in the other alphabet.
    for (const base64 of ['+/+/aGVsbG8=', '-_-_aGVsbG8', '+/+/\r\naGVs\nbG8=']) {
      expect(isFileAddress(client, header + base64)).toBe(true);
      for (const file of [
        await fileAt(client, work, header + base64),
        await fileOfBase64(work, header + base64, ''),
      ])
        expect(Buffer.from((file as { bytes: Uint8Array }).bytes).toString('latin1')).toBe(
          '\xfb\xff\xbfhello',
        );
    }
  });
});

describe('isFileAddress', () => {
  it.each(['https://cdn.example/a', 'http://10.0.0.5:8000/a', 'data:image/png;base64,aGk='])(
    'takes %s',
    (text) => expect(isFileAddress(client, text)).toBe(true),
  );
  it.each(['', 'a caption', 'http://elsewhere.example/a', 'file:///etc/passwd', 'data:text/plain,hi'])(
    'does not take %j',
    (text) => expect(isFileAddress(client, text)).toBe(false),
  );
});

it('writes a local file as a data URI', async () => {
  const path = join(work.directory, 'note');
  await writeFile(path, 'hello');
  expect(await dataUriOf({ path, contentType: 'image/png' })).toBe('data:image/png;base64,aGVsbG8=');
});
