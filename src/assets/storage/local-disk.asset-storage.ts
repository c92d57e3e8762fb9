/**
 * Keeps assets as plain files below one directory, the default storage. A file is written aside, flushed, and
 * renamed into place, so a killed process leaves a leftover aside and never half an output under its name.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { OnModuleInit } from '@nestjs/common';
import { AssetMissing, nameStorageError } from './asset-errors.js';
import { requireAssetName } from './asset-name.js';
import {
  type AssetFacts,
  type AssetSource,
  AssetStorage,
  type ByteRange,
  type OpenedAsset,
  type StoredAsset,
} from './asset-storage.js';
import { writeNewFile } from './file-writing.js';
import { StorageMarker } from './storage-marker.js';

/** Names never start with a dot, so nothing in here can be addressed. */
const ASIDE = '.incoming';
/** A writer that is alive for longer than this does not exist: every download has a deadline far below it. */
const LEFTOVER_AGE_MS = 60 * 60 * 1000;
const GONE = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

export class LocalDiskAssetStorage extends AssetStorage implements OnModuleInit {
  /** @param directory absolute; made when it is missing. */
  constructor(private readonly directory: string) {
    super();
  }

  /** Which directory this is. */
  get marker(): StorageMarker {
    return new StorageMarker(this.directory);
  }

  async onModuleInit(): Promise<void> {
    // A disk that cannot be written does not stop the boot: readiness says so, and reading still works.
    await this.sweepLeftovers(new Date()).catch(() => 0);
  }

  async put(name: string, source: AssetSource, options: { maxBytes: number }): Promise<StoredAsset> {
    const target = this.locate(name);
    const chunks = typeof source === 'string' ? createReadStream(source) : source;
    const aside = join(this.directory, ASIDE, `${randomUUID()}.part`);
    await this.makeDirectory(dirname(aside));
    const stored = await writeNewFile(aside, chunks, { maxBytes: options.maxBytes, sync: true });
    try {
      await this.moveIntoPlace(aside, target);
    } catch (error) {
      await rm(aside, { force: true }).catch(() => undefined);
      throw nameStorageError(error);
    }
    return stored;
  }

  async open(name: string, range?: ByteRange): Promise<OpenedAsset> {
    const file = await this.openFile(name);
    try {
      const facts = await file.stat();
      if (!facts.isFile()) throw new AssetMissing(name);
      // The facts and the bytes are of the same open file, even when the name is replaced meanwhile.
      return {
        stream: file.createReadStream({ ...range, autoClose: true }),
        bytes: facts.size,
        modifiedAt: facts.mtime,
      };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async stat(name: string): Promise<AssetFacts | null> {
    try {
      const facts = await stat(this.locate(name));
      return facts.isFile() ? { bytes: facts.size, modifiedAt: facts.mtime } : null;
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
  }

  async remove(prefix: string): Promise<void> {
    await rm(this.locate(prefix), { recursive: true, force: true });
  }

  async check(): Promise<void> {
    const aside = join(this.directory, ASIDE, `${randomUUID()}.part`);
    await this.makeDirectory(dirname(aside));
    await writeNewFile(aside, Readable.from([Buffer.from('ready?')]), { maxBytes: 16 });
    await rm(aside, { force: true });
  }

  /** Removes what killed writers left aside more than an hour ago; a younger file may have a living writer. */
  async sweepLeftovers(now: Date): Promise<number> {
    const aside = join(this.directory, ASIDE);
    await this.makeDirectory(aside);
    let removed = 0;
    for (const leftover of await readdir(aside)) {
      const path = join(aside, leftover);
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

  private async openFile(name: string): Promise<FileHandle> {
    try {
      return await open(this.locate(name), 'r');
    } catch (error) {
      throw isGone(error) ? new AssetMissing(name) : error;
    }
  }

  private async makeDirectory(path: string): Promise<void> {
    try {
      await mkdir(path, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw nameStorageError(error);
    }
  }

  private async moveIntoPlace(aside: string, target: string): Promise<void> {
    const directory = dirname(target);
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await rename(aside, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      // The directory was removed between the two steps by the clean-up of an expired prediction.
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await rename(aside, target);
    }
    // A rename is durable only once its directories are flushed: from the file's own up to the root of the storage.
    for (let path = directory; path.length >= this.directory.length; path = dirname(path))
      await flushDirectory(path);
  }
}

async function flushDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } catch (error) {
    // Some file systems cannot flush a directory and say so; there is nothing more to be done on them.
    if (!['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
  } finally {
    await directory.close();
  }
}

function isGone(error: unknown): boolean {
  return GONE.has((error as NodeJS.ErrnoException).code ?? '');
}
