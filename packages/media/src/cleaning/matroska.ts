/** What is dropped becomes `Void` of the same length, so that no position in the file has to change. */
import { cleanCommentPacket } from './comments.js';
import { cleanFlacBlock } from './ogg.js';
import { type Cleaned, Patches, type Source } from './source.js';

const VOID = 0xec;
const CRC = 0xbf;
const [SEGMENT, CLUSTER, SEEK_HEAD, SEEK, SEEK_ID] = [
  0x18538067, 0x1f43b675, 0x114d9b74, 0x4dbb, 0x53ab,
] as const;
const [INFO, TRACKS, TRACK, PRIVATE, CODEC] = [0x1549a966, 0x1654ae6b, 0xae, 0x63a2, 0x86] as const;
const [TAGS, ATTACHMENTS, CHAPTERS] = [0x1254c367, 0x1941a469, 0x1043a770] as const;
/** Muxer and writer must be there, but may be empty. */
const EMPTIED = new Set([0x4d80, 0x5741]);
const DROPPED = new Set<number>([
  TAGS,
  ATTACHMENTS,
  CHAPTERS,
  VOID,
  // These are title, date, ids and names of this file and of its neighbours.
  0x7ba9,
  0x4461,
  0x73a4,
  0x7384,
  0x3cb923,
  0x3c83ab,
  0x3eb923,
  0x3e83bb,
  0x4444,
  // These name a track and its encoder, and where to get it.
  0x536e,
  0x258688,
  0x3a9697,
  0x3b4040,
  0x26b240,
]);
const ENTERED = new Set<number>([SEEK_HEAD, INFO, TRACKS, TRACK]);
/** Codecs' settings are small. Pictures in those of FLAC are the largest. */
const MAX_PRIVATE_BYTES = 16 * 1024 * 1024;

interface Element {
  id: number;
  at: number;
  data: number;
  end: number;
  isOpen: boolean;
}

export async function cleanMatroska(source: Source): Promise<Cleaned> {
  const patches = new Patches();
  await cleanElements(source, patches, 0, source.size);
  return { pieces: patches.pieces(source.size), carries: null };
}

async function cleanElements(source: Source, patches: Patches, from: number, to: number): Promise<void> {
  let codec = '';
  let privateData: Element | null = null;
  for (let at = from; at < to;) {
    const element = await elementAt(source, at, to);
    if (!element) return;
    const { id, data, end, isOpen } = element;
    // A live recording states no lengths: its clusters are read on the level of their segment.
    const isEntered = id === SEGMENT || (id === CLUSTER && isOpen);
    at = isEntered ? data : end;
    if (isEntered) continue;
    if (DROPPED.has(id)) makeVoid(patches, element);
    else if (EMPTIED.has(id)) patches.clear(data, end);
    else if (ENTERED.has(id)) {
      // A checksum of what is changed must go.
      await cleanElements(source, patches, data, end);
    } else if (id === CRC && from > 0) makeVoid(patches, element);
    else if (id === SEEK && (await leadsToDropped(source, element))) makeVoid(patches, element);
    else if (id === CODEC) codec = (await source.read(data, Math.min(end - data, 64))).toString('latin1');
    else if (id === PRIVATE) privateData = element;
  }
  if (privateData) await cleanPrivate(source, patches, codec, privateData);
}

/** @returns null when the bytes are no element. */
async function elementAt(source: Source, at: number, to: number): Promise<Element | null> {
  const head = await source.read(at, 12);
  const idBytes = Math.clz32(head[0] ?? 0) - 23;
  if (!head[0] || idBytes > 4 || head.length <= idBytes) return null;
  const id = head.readUIntBE(0, idBytes);
  const first = head[idBytes]!;
  const sizeBytes = Math.clz32(first) - 23;
  if (first === 0 || head.length < idBytes + sizeBytes) return null;
  let size = first & (0xff >> sizeBytes);
  let isOpen = size === 0xff >> sizeBytes;
  for (let index = 1; index < sizeBytes; index += 1) {
    const byte = head[idBytes + index]!;
    isOpen &&= byte === 0xff;
    size = size * 256 + byte;
  }
  const data = at + idBytes + sizeBytes;
  if (isOpen && id !== SEGMENT && id !== CLUSTER) return null;
  return { id, at, data, end: isOpen ? to : Math.min(data + size, to), isOpen };
}

function makeVoid(patches: Patches, { at, end }: Element): void {
  const total = end - at;
  const sizeBytes = total <= 128 ? 1 : 8;
  const head = Buffer.alloc(1 + sizeBytes);
  head[0] = VOID;
  if (sizeBytes === 1) head[1] = 0x80 | (total - 2);
  else {
    head.writeBigUInt64BE(BigInt(total - 9), 1);
    head[1] = 1;
  }
  patches.write(at, head);
  patches.clear(at + head.length, end);
}

async function leadsToDropped(source: Source, seek: Element): Promise<boolean> {
  for (let at = seek.data; at < seek.end;) {
    const element = await elementAt(source, at, seek.end);
    if (!element) return false;
    const length = element.end - element.data;
    if (element.id === SEEK_ID && length > 0 && length <= 4)
      return DROPPED.has((await source.read(element.data, length)).readUIntBE(0, length));
    at = element.end;
  }
  return false;
}

/** The settings of some codecs hold comments. */
async function cleanPrivate(
  source: Source,
  patches: Patches,
  codec: string,
  element: Element,
): Promise<void> {
  const length = element.end - element.data;
  if (length > MAX_PRIVATE_BYTES || length === 0) return;
  const data = Buffer.from(await source.read(element.data, length));
  if (/^(A_VORBIS|V_THEORA)/.test(codec)) {
    const comments = secondOf(data);
    const clean = comments && cleanCommentPacket(data.subarray(comments.from, comments.to));
    if (comments && clean) patches.write(element.data + comments.from, clean);
  }
  if (codec.startsWith('A_FLAC')) {
    for (let at = 4; at + 4 <= data.length;) {
      const end = at + 4 + data.readUIntBE(at + 1, 3);
      const clean = cleanFlacBlock(data.subarray(at, end));
      if (clean) patches.write(element.data + at, clean);
      at = end;
    }
  }
}

/** Xiph's lengths stand before three packets. Returns the place of the second. */
function secondOf(data: Buffer): { from: number; to: number } | null {
  if (data[0] !== 2) return null;
  let at = 1;
  const lengths = [0, 0].map(() => {
    let length = 0;
    for (; data[at] === 255; at += 1) length += 255;
    length += data[at] ?? 0;
    at += 1;
    return length;
  });
  const from = at + lengths[0]!;
  const to = from + lengths[1]!;
  return to <= data.length ? { from, to } : null;
}
