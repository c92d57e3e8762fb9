import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePicture } from '../../test/support/media-files.js';
import { readLength } from './container-length.js';
import { INPUT_POLICY } from './policy.js';

describe('a PNG', () => {
  let directory: string;
  const isCut = async (bytes: Buffer): Promise<boolean> => {
    const path = join(directory, 'picture.png');
    await writeFile(path, bytes);
    return (await readLength(path, 'image/png', INPUT_POLICY)).isTruncated;
  };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'offprint-length-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('is complete with its end, also when bytes follow', async () => {
    const whole = await makePicture('png');
    expect(await isCut(whole)).toBe(false);
    expect(await isCut(Buffer.concat([whole, Buffer.from('more')]))).toBe(false);
  });

  it('is truncated without its last bytes, although every pixel is present', async () => {
    const whole = await makePicture('png');
    for (let missing = 1; missing <= 13; missing += 1)
      expect({ missing, cut: await isCut(whole.subarray(0, whole.length - missing)) }).toEqual({
        missing,
        cut: true,
      });
  });
});
