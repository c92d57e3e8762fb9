import { id3Bytes, id3Of, provenanceInId3 } from './id3.js';
import { chunkOf, rewrapped } from './iff.js';
import { type ChooseMark, type Cleaned, Patches, Pieces, type Source } from './source.js';
import { MAX_XMP_BYTES, sourceTypeInXmp } from './source-type.js';

/** Description, sound, version, channels, and what decides how it is played: markers, loops, tempo. */
const KEPT = new Set(['COMM', 'SSND', 'FVER', 'CHAN', 'MARK', 'INST', 'basc']);
/** The signature of Adobe's packets among the chunks of applications. */
const XMP = 'XMP ';

/** Provenance has its place in a tag. */
export async function cleanAiff(source: Source, choose: ChooseMark): Promise<Cleaned> {
  const body = new Pieces();
  const manifests: Buffer[] = [];
  let found: string | null = null;
  for (let start = 12; start + 8 <= source.size;) {
    const head = await source.read(start, 12);
    const id = head.toString('latin1', 0, 4);
    const isXmp = id === 'APPL' && head.toString('latin1', 8, 12) === XMP;
    const length = Math.min(head.readUInt32BE(4), source.size - start - 8);
    const end = Math.min(start + 8 + length + (length % 2), source.size);
    if (isXmp && length <= MAX_XMP_BYTES)
      found ??= sourceTypeInXmp(await source.read(start + 12, length - 4));
    if (id === 'ID3 ') {
      const provenance = await provenanceInId3(source, start + 8, await id3Bytes(source, start + 8));
      found ??= provenance.sourceType;
      manifests.push(...provenance.manifests);
    }
    if (id === 'MARK') body.append((await withoutNames(source, start + 8, end)).part(start, end));
    else if (id === 'COMM') body.append((await withoutCodecName(source, start, end)).part(start, end));
    else if (KEPT.has(id)) body.keep(start, end);
    start = end;
  }
  const mark = choose(found, manifests.length > 0);
  const tag = id3Of(manifests, mark);
  if (tag.length > 0) {
    body.addZeros(body.bytes % 2);
    body.add(chunkOf('ID3 ', tag, 'BE'));
  }
  return { pieces: rewrapped([body], 'BE'), carries: mark };
}

/** A marker has an id, a position, the length of its name, the name, padding. */
async function withoutNames(source: Source, at: number, end: number): Promise<Pieces> {
  const patches = new Patches();
  for (let name = at + 2 + 6; name < end;) {
    const length = (await source.read(name, 1))[0] ?? 0;
    patches.clear(name + 1, Math.min(name + 1 + length, end));
    name += 1 + length + ((length + 1) % 2) + 6;
  }
  return patches.pieces(source.size);
}

/** The name of a codec behind its four letters is free text. */
async function withoutCodecName(source: Source, start: number, end: number): Promise<Pieces> {
  const patches = new Patches();
  const name = start + 8 + 22;
  if (name < end) patches.clear(name + 1, Math.min(name + 1 + ((await source.read(name, 1))[0] ?? 0), end));
  return patches.pieces(source.size);
}
