import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePicture } from '../../../test/support/media-files.js';
import { isCutShort } from './container-length.js';

describe('a PNG', () => {
  let directory: string;
  const isCut = async (bytes: Buffer): Promise<boolean> => {
    const path = join(directory, 'picture.png');
    await writeFile(path, bytes);
    return isCutShort(path, 'image/png');
  };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'offprint-length-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('is whole with its end, also when something follows it', async () => {
    const whole = await makePicture('png');
    expect(await isCut(whole)).toBe(false);
    expect(await isCut(Buffer.concat([whole, Buffer.from('more')]))).toBe(false);
  });

  it('is cut short without any of its last bytes, though every pixel is there', async () => {
    const whole = await makePicture('png');
    for (let missing = 1; missing <= 13; missing += 1)
      expect({ missing, cut: await isCut(whole.subarray(0, whole.length - missing)) }).toEqual({
        missing,
        cut: true,
      });
  });
});
