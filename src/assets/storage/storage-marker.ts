/**
 * Identifies a storage directory by an id in a file. Processes that read the same id share the directory, wherever it is mounted. The file
 * is written once and atomically.
 */
import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Asset names never start with a dot, so none can refer to this file. */
const NAME = '.installation';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
/** File systems without hard links return these. */
const NO_HARD_LINK_CODES = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

export class StorageMarker {
  private readonly file: string;

  constructor(private readonly directory: string) {
    this.file = join(directory, NAME);
  }

  /** Null: the file is missing or damaged. */
  async read(): Promise<string | null> {
    try {
      const text = (await readFile(this.file, 'utf8')).trim();
      return UUID.test(text) ? text : null;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
  }

  /** Creates the id, or returns the one that another process created first. */
  async create(): Promise<string> {
    await mkdir(this.directory, { recursive: true });
    const id = randomUUID();
    const draft = join(this.directory, `${NAME}.${id}`);
    try {
      await writeFile(draft, `${id}\n`, { flag: 'wx', flush: true });
      await this.publish(draft);
      const published = await this.read();
      if (published) return published;
      // The existing file is damaged.
      await rename(draft, this.file);
      return id;
    } finally {
      await rm(draft, { force: true });
    }
  }

  private async publish(draft: string): Promise<void> {
    try {
      await link(draft, this.file);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return;
      if (!NO_HARD_LINK_CODES.has(codeOf(error))) throw error;
      await copyFile(draft, this.file, constants.COPYFILE_EXCL).catch((copyError: unknown) => {
        if (codeOf(copyError) !== 'EEXIST') throw copyError;
      });
    }
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
