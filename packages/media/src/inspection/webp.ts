/** A writer that streams could not go back to the header. */
import { open } from 'node:fs/promises';
import { PartReader } from './part-reader.js';
import { PLACEHOLDER_BYTES } from './placeholders.js';
import type { InspectionPolicy } from './policy.js';

const HEADER_BYTES = 8;
const FIRST_CHUNK = 12;

/** Where the chunks do not end with the file it is cut short, and stays. */
export async function mendWebp(path: string, policy: InspectionPolicy): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const parts = new PartReader(file, policy);
    const head = await parts.read(0, FIRST_CHUNK);
    if (head.length < FIRST_CHUNK) return;
    const stated = head.readUInt32LE(4);
    if (stated !== 0 && (stated < PLACEHOLDER_BYTES || stated <= size)) return;
    let at = FIRST_CHUNK;
    while (at < size) {
      const chunk = await parts.read(at, 8);
      if (chunk.length < 8) return;
      const length = chunk.readUInt32LE(4);
      at += 8 + length + (length % 2);
    }
    if (at > size || at === FIRST_CHUNK) return;
    const length = Buffer.alloc(4);
    length.writeUInt32LE(size - HEADER_BYTES);
    await file.write(length, 0, 4, 4);
  } finally {
    await file.close();
  }
}
