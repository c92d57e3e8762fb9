/**
 * Proves that a usual PNG in memory is whole, for a third of what a decoder costs: its rows inflate to the length that its header states.
 * Whatever is unusual is left to the decoder, which decides alone what is broken.
 */
import { promisify } from 'node:util';
import { crc32, inflate, inflateSync, type ZlibOptions } from 'node:zlib';
import type { PixelSize } from './pixel-size.js';

const inflateInPool = promisify<Buffer, ZlibOptions, Buffer>(inflate);

/** Samples of a pixel by the type of colours. Palettes are left to the decoder. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };
/** Beside header, rows and end. They do not decide how the pixels decode. */
const HARMLESS = new Set(['tEXt', 'iTXt', 'pHYs', 'sRGB', 'gAMA', 'tIME']);
const MAX_FILTER = 4;
/** Of the rows of one picture. Larger ones are decoded in parts. */
const MAX_ROWS_BYTES = 16 * 1024 * 1024;
/** Pictures of which the rows are in memory at once. */
const MAX_AT_ONCE = 4;
/** So many bytes inflate in the time that a thread of the pool takes to begin. */
const MAX_HERE_BYTES = 64 * 1024;

let running = 0;
const waiting: (() => void)[] = [];

/** Returns the size of a picture that is whole; null: a decoder has to judge. */
export async function measurePng(png: Uint8Array): Promise<PixelSize | null> {
  const found = readChunks(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
  if (!found) return null;
  const { width, height, rowBytes, compressed } = found;
  const length = rowBytes * height;
  if (running < MAX_AT_ONCE) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    const options = { chunkSize: Math.max(64, length), maxOutputLength: length };
    const rows =
      length <= MAX_HERE_BYTES ? inflateSync(compressed, options) : await inflateInPool(compressed, options);
    if (rows.length !== length) return null;
    for (let at = 0; at < length; at += rowBytes) if (rows[at]! > MAX_FILTER) return null;
    return { width, height };
  } catch {
    return null;
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

interface PngRows extends PixelSize {
  /** With the byte of the filter. */
  rowBytes: number;
  compressed: Buffer;
}

function readChunks(png: Buffer): PngRows | null {
  let header: Buffer | null = null;
  const parts: Buffer[] = [];
  let hasEnded = false;
  for (let at = 8; at + 12 <= png.length;) {
    const length = png.readUInt32BE(at);
    const name = png.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (end > png.length) return null;
    const data = png.subarray(at + 8, end - 4);
    if (name === 'IEND') return header && rowsOf(header, parts);
    if (name === 'IDAT') {
      if (hasEnded) return null;
      parts.push(data);
    } else if (name === 'IHDR') {
      if (header || length !== 13 || crc32(png.subarray(at + 4, at + 21)) !== png.readUInt32BE(at + 21))
        return null;
      header = data;
    } else if (!HARMLESS.has(name)) return null;
    hasEnded = parts.length > 0 && name !== 'IDAT';
    at = end;
  }
  return null;
}

function rowsOf(header: Buffer, parts: Buffer[]): PngRows | null {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, colours, compression, filter, interlace] = header.subarray(8);
  const samples = SAMPLES[colours!];
  if (!samples || (depth !== 8 && depth !== 16) || compression || filter || interlace) return null;
  const rowBytes = 1 + (width * samples * depth) / 8;
  if (width === 0 || height === 0 || parts.length === 0 || rowBytes * height > MAX_ROWS_BYTES) return null;
  return { width, height, rowBytes, compressed: parts.length === 1 ? parts[0]! : Buffer.concat(parts) };
}
