/**
 * Small pictures of stored pictures, for pages that show many. Made when somebody first asks for one, and kept beside
 * the original under a name that tells whose it is: whatever removes the original removes it as well.
 */
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger } from '@nestjs/common';
import sharp from 'sharp';
import { AssetMissing } from '../storage/asset-errors.js';
import { AssetStorage } from '../storage/asset-storage.js';

/** Pixels of the longer side. */
export const THUMBNAIL_SIDE = 320;
const SUFFIX = '.thumbnail.webp';
const ORIGINAL = /\.(png|jpg|webp|avif|gif)$/;

/** Of the original; it is decoded in memory. */
const MAX_BYTES = 100_000_000;
const MAX_PIXELS = 50_000_000;
const SECONDS = 20;
/** Made at once in this process: a page asks for twenty, and predictions need the processor too. */
const PLACES = 2;

/** The name of an asset's thumbnail, or null for what is no picture. */
export function thumbnailName(name: string): string | null {
  return ORIGINAL.test(name) && !name.endsWith(SUFFIX) ? name + SUFFIX : null;
}

/** The name of the asset that a thumbnail is of, or null for what is no thumbnail's name. */
export function originalOf(name: string): string | null {
  const original = name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : '';
  return thumbnailName(original) === null ? null : original;
}

@Injectable()
export class Thumbnails {
  private readonly logger = new Logger('assets');
  private readonly making = new Map<string, Promise<boolean>>();
  private readonly waiting: (() => void)[] = [];
  private free = PLACES;

  constructor(private readonly storage: AssetStorage) {}

  /** Makes it unless it cannot be made. Several at once make it once. @returns whether it is there now. */
  make(name: string): Promise<boolean> {
    const original = originalOf(name);
    if (original === null) return Promise.resolve(false);
    const made =
      this.making.get(name) ??
      this.inPlace(() => this.draw(original, name)).finally(() => this.making.delete(name));
    this.making.set(name, made);
    return made;
  }

  private async inPlace<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }

  private async draw(original: string, name: string): Promise<boolean> {
    const facts = await this.storage.stat(original);
    if (!facts || facts.bytes > MAX_BYTES) return false;
    try {
      const { stream } = await this.storage.open(original);
      const drawing = sharp({ limitInputPixels: MAX_PIXELS, sequentialRead: true })
        .autoOrient()
        .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .timeout({ seconds: SECONDS });
      const [picture] = await Promise.all([drawing.toBuffer(), pipeline(stream, drawing)]);
      await this.storage.put(name, one(picture), { maxBytes: MAX_BYTES });
      return true;
    } catch (error) {
      if (error instanceof AssetMissing) return false;
      // The original is there for whoever wants it: a page shows that it has no small one.
      this.logger.warn({ asset: original, error: String(error) }, 'no thumbnail');
      return false;
    }
  }
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
