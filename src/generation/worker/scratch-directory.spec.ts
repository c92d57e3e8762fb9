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

  it('is made, with what leads to it, when its path is asked for, and goes with what is in it', async () => {
    const location = join(parent, 'scratch', 'one');
    const scratch = new ScratchDirectory(location);
    expect(existsSync(join(parent, 'scratch'))).toBe(false);
    expect(scratch.path).toBe(location);
    await writeFile(join(scratch.path, 'file'), 'kept by nobody');
    await scratch.remove();
    expect(existsSync(location)).toBe(false);
  });

  it('leaves what another attempt has made alone when nobody asked for it', async () => {
    const location = join(parent, 'one');
    const other = new ScratchDirectory(location);
    await writeFile(join(other.path, 'file'), 'of the other');
    await new ScratchDirectory(location).remove();
    expect(existsSync(join(location, 'file'))).toBe(true);
  });
});
