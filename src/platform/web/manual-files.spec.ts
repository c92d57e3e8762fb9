import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualFiles } from './manual-files.js';

describe('the entity tag of a file of the manual', () => {
  it('is of its bytes, and another one once a build has written the file again', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'manual-'));
    try {
      const files = new ManualFiles(directory);
      const tagAfter = async (text: string, second: number) => {
        await writeFile(join(directory, 'llms.txt'), text);
        await utimes(join(directory, 'llms.txt'), second, second);
        const found = await files.find('/llms.txt', []);
        return files.tagOf((found as { file: Parameters<ManualFiles['tagOf']>[0] }).file);
      };
      const first = await tagAfter('one', 1);
      expect(await tagAfter('one', 2)).toBe(first);
      expect(await tagAfter('two', 3)).not.toBe(first);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
