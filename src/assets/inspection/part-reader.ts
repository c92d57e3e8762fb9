/**
 * Reads the parts of a file that others made, one after the other, from large blocks: a read of eight bytes for each of a
 * hundred thousand parts would hold a thread of the pool for ten seconds. Bounded by count and by time.
 */
import type { FileHandle } from 'node:fs/promises';
import { BrokenAsset } from '../storage/asset-errors.js';

const BLOCK_BYTES = 64 * 1024;
/** Read where a part lies far from the one before: the rest of the block would not be needed. */
const FAR_BYTES = 4 * 1024;
const MAX_MS = 10_000;

export const tooManyParts = (): BrokenAsset => new BrokenAsset('The file has too many parts.');

export class PartReader {
  private block = Buffer.alloc(0);
  private start = 0;
  private parts = 0;
  private readonly until = performance.now() + MAX_MS;

  constructor(
    private readonly file: FileHandle,
    private readonly maxParts: number,
  ) {}

  /** @returns so many bytes, fewer at the end of the file. @throws {BrokenAsset} after too many parts, or too long. */
  async at(position: number, bytes: number): Promise<Buffer> {
    this.parts += 1;
    if (this.parts > this.maxParts) throw tooManyParts();
    await this.load(position, bytes);
    return this.block.subarray(position - this.start, position - this.start + bytes);
  }

  /** A single byte, which is no part; 0 behind the end. */
  async byteAt(position: number): Promise<number> {
    if (position < this.start || position >= this.start + this.block.length) await this.load(position, 1);
    return this.block[position - this.start] ?? 0;
  }

  private async load(position: number, bytes: number): Promise<void> {
    const end = this.start + this.block.length;
    if (position >= this.start && position + bytes <= end) return;
    if (performance.now() > this.until) throw new BrokenAsset('The file takes too long to be read.');
    const isNear = position >= this.start && position < end + FAR_BYTES;
    const length = Math.max(bytes, isNear || this.start === 0 ? BLOCK_BYTES : FAR_BYTES);
    const { buffer, bytesRead } = await this.file.read(Buffer.allocUnsafe(length), 0, length, position);
    this.block = buffer.subarray(0, bytesRead);
    this.start = position;
  }
}
