/** RIFF states lengths with the lowest byte first, AIFF with the highest. */
import { Pieces } from './source.js';

export type ByteOrder = 'LE' | 'BE';

/** Includes the padding. */
export function chunkOf(id: string, data: Buffer, order: ByteOrder): Buffer {
  return Buffer.concat([
    Buffer.from(id, 'latin1'),
    uint32(data.length, order),
    data,
    Buffer.alloc(data.length % 2),
  ]);
}

/** The header states the length of all chunks; the highest number where it does not fit. */
export function rewrapped(parts: readonly Pieces[], order: ByteOrder): Pieces {
  const pieces = new Pieces();
  const total = parts.reduce((sum, part) => sum + part.bytes, 0);
  pieces.keep(0, 4);
  pieces.add(uint32(Math.min(total + 4, 0xffffffff), order));
  pieces.keep(8, 12);
  for (const part of parts) pieces.append(part);
  return pieces;
}

function uint32(value: number, order: ByteOrder): Buffer {
  const bytes = Buffer.alloc(4);
  if (order === 'LE') bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
}
