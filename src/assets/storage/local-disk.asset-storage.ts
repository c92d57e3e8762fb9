/** A file is written under a temporary name, flushed and renamed, so that a killed process never leaves a partial output under its name. */
import { randomUUID } from 'node:crypto';
import { close, createReadStream, fstat, open as openDescriptor } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { OnModuleInit } from '@nestjs/common';
import { AssetMissing, toStorageError } from './asset-errors.js';
import { requireAssetName } from './asset-name.js';
import {
  type AssetFacts,
  type AssetSource,
  AssetStorage,
  type ByteRange,
  type OpenedAsset,
  type StoredAsset,
} from './asset-storage.js';
import { DirectoryFlusher } from './directory-flusher.js';
import { freeBytesOf } from './free-bytes.js';
import { writeNewFile } from './new-file.js';
import { StorageMarker } from './storage-marker.js';
import { checkWritable } from './writable-check.js';

/** Asset names never start with a dot, so none can refer to temporary files. */
const TEMPORARY_DIRECTORY = '.incoming';
/** No writer takes this long: every download has a far shorter deadline. */
const LEFTOVER_AGE_MS = 60 * 60 * 1000;
/** A download of 1 MB takes a third less processor time than with 64 KiB. */
const READ_BYTES = 256 * 1024;
const MISSING_CODES = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

// Descriptors instead of file handles, whose streams take a quarter more processor time.
const openFile = promisify(openDescriptor);
const readFacts = promisify(fstat);
const closeFile = promisify(close);

/** Stores assets as files below a directory: the default of `AssetStorage`. */
export class LocalDiskAssetStorage extends AssetStorage implements OnModuleInit {
  private readonly flusher: DirectoryFlusher;

  /** @param directory absolute; created if missing. */
  constructor(private readonly directory: string) {
    super();
    this.flusher = new DirectoryFlusher(directory);
  }

  /** @internal */
  get marker(): StorageMarker {
    return new StorageMarker(this.directory);
  }

  async onModuleInit(): Promise<void> {
    // A disk that cannot be written does not stop the start: readiness reports it, and reads still work.
    await this.sweepLeftovers(new Date()).catch(() => 0);
  }

  async put(name: string, source: AssetSource, options: { maxBytes: number }): Promise<StoredAsset> {
    const target = this.locate(name);
    const temporary = join(this.directory, TEMPORARY_DIRECTORY, `${randomUUID()}.part`);
    const write = () => writeNewFile(temporary, source, { maxBytes: options.maxBytes, sync: true });
    const stored = await write().catch(async (error: unknown) => {
      if (!isMissing(error)) throw error;
      // The source is unread: the file could not be created.
      await this.createDirectory(dirname(temporary));
      return write();
    });
    try {
      await this.moveIntoPlace(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw toStorageError(error);
    }
    return stored;
  }

  async open(name: string, range?: ByteRange): Promise<OpenedAsset> {
    const fd = await this.openFile(name);
    try {
      const facts = await readFacts(fd);
      if (!facts.isFile()) throw new AssetMissing(name);
      // Both come from the same open file, even if the name is replaced concurrently.
      return {
        stream: createReadStream('', { fd, start: 0, ...range, highWaterMark: READ_BYTES }),
        bytes: facts.size,
        modifiedAt: facts.mtime,
      };
    } catch (error) {
      await closeFile(fd);
      throw error;
    }
  }

  async stat(name: string): Promise<AssetFacts | null> {
    try {
      const facts = await stat(this.locate(name));
      return facts.isFile() ? { bytes: facts.size, modifiedAt: facts.mtime } : null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async remove(prefix: string): Promise<void> {
    await rm(this.locate(prefix), { recursive: true, force: true });
  }

  override async freeBytes(): Promise<number> {
    await this.createDirectory(this.directory);
    return freeBytesOf(this.directory);
  }

  async check(): Promise<void> {
    await checkWritable(join(this.directory, TEMPORARY_DIRECTORY));
  }

  /** Writers of temporary files that are older than an hour must have been killed. */
  async sweepLeftovers(now: Date): Promise<number> {
    const temporary = join(this.directory, TEMPORARY_DIRECTORY);
    await this.createDirectory(temporary);
    let removed = 0;
    for (const name of await readdir(temporary)) {
      const path = join(temporary, name);
      const facts = await stat(path).catch(() => null);
      if (!facts || now.getTime() - facts.mtimeMs < LEFTOVER_AGE_MS) continue;
      await rm(path, { force: true, recursive: true });
      removed += 1;
    }
    return removed;
  }

  private locate(name: string): string {
    return join(this.directory, ...requireAssetName(name).split('/'));
  }

  /** The stream that reads the descriptor closes it. */
  private async openFile(name: string): Promise<number> {
    try {
      return await openFile(this.locate(name), 'r');
    } catch (error) {
      throw isMissing(error) ? new AssetMissing(name) : error;
    }
  }

  private async createDirectory(path: string): Promise<void> {
    try {
      await mkdir(path, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw toStorageError(error);
    }
  }

  private async moveIntoPlace(temporary: string, target: string): Promise<void> {
    const directory = dirname(target);
    try {
      await this.flusher.create(directory);
      await rename(temporary, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      // The clean-up of an expired prediction removed the directory between the two steps.
      await this.flusher.create(directory);
      await rename(temporary, target);
    }
    await this.flusher.flush(directory);
  }
}

function isMissing(error: unknown): boolean {
  return MISSING_CODES.has((error as NodeJS.ErrnoException).code ?? '');
}
