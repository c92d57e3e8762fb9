/**
 * Replaces the comment packet of an Ogg Vorbis file. The encoder writes a fixed one. A packet of another length moves all
 * data after it, so the header pages are written again, and every page gets a new number and checksum.
 */

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

function checksum(page: Uint8Array): number {
  let crc = 0;
  for (let i = 0; i < page.length; i++) crc = ((crc << 8) ^ CRC_TABLE[(crc >>> 24) ^ page[i]!]!) >>> 0;
  return crc;
}

interface Page {
  bytes: Buffer;
  /** Lengths of the segments; one below 255 ends a packet. */
  segments: Buffer;
  body: Buffer;
}

function pagesOf(file: Buffer): Page[] {
  const pages: Page[] = [];
  for (let at = 0; at + 27 <= file.length;) {
    if (file.toString('latin1', at, at + 4) !== 'OggS') throw new Error('not an Ogg page');
    const count = file[at + 26]!;
    const segments = file.subarray(at + 27, at + 27 + count);
    const bodyAt = at + 27 + count;
    const end = bodyAt + segments.reduce((sum, length) => sum + length, 0);
    pages.push({ bytes: file.subarray(at, end), segments, body: file.subarray(bodyAt, end) });
    at = end;
  }
  return pages;
}

function sealed(page: Buffer, number: number): Buffer {
  page.writeUInt32LE(number, 18);
  page.writeUInt32LE(0, 22);
  page.writeUInt32LE(checksum(page), 22);
  return page;
}

/** Returns the pages of header packets: their position is 0, and pages that continue a packet are marked. */
function headerPages(packets: Buffer[], serial: number): Buffer[] {
  const lacing = packets.flatMap((packet) => [
    ...Array<number>(Math.floor(packet.length / 255)).fill(255),
    packet.length % 255,
  ]);
  const body = Buffer.concat(packets);
  const pages: Buffer[] = [];
  let at = 0;
  for (let from = 0; from < lacing.length; from += 255) {
    const segments = lacing.slice(from, from + 255);
    const length = segments.reduce((sum, size) => sum + size, 0);
    const head = Buffer.alloc(27);
    head.write('OggS', 'latin1');
    head[5] = lacing[from - 1] === 255 ? 1 : 0;
    head.writeUInt32LE(serial, 14);
    head[26] = segments.length;
    pages.push(Buffer.concat([head, Buffer.from(segments), body.subarray(at, at + length)]));
    at += length;
  }
  return pages;
}

/** Returns the file with another comment packet. @param comment the complete packet. */
export function replaceComment(file: Buffer, comment: Buffer): Buffer {
  const pages = pagesOf(file);
  const serial = pages[0]!.bytes.readUInt32LE(14);
  let packetsEnded = 0;
  let commentLength = 0;
  let next = 1;
  for (; next < pages.length && packetsEnded < 2; next++) {
    for (const length of pages[next]!.segments) {
      if (packetsEnded === 0) commentLength += length;
      if (length < 255) packetsEnded++;
    }
  }
  const headers = Buffer.concat(pages.slice(1, next).map((page) => page.body));
  const renewed = headerPages([comment, headers.subarray(commentLength)], serial);
  const following = pages.slice(next).map((page) => Buffer.from(page.bytes));
  return Buffer.concat([
    pages[0]!.bytes,
    ...[...renewed, ...following].map((page, i) => sealed(page, i + 1)),
  ]);
}
