import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScratchDirectory } from './scratch-directory.js';

describe('a scratch directory', () => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'scratch-'));
  });
  afterEach(() => rm(parent, { recursive: true }));

  it('is created with its parents when its path is first read, and removed with its files', async () => {
    const location = join(parent, 'scratch', 'one');
    const scratch = new ScratchDirectory(location);
    expect(existsSync(join(parent, 'scratch'))).toBe(false);
    expect(scratch.path).toBe(location);
    await writeFile(join(scratch.path, 'file'), 'scratch');
    await scratch.remove();
    expect(existsSync(location)).toBe(false);
  });

  it('does not remove the directory of another attempt if its own path was never read', async () => {
    const location = join(parent, 'one');
    const other = new ScratchDirectory(location);
    await writeFile(join(other.path, 'file'), 'of another attempt');
    await new ScratchDirectory(location).remove();
    expect(existsSync(join(location, 'file'))).toBe(true);
  });
});
