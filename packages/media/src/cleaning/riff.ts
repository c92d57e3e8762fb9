import { chunkOf, rewrapped } from './iff.js';
import { exifOf, orientationIn } from './orientation.js';
import { type ChooseMark, type Cleaned, Pieces, type Source } from './source.js';
import { MAX_XMP_BYTES, sourceTypeInXmp, xmpOf } from './source-type.js';

interface Chunk {
  id: string;
  /** Where its data start. */
  at: number;
  length: number;
  /** Where the chunk ends, with its padding. */
  end: number;
}

async function* chunksOf(source: Source): AsyncGenerator<Chunk & { start: number }> {
  for (let start = 12; start + 8 <= source.size;) {
    const head = await source.read(start, 8);
    const stated = head.readUInt32LE(4);
    const id = head.toString('latin1', 0, 4);
    // Writers that cannot seek state no length, and a recording of more than 4 GB states it elsewhere.
    const isOpen = id === 'data' && (stated === 0xffffffff || stated === 0);
    const length = isOpen ? source.size - start - 8 : Math.min(stated, source.size - start - 8);
    const end = Math.min(start + 8 + length + (length % 2), source.size);
    yield { id, start, at: start + 8, length, end };
    start = end;
  }
}

const WEBP_KEPT = new Set(['ALPH', 'VP8 ', 'VP8L', 'ANIM', 'ANMF', 'C2PA']);
const [HAS_XMP, HAS_EXIF] = [0x04, 0x08] as const;

export async function cleanWebp(source: Source, choose: ChooseMark): Promise<Cleaned> {
  const profile = new Pieces();
  const body = new Pieces();
  let header: Buffer | null = null;
  let found: string | null = null;
  let hasManifest = false;
  let orientation = 1;
  for await (const { id, start, at, length, end } of chunksOf(source)) {
    if (id === 'VP8X') header = Buffer.from(await source.read(at, 10));
    else if (id === 'VP8 ' || id === 'VP8L') header ??= extendedHeader(id, await source.read(at, 10));
    else if (id === 'ICCP') profile.keep(start, end);
    else if (id === 'XMP ' && length <= MAX_XMP_BYTES)
      found ??= sourceTypeInXmp(await source.read(at, length));
    else if (id === 'EXIF') {
      const exif = await source.read(at, Math.min(length, 65_536));
      orientation = orientationIn(exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif);
    }
    if (id === 'C2PA') hasManifest = true;
    if (WEBP_KEPT.has(id)) body.keep(start, end);
  }
  const mark = choose(found, hasManifest);
  if (!header || header.length < 10) return { pieces: rewrapped([profile, body], 'LE'), carries: null };
  const ending = new Pieces();
  header[0] = header[0]! & ~(HAS_XMP | HAS_EXIF);
  if (orientation !== 1) {
    header[0] |= HAS_EXIF;
    ending.add(chunkOf('EXIF', exifOf(orientation), 'LE'));
  }
  if (mark) {
    header[0] |= HAS_XMP;
    ending.add(chunkOf('XMP ', xmpOf(mark), 'LE'));
  }
  const start = new Pieces();
  start.add(chunkOf('VP8X', header, 'LE'));
  return { pieces: rewrapped([start, profile, body, ending], 'LE'), carries: mark };
}

/** A picture with metadata needs this header: flags and the size of the canvas. */
function extendedHeader(id: string, head: Buffer): Buffer {
  const header = Buffer.alloc(10);
  if (head.length < 10) return header;
  const packed = id === 'VP8L' ? head.readUInt32LE(1) : 0;
  const width = id === 'VP8L' ? (packed & 0x3fff) + 1 : head.readUInt16LE(6) & 0x3fff;
  const height = id === 'VP8L' ? ((packed >>> 14) & 0x3fff) + 1 : head.readUInt16LE(8) & 0x3fff;
  if ((packed >>> 28) & 1) header[0] = 0x10;
  header.writeUIntLE(width - 1, 4, 3);
  header.writeUIntLE(height - 1, 7, 3);
  return header;
}

/** These hold format, samples, and what decides how they are played: loops, cues, tempo. */
const WAV_KEPT = new Set([
  'fmt ',
  'data',
  'fact',
  'smpl',
  'cue ',
  'inst',
  'plst',
  'wavl',
  'slnt',
  'acid',
  'C2PA',
]);

export async function cleanWav(source: Source, choose: ChooseMark): Promise<Cleaned> {
  const body = new Pieces();
  let found: string | null = null;
  let hasManifest = false;
  let isOpen = false;
  for await (const { id, start, at, length, end } of chunksOf(source)) {
    if (id === '_PMX' && length <= MAX_XMP_BYTES) found ??= sourceTypeInXmp(await source.read(at, length));
    if (id === 'C2PA') hasManifest = true;
    if (id === 'ds64') return cleanLargeWav(source);
    if (!WAV_KEPT.has(id)) continue;
    body.keep(start, end);
    if (id === 'data') isOpen = [0, 0xffffffff].includes((await source.read(start + 4, 4)).readUInt32LE(0));
  }
  const mark = isOpen ? null : choose(found, hasManifest);
  const ending = new Pieces();
  if (mark) ending.add(chunkOf('_PMX', xmpOf(mark), 'LE'));
  return { pieces: rewrapped([body, ending], 'LE'), carries: mark };
}

/** RF64 states its lengths in a chunk of its own; what is dropped becomes filler of the same length. */
async function cleanLargeWav(source: Source): Promise<Cleaned> {
  const pieces = new Pieces();
  pieces.keep(0, 12);
  let done = 12;
  for (let start = 12; start + 8 <= source.size;) {
    const head = await source.read(start, 8);
    const id = head.toString('latin1', 0, 4);
    const stated = head.readUInt32LE(4);
    const length = Math.min(id === 'data' ? source.size - start - 8 : stated, source.size - start - 8);
    const end = Math.min(start + 8 + length + (length % 2), source.size);
    if (id === 'ds64' || WAV_KEPT.has(id)) pieces.keep(start, end);
    else {
      pieces.add(Buffer.from('JUNK'));
      pieces.keep(start + 4, start + 8);
      pieces.addZeros(end - start - 8);
    }
    done = start = end;
  }
  pieces.addZeros(source.size - done);
  return { pieces, carries: null };
}
