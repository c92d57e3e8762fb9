/** Cleans Ogg with Vorbis, Opus, FLAC, Theora or Speex: the packet of comments of each stream, without a change of its length. */
import { cleanCommentPacket, cleanComments } from './comments.js';
import { type Cleaned, Patches, type Source } from './source.js';

/** No comments are larger, even with pictures in them. */
const MAX_PACKET_BYTES = 32 * 1024 * 1024;

interface Page {
  at: number;
  bytes: Buffer;
  data: number;
}

interface Stream {
  isFlac: boolean;
  isSpeex: boolean;
  /** Index of the packet that is being read; the comments are packet 1, in FLAC any until the first frame. */
  packet: number;
  parts: { page: Page; from: number; to: number }[];
  bytes: number;
}

export async function cleanOgg(source: Source): Promise<Cleaned> {
  const patches = new Patches();
  const streams = new Map<number, Stream>();
  const changed = new Set<Page>();
  for (let at = 0; at + 27 <= source.size;) {
    const head = Buffer.from(await source.read(at, 27 + 255));
    if (head.toString('latin1', 0, 4) !== 'OggS') break;
    const count = head[26]!;
    const lacing = head.subarray(27, 27 + count);
    const length = 27 + count + lacing.reduce((sum, value) => sum + value, 0);
    const serial = head.readUInt32LE(14);
    if (head[5]! & 2) streams.set(serial, { isFlac: false, isSpeex: false, packet: 0, parts: [], bytes: 0 });
    const stream = streams.get(serial);
    if (stream) {
      const bytes = Buffer.from(await source.read(at, length));
      if (bytes.length === length) {
        takePage(stream, { at, bytes, data: 27 + count }, lacing, changed);
        if (stream.packet < 0) streams.delete(serial);
      }
    }
    at += length;
  }
  for (const page of changed) {
    page.bytes.writeUInt32LE(0, 22);
    page.bytes.writeUInt32LE(checksum(page.bytes), 22);
    patches.write(page.at, page.bytes);
  }
  return { pieces: patches.pieces(source.size), carries: null };
}

/** When those of the comments have been cleaned, `packet` is negative. */
function takePage(stream: Stream, page: Page, lacing: Buffer, changed: Set<Page>): void {
  let at = page.data;
  let from = at;
  for (const [index, value] of lacing.entries()) {
    at += value;
    const isEnd = value < 255;
    if (!isEnd && index < lacing.length - 1) continue;
    stream.parts.push({ page, from, to: at });
    stream.bytes += at - from;
    from = at;
    if (isEnd) endPacket(stream, changed);
    else if (stream.bytes > MAX_PACKET_BYTES) stream.packet = -1;
    if (stream.packet < 0) return;
  }
}

function endPacket(stream: Stream, changed: Set<Page>): void {
  const packet = Buffer.concat(stream.parts.map(({ page, from, to }) => page.bytes.subarray(from, to)));
  if (stream.packet === 0) {
    stream.isFlac = packet.toString('latin1', 0, 5) === '\x7fFLAC';
    stream.isSpeex = packet.toString('latin1', 0, 5) === 'Speex';
  } else {
    const clean = cleanPacket(stream, packet);
    if (clean) {
      let at = 0;
      for (const { page, from, to } of stream.parts) {
        at += clean.copy(page.bytes, from, at, at + to - from);
        changed.add(page);
      }
    }
    const isFlacHeader =
      stream.isFlac && packet.length > 0 && packet[0] !== 0xff && (packet[0]! & 0x80) === 0;
    if (!isFlacHeader) stream.packet = -2;
  }
  stream.packet += 1;
  stream.parts = [];
  stream.bytes = 0;
}

function cleanPacket(stream: Stream, packet: Buffer): Buffer | null {
  if (stream.isFlac) return cleanFlacBlock(packet);
  if (!stream.isSpeex) return cleanCommentPacket(packet);
  const clean = Buffer.alloc(packet.length);
  return packet.length < 8 ? null : clean;
}

/** Comments are emptied, pictures and data of applications become padding. */
export function cleanFlacBlock(block: Buffer): Buffer | null {
  const type = (block[0] ?? 0xff) & 0x7f;
  if (block[0] === 0xff || type > 6 || block.length < 4) return null;
  const clean = Buffer.alloc(block.length);
  block.copy(clean, 0, 0, 4);
  if (type === 4) {
    const comments = cleanComments(block.subarray(4));
    if (comments.length > block.length - 4) return null;
    comments.copy(clean, 4);
    return clean;
  }
  if (type !== 2 && type !== 5 && type !== 6) return null;
  clean[0] = (block[0]! & 0x80) | 1;
  return clean;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

/** Is CRC-32 without reflection. */
function checksum(bytes: Buffer): number {
  let sum = 0;
  for (const byte of bytes) sum = ((sum << 8) ^ TABLE[((sum >>> 24) ^ byte) & 0xff]!) >>> 0;
  return sum;
}
