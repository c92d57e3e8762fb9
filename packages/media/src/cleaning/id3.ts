/** ID3 tags stand before the frames of MP3 and sometimes of FLAC. */
import type { Source } from './source.js';
import { MAX_XMP_BYTES, sourceTypeInXmp, xmpOf } from './source-type.js';

const XMP_OWNER = 'XMP\0';
const C2PA_TYPE = 'c2pa';

/** Returns 0 when there is no tag. */
export async function id3Bytes(source: Source, at: number): Promise<number> {
  const head = await source.read(at, 10);
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const hasFooter = (head[5]! & 0x10) !== 0;
  return Math.min(10 + syncSafe(head, 6) + (hasFooter ? 10 : 0), source.size - at);
}

export interface Id3Provenance {
  sourceType: string | null;
  /** Whole frames that hold C2PA manifests. */
  manifests: Buffer[];
}

/** Reads version 3 or 4, as far as its frames can be read. */
export async function provenanceInId3(source: Source, at: number, bytes: number): Promise<Id3Provenance> {
  const result: Id3Provenance = { sourceType: null, manifests: [] };
  const version = (await source.read(at + 3, 1))[0] ?? 0;
  if (version < 3) return result;
  for (let frame = at + 10; frame + 10 <= at + bytes;) {
    const head = Buffer.from(await source.read(frame, 10));
    const id = head.toString('latin1', 0, 4);
    if (!/^[A-Z0-9]{4}$/.test(id)) break;
    const length = version === 3 ? head.readUInt32BE(4) : syncSafe(head, 4);
    if (length <= 0 || frame + 10 + length > at + bytes) break;
    if (id === 'PRIV' && length <= MAX_XMP_BYTES) {
      const data = await source.read(frame + 10, length);
      if (data.toString('latin1', 0, 4) === XMP_OWNER)
        result.sourceType ??= sourceTypeInXmp(data.subarray(4));
    }
    if (id === 'GEOB') {
      const data = Buffer.from(await source.read(frame + 10, length));
      if (data.toString('latin1', 0, 64).includes(C2PA_TYPE)) result.manifests.push(frameOf('GEOB', data));
    }
    frame += 10 + length;
  }
  return result;
}

/** Returns a tag of version 4; empty when there is no provenance. */
export function id3Of(manifests: readonly Buffer[], sourceType: string | null): Buffer {
  const mark = sourceType
    ? [frameOf('PRIV', Buffer.concat([Buffer.from(XMP_OWNER), xmpOf(sourceType)]))]
    : [];
  if (mark.length + manifests.length === 0) return Buffer.alloc(0);
  // Some readers reject a last frame without padding behind it.
  const frames = Buffer.concat([...mark, ...manifests, Buffer.alloc(10)]);
  return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), syncSafeOf(frames.length), frames]);
}

function frameOf(id: string, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from(id), syncSafeOf(data.length), Buffer.alloc(2), data]);
}

/** The bytes have 7 bits each. */
const syncSafe = (bytes: Buffer, at: number): number =>
  [0, 1, 2, 3].reduce((sum, index) => (sum << 7) | (bytes[at + index]! & 0x7f), 0);

const syncSafeOf = (value: number): Buffer =>
  Buffer.from([21, 14, 7, 0].map((bits) => (value >> bits) & 0x7f));
