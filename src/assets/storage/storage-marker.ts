/**
 * The id of a storage directory, in a file inside it: two processes that read the same id share the directory, wherever
 * it is mounted. Written once and whole.
 */
import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Names of assets never start with a dot, so it cannot be addressed as one. */
const NAME = '.installation';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const LINKS_UNKNOWN = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

export class StorageMarker {
  private readonly file: string;

  constructor(private readonly directory: string) {
    this.file = join(directory, NAME);
  }

  /** @returns null when there is none, or none that can be read as an id. */
  async read(): Promise<string | null> {
    try {
      const text = (await readFile(this.file, 'utf8')).trim();
      return UUID.test(text) ? text : null;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
  }

  /** Makes one, or returns that of another process which was first. */
  async make(): Promise<string> {
    await mkdir(this.directory, { recursive: true });
    const id = randomUUID();
    const draft = join(this.directory, `${NAME}.${id}`);
    try {
      await writeFile(draft, `${id}\n`, { flag: 'wx', flush: true });
      await this.putInPlace(draft);
      const placed = await this.read();
      if (placed) return placed;
      // What stands there is no id: damaged.
      await rename(draft, this.file);
      return id;
    } finally {
      await rm(draft, { force: true });
    }
  }

  private async putInPlace(draft: string): Promise<void> {
    try {
      await link(draft, this.file);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return;
      if (!LINKS_UNKNOWN.has(codeOf(error))) throw error;
      await copyFile(draft, this.file, constants.COPYFILE_EXCL).catch((again: unknown) => {
        if (codeOf(again) !== 'EEXIST') throw again;
      });
    }
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
