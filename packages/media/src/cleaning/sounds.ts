/** AU, Core Audio and Wave64 have no place for a mark. */
import { type ChooseMark, type Cleaned, Patches, Pieces, type Source } from './source.js';

const AU_HEADER_BYTES = 24;
/** A longer annotation is cleared unread. */
const MAX_READ_BYTES = 64 * 1024;

/** The annotation stands between the header and the sound. */
export async function cleanAu(source: Source, _choose: ChooseMark): Promise<Cleaned> {
  const head = await source.read(0, 8);
  const at = head.toString('latin1', 0, 4) === 'dns.' ? head.readUInt32LE(4) : head.readUInt32BE(4);
  const annotation = await source.read(AU_HEADER_BYTES, Math.min(at - AU_HEADER_BYTES, MAX_READ_BYTES));
  const patches = new Patches();
  const isEmpty = annotation.length < MAX_READ_BYTES && annotation.every((byte) => byte === 0);
  if (!isEmpty) patches.clear(AU_HEADER_BYTES, at);
  return { pieces: patches.pieces(source.size), carries: null };
}

/** These hold description, sound, packets, the codec's own settings, channels, and what decides how it is played. */
const CAF_KEPT = new Set(['desc', 'data', 'pakt', 'kuki', 'chan', 'mark', 'regn', 'inst', 'ovvw', 'peak']);

/** The names of loops stand in a chunk of texts, which is dropped. */
export async function cleanCaf(source: Source, _choose: ChooseMark): Promise<Cleaned> {
  const pieces = new Pieces();
  pieces.keep(0, 8);
  for (let start = 8; start + 12 <= source.size;) {
    const head = await source.read(start, 12);
    const stated = Number(head.readBigInt64BE(4));
    const end = stated < 0 ? source.size : Math.min(start + 12 + stated, source.size);
    if (CAF_KEPT.has(head.toString('latin1', 0, 4))) pieces.keep(start, end);
    start = end;
  }
  return { pieces, carries: null };
}

const W64_KEPT = new Set(['fmt ', 'fact', 'data']);
const W64_HEADER_BYTES = 24;

export async function cleanW64(source: Source, _choose: ChooseMark): Promise<Cleaned> {
  const body = new Pieces();
  for (let start = 40; start + W64_HEADER_BYTES <= source.size;) {
    const head = await source.read(start, W64_HEADER_BYTES);
    const stated = Math.max(W64_HEADER_BYTES, Number(head.readBigUInt64LE(16)));
    const end = Math.min(start + Math.ceil(stated / 8) * 8, source.size);
    if (W64_KEPT.has(head.toString('latin1', 0, 4))) body.keep(start, end);
    start = end;
  }
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(body.bytes + 40));
  const pieces = new Pieces();
  pieces.keep(0, 16);
  pieces.add(length);
  pieces.keep(24, 40);
  pieces.append(body);
  return { pieces, carries: null };
}
