/** The name of a thumbnail is the original's with a suffix, so that removing the original's prefix removes both. */
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger } from '@nestjs/common';
import sharp from 'sharp';
import { SharedRuns } from '../../platform/schedule/index.js';
import { AssetMissing } from '../storage/asset-errors.js';
import { AssetStorage } from '../storage/asset-storage.js';

/** Length of the longer side. */
export const THUMBNAIL_PIXELS = 320;
const SUFFIX = '.thumbnail.webp';
const ORIGINAL = /\.(png|jpg|webp|avif|gif)$/;

/** The original is decoded in memory. */
const MAX_ORIGINAL_BYTES = 100_000_000;
const MAX_ORIGINAL_PIXELS = 50_000_000;
const TIMEOUT_SECONDS = 20;
/** Per process: a page requests twenty, and predictions need processor time too. */
const MAX_CONCURRENT = 2;

/** Null: the asset is no image. */
export function thumbnailName(name: string): string | null {
  return ORIGINAL.test(name) && !name.endsWith(SUFFIX) ? name + SUFFIX : null;
}

/** Null: the name is no thumbnail's. */
export function originalOf(name: string): string | null {
  const original = name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : '';
  return thumbnailName(original) === null ? null : original;
}

@Injectable()
export class Thumbnails {
  private readonly logger = new Logger('assets');
  private readonly renderings = new SharedRuns<boolean>();
  private readonly waiting: (() => void)[] = [];
  private freeSlots = MAX_CONCURRENT;

  constructor(private readonly storage: AssetStorage) {}

  /** Concurrent calls create the thumbnail once. @returns whether it exists now. */
  ensure(name: string): Promise<boolean> {
    const original = originalOf(name);
    if (original === null) return Promise.resolve(false);
    return this.renderings.run(name, () => this.inSlot(() => this.render(original, name)));
  }

  private async inSlot<T>(work: () => Promise<T>): Promise<T> {
    if (this.freeSlots > 0) this.freeSlots--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.freeSlots++;
    }
  }

  private async render(original: string, name: string): Promise<boolean> {
    const facts = await this.storage.stat(original);
    if (!facts || facts.bytes > MAX_ORIGINAL_BYTES) return false;
    try {
      const { stream } = await this.storage.open(original);
      const resizer = sharp({ limitInputPixels: MAX_ORIGINAL_PIXELS, sequentialRead: true })
        .autoOrient()
        .resize(THUMBNAIL_PIXELS, THUMBNAIL_PIXELS, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .timeout({ seconds: TIMEOUT_SECONDS });
      const [thumbnail] = await Promise.all([resizer.toBuffer(), pipeline(stream, resizer)]);
      await this.storage.put(name, oneChunk(thumbnail), { maxBytes: MAX_ORIGINAL_BYTES });
      if (await this.storage.stat(original)) return true;
      // Removed meanwhile, and perhaps before the thumbnail was there.
      await this.storage.remove(name);
      return false;
    } catch (error) {
      if (error instanceof AssetMissing) return false;
      // Not an error for the caller: the original remains readable.
      this.logger.warn({ asset: original, error: String(error) }, 'no thumbnail');
      return false;
    }
  }
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
