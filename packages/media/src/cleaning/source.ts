/** Reads the parts of a file from large blocks, and lists the pieces of which its copy consists. */
import type { OpenedFile } from '../files/media-file.js';
import { brokenFileError } from '../media-error.js';

const BLOCK_BYTES = 256 * 1024;
const PIECE_BYTES = 512 * 1024;
/** No known file has more parts; each costs microseconds. */
const MAX_PARTS = 2_000_000;

/** Is a file, or a part of one. Positions count from its start. */
export class Source {
  private block = Buffer.alloc(0);
  private blockStart = 0;
  private parts = 0;

  constructor(
    readonly file: OpenedFile,
    readonly size: number,
    /** Where the part starts in the file. */
    readonly start = 0,
  ) {}

  /** Returns fewer bytes at the end. They are valid until the next read. @throws {MediaError} after too many reads. */
  async read(at: number, bytes: number): Promise<Buffer> {
    this.parts += 1;
    if (this.parts > MAX_PARTS) throw brokenFileError('The file has too many parts.');
    const wanted = Math.max(0, Math.min(bytes, this.size - at));
    if (at < this.blockStart || at + wanted > this.blockStart + this.block.length) {
      const length = Math.min(Math.max(wanted, BLOCK_BYTES), Math.max(0, this.size - at));
      const { buffer, bytesRead } = await this.file.read(
        Buffer.allocUnsafe(length),
        0,
        length,
        this.start + at,
      );
      this.block = buffer.subarray(0, bytesRead);
      this.blockStart = at;
    }
    return this.block.subarray(at - this.blockStart, at - this.blockStart + wanted);
  }

  /** Is for searches byte by byte. Returns an empty block at the end. */
  async readBlock(at: number): Promise<Buffer> {
    const one = await this.read(at, 1);
    return one.length === 0 ? one : this.block.subarray(at - this.blockStart);
  }

  async readUInt32BE(at: number): Promise<number> {
    const bytes = await this.read(at, 4);
    return bytes.length < 4 ? 0 : bytes.readUInt32BE(0);
  }
}

type Piece = { from: number; to: number } | Buffer | { zeros: number };

export class Pieces {
  private readonly list: Piece[] = [];
  private total = 0;

  get bytes(): number {
    return this.total;
  }

  keep(from: number, to: number): void {
    if (to <= from) return;
    this.total += to - from;
    const last = this.list.at(-1);
    if (last && 'to' in last && last.to === from) last.to = to;
    else this.list.push({ from, to });
  }

  add(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.total += bytes.length;
    this.list.push(bytes);
  }

  addZeros(zeros: number): void {
    if (zeros <= 0) return;
    this.total += zeros;
    this.list.push({ zeros });
  }

  /** @param shift where the part starts in this source. */
  append(others: Pieces, shift = 0): void {
    for (const piece of others.list) {
      if ('to' in piece) this.keep(piece.from + shift, piece.to + shift);
      else if ('zeros' in piece) this.addZeros(piece.zeros);
      else this.add(piece);
    }
  }

  part(from: number, to: number): Pieces {
    const part = new Pieces();
    let start = 0;
    for (const piece of this.list) {
      const length = 'to' in piece ? piece.to - piece.from : 'zeros' in piece ? piece.zeros : piece.length;
      const [first, last] = [Math.max(0, from - start), Math.min(length, to - start)];
      if (last > first) {
        if ('to' in piece) part.keep(piece.from + first, piece.from + last);
        else if ('zeros' in piece) part.addZeros(last - first);
        else part.add(piece.subarray(first, last));
      }
      start += length;
    }
    return part;
  }

  isWhole(size: number): boolean {
    const [first, ...rest] = this.list;
    return rest.length === 0 && first !== undefined && 'to' in first && first.from === 0 && first.to === size;
  }

  /** Each chunk is its reader's: an upload in parts holds several. */
  async *read(file: OpenedFile): AsyncGenerator<Uint8Array> {
    if (this.total <= PIECE_BYTES) {
      yield await this.inOnePiece(file);
      return;
    }
    for (const piece of this.list) {
      if ('zeros' in piece) yield* zerosOf(piece.zeros);
      else if (!('to' in piece)) yield piece;
      else {
        for (let at = piece.from; at < piece.to;) {
          const buffer = Buffer.allocUnsafe(Math.min(PIECE_BYTES, piece.to - at));
          const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
          if (bytesRead === 0) throw brokenFileError('The file is cut short.');
          yield buffer.subarray(0, bytesRead);
          at += bytesRead;
        }
      }
    }
  }

  async inOnePiece(file: OpenedFile): Promise<Buffer> {
    const whole = Buffer.alloc(this.total);
    let at = 0;
    for (const piece of this.list) {
      if ('zeros' in piece) at += piece.zeros;
      else if (!('to' in piece)) at += piece.copy(whole, at);
      else {
        const length = piece.to - piece.from;
        const { bytesRead } = await file.read(whole, at, length, piece.from);
        if (bytesRead < length) throw brokenFileError('The file is cut short.');
        at += length;
      }
    }
    return whole;
  }
}

function* zerosOf(count: number): Generator<Uint8Array> {
  for (let left = count; left > 0; left -= PIECE_BYTES) yield Buffer.alloc(Math.min(left, PIECE_BYTES));
}

/** The copy keeps its length, so that no position in the file has to be corrected. */
export class Patches {
  private readonly list: { at: number; length: number; bytes: Buffer | null }[] = [];

  write(at: number, bytes: Buffer): void {
    if (bytes.length > 0) this.list.push({ at, length: bytes.length, bytes });
  }

  clear(from: number, to: number): void {
    if (to > from) this.list.push({ at: from, length: to - from, bytes: null });
  }

  /** Returns the copy of the first `size` bytes. Of patches that overlap, the one with the earlier position is whole. */
  pieces(size: number): Pieces {
    const pieces = new Pieces();
    let done = 0;
    for (const { at, length, bytes } of this.list.sort((a, b) => a.at - b.at)) {
      const end = Math.min(at + length, size);
      if (end <= done) continue;
      pieces.keep(done, at);
      const skipped = Math.max(0, done - at);
      if (bytes) pieces.add(bytes.subarray(skipped, end - at));
      else pieces.addZeros(end - at - skipped);
      done = end;
    }
    pieces.keep(done, size);
    return pieces;
  }
}

export interface Cleaned {
  pieces: Pieces;
  /** The digital source type that the copy carries; null when it carries none. */
  carries: string | null;
}

/** @param found what the file carries. @param hasManifest whether it holds a C2PA manifest, which is kept. */
export type ChooseMark = (found: string | null, hasManifest: boolean) => string | null;

/** Where the structure of a file is lost, its rest is taken over unchanged. */
export type Cleaner = (source: Source, choose: ChooseMark) => Promise<Cleaned>;
