import { id3Bytes, id3Of, provenanceInId3 } from './id3.js';
import { type ChooseMark, type Cleaned, Pieces, type Source } from './source.js';

export async function cleanMp3(source: Source, choose: ChooseMark): Promise<Cleaned> {
  let found: string | null = null;
  const manifests: Buffer[] = [];
  let start = 0;
  for (;;) {
    const bytes = await id3Bytes(source, start);
    if (bytes === 0) break;
    const provenance = await provenanceInId3(source, start, bytes);
    found ??= provenance.sourceType;
    manifests.push(...provenance.manifests);
    start += bytes;
  }
  const mark = choose(found, manifests.length > 0);
  const pieces = new Pieces();
  pieces.add(id3Of(manifests, mark));
  pieces.keep(start, await endOfFrames(source, start));
  return { pieces, carries: mark };
}

/** The tags at the end, ID3v1, Lyrics3 and APE, can be in any order. */
async function endOfFrames(source: Source, start: number): Promise<number> {
  let end = source.size;
  for (;;) {
    const bytes = await tagBytesBefore(source, end);
    if (bytes === 0 || bytes > end - start) return end;
    end -= bytes;
  }
}

async function tagBytesBefore(source: Source, end: number): Promise<number> {
  if (end < 128) return 0;
  const tail = Buffer.from(await source.read(end - 128, 128));
  const text = (from: number, length: number) => tail.toString('latin1', from, from + length);
  if (text(0, 3) === 'TAG') return 128;
  if (text(96, 8) === 'APETAGEX') {
    const hasHeader = (tail.readUInt32LE(116) & 0x80000000) !== 0;
    return tail.readUInt32LE(108) + (hasHeader ? 32 : 0);
  }
  if (text(119, 9) === 'LYRICS200') return Number.parseInt(text(113, 6), 10) + 15 || 0;
  if (text(118, 3) === '3DI') return syncSafeTail(tail) + 20;
  return 0;
}

const syncSafeTail = (tail: Buffer): number =>
  [124, 125, 126, 127].reduce((sum, at) => (sum << 7) | (tail[at]! & 0x7f), 0);
