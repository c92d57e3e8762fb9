/** Adds tEXt chunks to a PNG: most viewers show them, and the image library cannot write them. */

/** @param notes Latin-1 keyword -> Latin-1 text, written after the header chunk. */
export function withPngText(png: Buffer, notes: Readonly<Record<string, string>>): Buffer {
  // 8 bytes of signature, then IHDR: 4 length, 4 type, 13 data, 4 checksum.
  const afterHeader = 8 + 25;
  const chunks = Object.entries(notes).map(([keyword, text]) =>
    chunk('tEXt', Buffer.from(`${keyword}\0${text}`, 'latin1')),
  );
  return Buffer.concat([png.subarray(0, afterHeader), ...chunks, png.subarray(afterHeader)]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** The checksum of the PNG standard (ISO 3309), computed bit by bit because notes are short. */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
