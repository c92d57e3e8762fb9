/** Keeps what decides how the picture looks, its orientation and its provenance. */
import { exifOf, orientationIn } from './orientation.js';
import { type ChooseMark, type Cleaned, Pieces, type Source } from './source.js';
import { sourceTypeInXmp, xmpOf } from './source-type.js';

const XMP_HEAD = 'http://ns.adobe.com/xap/1.0/\0';
const EXIF_HEAD = 'Exif\0\0';
const [SOI, EOI, SOS, APP0, APP1, APP2, APP11, APP14, COM] = [
  0xd8, 0xd9, 0xda, 0xe0, 0xe1, 0xe2, 0xeb, 0xee, 0xfe,
] as const;

export async function cleanJpeg(source: Source, choose: ChooseMark): Promise<Cleaned> {
  const head = new Pieces();
  const body = new Pieces();
  let found: string | null = null;
  let hasManifest = false;
  let orientation = 1;
  head.keep(0, 2);
  let at = 2;
  while (at < source.size) {
    const bytes = await source.read(at, 4);
    const marker = bytes[1];
    if (bytes[0] !== 0xff || marker === undefined) {
      body.keep(at, source.size);
      break;
    }
    // Fill bytes can stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === EOI) {
      // What follows is no part of the picture.
      body.keep(at, at + 2);
      break;
    }
    if (marker === SOI || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      body.keep(at, at + 2);
      at += 2;
      continue;
    }
    const length = bytes.length < 4 ? 0 : bytes.readUInt16BE(2);
    const end = Math.min(at + 2 + Math.max(length, 2), source.size);
    const data = await source.read(at + 4, end - at - 4);
    if (marker === APP1) {
      if (startsWith(data, XMP_HEAD)) found ??= sourceTypeInXmp(data.subarray(XMP_HEAD.length));
      else if (startsWith(data, EXIF_HEAD)) orientation = orientationIn(data.subarray(EXIF_HEAD.length));
    } else if (isKept(marker, data)) {
      if (marker === APP11) hasManifest = true;
      // JFIF must come first.
      (marker === APP0 && body.bytes === 0 ? head : body).keep(at, end);
    }
    at = end;
    if (marker === SOS) {
      const next = await endOfScan(source, at);
      body.keep(at, next);
      at = next;
    }
  }
  const mark = choose(found, hasManifest);
  if (orientation !== 1) head.add(segment(EXIF_HEAD, exifOf(orientation)));
  if (mark) head.add(segment(XMP_HEAD, xmpOf(mark)));
  head.append(body);
  return { pieces: head, carries: mark };
}

/** Keeps JFIF without JFXX, colour profiles, C2PA and Adobe's colour transform; all that is neither application data nor a comment. */
function isKept(marker: number, data: Buffer): boolean {
  if (marker === COM) return false;
  if (marker < APP0 || marker > 0xef) return true;
  if (marker === APP0) return startsWith(data, 'JFIF\0');
  if (marker === APP2) return startsWith(data, 'ICC_PROFILE\0');
  if (marker === APP11) return startsWith(data, 'JP');
  return marker === APP14 && startsWith(data, 'Adobe');
}

/** A scan ends at the next marker that is no restart. */
async function endOfScan(source: Source, start: number): Promise<number> {
  for (let at = start; at < source.size;) {
    const block = await source.readBlock(at);
    const next = block.indexOf(0xff);
    if (block.length === 0) break;
    if (next < 0) {
      at += block.length;
      continue;
    }
    const marker = (await source.read(at + next, 2))[1];
    const isData = marker === 0 || marker === 0xff || (marker! >= 0xd0 && marker! <= 0xd7);
    if (marker === undefined) break;
    if (!isData) return at + next;
    at += next + (marker === 0xff ? 1 : 2);
  }
  return source.size;
}

function segment(head: string, data: Buffer): Buffer {
  const start = Buffer.from(`\xff\xe1\0\0${head}`, 'latin1');
  start.writeUInt16BE(2 + head.length + data.length, 2);
  return Buffer.concat([start, data]);
}

const startsWith = (data: Buffer, text: string): boolean =>
  data.length >= text.length && data.toString('latin1', 0, text.length) === text;
