/**
 * Reads parts of untrusted files from large blocks: eight bytes at a time would occupy a thread of the pool for ten seconds for a hundred
 * thousand parts. Count and time are bounded.
 */
import type { OpenedFile } from '../files/media-file.js';
import { brokenFileError, type MediaError } from '../media-error.js';
import type { InspectionPolicy } from './policy.js';

const BLOCK_BYTES = 64 * 1024;
/** Is used after several blocks in a row: each read costs the event loop as much as hundreds of parts. */
const LARGE_BLOCK_BYTES = 512 * 1024;
const BLOCKS_BEFORE_LARGE = 2;
/** Is used for a part far from the previous one, where a large block would be wasted. */
const FAR_BYTES = 4 * 1024;

export const tooManyPartsError = (): MediaError => brokenFileError('The file has too many parts.');

export class PartReader {
  private block = Buffer.alloc(0);
  private start = 0;
  private parts = 0;
  private blocksInARow = 0;
  private readonly deadline: number;

  constructor(
    private readonly file: OpenedFile,
    private readonly bounds: Pick<InspectionPolicy, 'maxParts' | 'partsSeconds'>,
  ) {
    this.deadline = performance.now() + bounds.partsSeconds * 1000;
  }

  /** Returns fewer bytes at the end of the file. @throws {MediaError} after too many parts or too much time. */
  async read(position: number, bytes: number): Promise<Buffer> {
    this.parts += 1;
    if (this.parts > this.bounds.maxParts) throw tooManyPartsError();
    await this.load(position, bytes);
    return this.block.subarray(position - this.start, position - this.start + bytes);
  }

  /** Does not count as a part; 0 past the end. */
  async readByte(position: number): Promise<number> {
    if (position < this.start || position >= this.start + this.block.length) await this.load(position, 1);
    return this.block[position - this.start] ?? 0;
  }

  private async load(position: number, bytes: number): Promise<void> {
    const end = this.start + this.block.length;
    if (position >= this.start && position + bytes <= end) return;
    if (performance.now() > this.deadline) throw brokenFileError('The file takes too long to be read.');
    const isNear = position >= this.start && position < end + FAR_BYTES;
    this.blocksInARow = isNear ? this.blocksInARow + 1 : 0;
    const length = Math.max(bytes, this.blockLength(isNear));
    const { buffer, bytesRead } = await this.file.read(Buffer.allocUnsafe(length), 0, length, position);
    this.block = buffer.subarray(0, bytesRead);
    this.start = position;
  }

  private blockLength(isNear: boolean): number {
    if (this.blocksInARow > BLOCKS_BEFORE_LARGE) return LARGE_BLOCK_BYTES;
    return isNear || this.start === 0 ? BLOCK_BYTES : FAR_BYTES;
  }
}
