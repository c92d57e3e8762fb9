import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { makePicture } from '../../../test/support/media-files.js';
import {
  type FetchedFile,
  type FetchOptions,
  LocalDiskAssetStorage,
  OutsideNetwork,
  SafeFetcher,
  sniffContent,
} from '../../assets/index.js';
import type { ProducedFile, Work } from '../../providers/index.js';
import { OutputStore, OutputUnavailable } from './output.store.js';

/** The bytes that the detection of a type reads. */
const HEAD_BYTES = 4100;
const WORK = { predictionId: 'pred_1', signal: new AbortController().signal };

let directory: string;
let picture: Buffer;
let store: OutputStore;

/** Writes the picture and detects its type, as the real fetcher does. */
class LocalFetcher extends SafeFetcher {
  override async fetchToFile(url: string, options: FetchOptions): Promise<FetchedFile> {
    const path = join(options.directory, 'fetched');
    await writeFile(path, picture);
    const found = (await sniffContent(path))!;
    return { path, found, finalUrl: url, bytes: picture.length, sha256: '' };
  }
}

beforeAll(async () => {
  picture = await makePicture('png', 64, 64);
});
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'offprint-output-'));
  const storage = new LocalDiskAssetStorage(join(directory, 'assets'));
  store = new OutputStore(storage, new LocalFetcher(new OutsideNetwork()));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(directory, { recursive: true });
});

const storePicture = (file: ProducedFile) => store.store({ ...WORK, directory } as Work, [file]);

async function producedFile(contentType: string): Promise<ProducedFile> {
  const path = join(directory, 'produced');
  await writeFile(path, picture);
  return { path, contentType };
}

/** Records the sizes of all reads of files. */
async function spyOnReads(): Promise<() => number[]> {
  const file = await open(directory, 'r');
  const read = jest.spyOn(Object.getPrototypeOf(file) as FileHandle, 'read');
  await file.close();
  return () => (read.mock.calls as unknown[][]).map(([, , length]) => length as number);
}

it.each([
  ['a local file', () => producedFile('image/png')],
  ['a local file without a type', () => producedFile('')],
  ['a fetched file', () => Promise.resolve({ url: 'https://engine.example.com/0.png' })],
])('detects the type of %s once', async (_name, make) => {
  const file = await make();
  const reads = await spyOnReads();
  const [output] = await storePicture(file);
  expect(output).toMatchObject({ contentType: 'image/png', width: 64, bytes: picture.length });
  expect(reads().filter((length) => length === HEAD_BYTES)).toHaveLength(1);
});

it('refuses a file of another type than its engine claims', async () => {
  const refused = storePicture(await producedFile('image/jpeg'));
  await expect(refused).rejects.toBeInstanceOf(OutputUnavailable);
  await expect(refused).rejects.toMatchObject({
    transient: false,
    internal: 'The file is not of the type it claims.',
  });
});
