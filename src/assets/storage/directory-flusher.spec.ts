import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { DirectoryFlusher } from './directory-flusher.js';

describe('DirectoryFlusher', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'flusher-'));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(root, { recursive: true });
  });

  /** Watches the flushes of all file handles. */
  async function watchFlushes() {
    const handle = await open(root, 'r');
    const prototype = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    return jest.spyOn(prototype, 'sync');
  }

  it('flushes a directory, and those above it until their entries are durable', async () => {
    const sync = await watchFlushes();
    const flusher = new DirectoryFlusher(root);
    await flusher.create(join(root, 'predictions/one'));
    await flusher.flush(join(root, 'predictions/one'));
    expect(sync).toHaveBeenCalledTimes(3);
    await flusher.create(join(root, 'predictions/two'));
    await flusher.flush(join(root, 'predictions/two'));
    expect(sync).toHaveBeenCalledTimes(5);
  });

  it('flushes the root again after the directory below it was removed', async () => {
    const flusher = new DirectoryFlusher(root);
    const directory = join(root, 'predictions/one');
    await flusher.create(directory);
    await flusher.flush(directory);
    await rm(join(root, 'predictions'), { recursive: true });
    await flusher.create(directory);
    const sync = await watchFlushes();
    await flusher.flush(directory);
    expect(sync).toHaveBeenCalledTimes(3);
  });

  it('shares a flush that begins after all that wait for it, and not one that runs', async () => {
    const flusher = new DirectoryFlusher(root);
    let release!: () => void;
    const sync = (await watchFlushes()).mockImplementation(
      () => new Promise<void>((resolve) => (release = resolve)),
    );
    const until = async (calls: number) => {
      while (sync.mock.calls.length < calls) await new Promise((resolve) => setImmediate(resolve));
    };
    const first = flusher.flush(root);
    await until(1);
    const others = [flusher.flush(root), flusher.flush(root), flusher.flush(root)];
    release();
    await first;
    await until(2);
    release();
    await Promise.all(others);
    expect(sync).toHaveBeenCalledTimes(2);
  });

  it('passes a failed flush on to all that wait for it, and flushes again for the next', async () => {
    const flusher = new DirectoryFlusher(root);
    (await watchFlushes()).mockRejectedValueOnce(Object.assign(new Error('EIO'), { code: 'EIO' }));
    const failed = await Promise.allSettled([flusher.flush(root), flusher.flush(root)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await flusher.flush(root);
  });
});
