/** Keeps what decides how the picture looks, its orientation and its provenance, also of APNG. */
import { crc32, inflateSync } from 'node:zlib';
import { exifOf, orientationIn } from './orientation.js';
import { type ChooseMark, type Cleaned, Pieces, type Source } from './source.js';
import { MAX_XMP_BYTES, sourceTypeInXmp, xmpOf } from './source-type.js';

/** These ancillary chunks hold transparency, colours, density, animation, C2PA. Critical ones are always kept. */
const KEPT = new Set(
  'tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV mDCv cLLI cLLi bKGD hIST pHYs sTER acTL fcTL fdAT caBX'.split(' '),
);
const TEXTS = new Set(['iTXt', 'tEXt', 'zTXt']);
const XMP_KEYWORD = 'XML:com.adobe.xmp\0';

export async function cleanPng(source: Source, choose: ChooseMark): Promise<Cleaned> {
  const head = new Pieces();
  const body = new Pieces();
  let found: string | null = null;
  let hasManifest = false;
  let at = 8;
  while (at < source.size) {
    const bytes = await source.read(at, 8);
    if (bytes.length < 8) break;
    const length = bytes.readUInt32BE(0);
    const type = bytes.toString('latin1', 4, 8);
    const end = Math.min(at + 12 + length, source.size);
    if (type === 'IHDR') head.keep(0, end);
    else if (KEPT.has(type) || /^[A-Z]/.test(type)) body.keep(at, end);
    else if (type === 'eXIf') {
      const orientation = orientationIn(await source.read(at + 8, Math.min(length, 65_536)));
      if (orientation !== 1) head.add(chunk('eXIf', exifOf(orientation)));
    } else if (TEXTS.has(type) && length <= MAX_XMP_BYTES) {
      const packet = xmpIn(type, await source.read(at + 8, length));
      found ??= packet && sourceTypeInXmp(packet);
    }
    if (type === 'caBX') hasManifest = true;
    at = end;
    if (type === 'IEND') break;
  }
  const mark = choose(found, hasManifest);
  if (mark) head.add(chunk('iTXt', Buffer.concat([Buffer.from(`${XMP_KEYWORD}\0\0\0\0`), xmpOf(mark)])));
  head.append(body);
  return { pieces: head, carries: mark };
}

/** Returns null for another text. Some libraries write the packet into the older chunks. */
function xmpIn(type: string, data: Buffer): Buffer | null {
  if (data.toString('latin1', 0, XMP_KEYWORD.length) !== XMP_KEYWORD) return null;
  const start = XMP_KEYWORD.length;
  if (type === 'tEXt') return data.subarray(start);
  if (type === 'zTXt') return inflated(data.subarray(start + 1));
  const language = data.indexOf(0, start + 2);
  const keyword = language < 0 ? -1 : data.indexOf(0, language + 1);
  if (keyword < 0) return null;
  const text = data.subarray(keyword + 1);
  return data[start] === 1 ? inflated(text) : text;
}

function inflated(text: Buffer): Buffer | null {
  try {
    return inflateSync(text, { maxOutputLength: MAX_XMP_BYTES });
  } catch {
    return null;
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}
