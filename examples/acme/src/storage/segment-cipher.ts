/**
 * The format of an encrypted file: segments of 64 KiB, each sealed by AES-256-GCM with a nonce of its own. A range opens only
 * its segments. The name of the file, the position of the segment and whether it is the last are authenticated with it, so
 * that segments cannot be moved, exchanged or cut off.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const OVERHEAD_BYTES = NONCE_BYTES + TAG_BYTES;

/** Of a segment before it is sealed, and after. The last one of a file is smaller. */
export const PLAIN_BYTES = 64 * 1024;
export const SEALED_BYTES = PLAIN_BYTES + OVERHEAD_BYTES;

/** Returns the number of segments of a sealed file. */
export const segmentsOf = (sealedBytes: number) => Math.ceil(sealedBytes / SEALED_BYTES);
/** Returns the size of a file from its sealed size, and the other way round. An empty file is one segment. */
export const plainSize = (sealed: number) => sealed - segmentsOf(sealed) * OVERHEAD_BYTES;
export const sealedSize = (plain: number) =>
  plain + Math.max(1, Math.ceil(plain / PLAIN_BYTES)) * OVERHEAD_BYTES;

/** What is authenticated with a segment. */
export interface SegmentPlace {
  name: string;
  index: number;
  isLast: boolean;
}

export class SegmentCipher {
  /** @param key 32 bytes. */
  constructor(private readonly key: Uint8Array) {}

  seal(plain: Uint8Array, place: SegmentPlace): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce).setAAD(bytesOf(place));
    return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }

  /** @throws when the segment, its place or the key is not the one that it was sealed with. */
  open(sealed: Uint8Array, place: SegmentPlace): Buffer {
    const decipher = createDecipheriv(ALGORITHM, this.key, sealed.subarray(0, NONCE_BYTES))
      .setAAD(bytesOf(place))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  }
}

function bytesOf({ name, index, isLast }: SegmentPlace): Buffer {
  return Buffer.from(JSON.stringify([name, index, isLast]));
}

/** Regroups chunks to segments of one size. The last is smaller; it is the only one when there are no bytes. */
export async function* segments(
  chunks: AsyncIterable<Uint8Array>,
  bytes: number,
): AsyncGenerator<{ segment: Uint8Array; index: number; isLast: boolean }> {
  let rest: Uint8Array = Buffer.alloc(0);
  let index = 0;
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    for (; rest.length > bytes; rest = rest.subarray(bytes))
      yield { segment: rest.subarray(0, bytes), index: index++, isLast: false };
  }
  yield { segment: rest, index, isLast: true };
}
