/** Readers of AVIF find XMP as an item: its entry, its place, and that it describes the picture. */
import type { OpenedFile } from '../files/media-file.js';
import { box } from './box.js';
import { Pieces } from './source.js';

/** Encoders write some hundred bytes; a grid of many tiles some thousand. */
const MAX_META_BYTES = 1024 * 1024;
const CONTENT_TYPE = 'application/rdf+xml';

interface Part {
  type: string;
  at: number;
  end: number;
}

/** Returns null when the structure has no room. @param copy as long as the file. @param meta its box, before which nothing moves. */
export async function addXmpItem(
  copy: Pieces,
  file: OpenedFile,
  meta: { at: number; end: number },
  packet: Buffer,
): Promise<Pieces | null> {
  if (meta.end - meta.at > MAX_META_BYTES) return null;
  const changed = withItem(
    await copy.part(meta.at, meta.end).inOnePiece(file),
    meta.end,
    copy.bytes,
    packet.length,
  );
  if (!changed) return null;
  const pieces = copy.part(0, meta.at);
  pieces.add(changed);
  pieces.append(copy.part(meta.end, copy.bytes));
  pieces.add(box('mdat', packet));
  return pieces;
}

/** @param metaEnd where the box ends in the file. @param fileBytes of the file without the packet. */
function withItem(meta: Buffer, metaEnd: number, fileBytes: number, packetBytes: number): Buffer | null {
  const parts = partsOf(meta, 12, meta.length);
  const find = (type: string) => parts?.filter((part) => part.type === type) ?? [];
  const [[entries, ...moreEntries], [places, ...morePlaces], [primary], [references]] = [
    find('iinf'),
    find('iloc'),
    find('pitm'),
    find('iref'),
  ];
  if (!parts || !entries || !places || !primary || moreEntries.length > 0 || morePlaces.length > 0)
    return null;
  try {
    const table = new Places(meta.subarray(places.at, places.end));
    const id = Math.max(table.highestId, highestEntry(meta, entries)) + 1;
    const primaryId = meta[primary.at + 8] === 0 ? meta.readUInt16BE(primary.at + 12) : 0x10000;
    const isWide = references !== undefined && meta[references.at + 8] !== 0;
    if (id > 0xffff || primaryId > 0xffff) return null;
    const entry = box('infe', Buffer.concat([entryHead(id), Buffer.from(`mime\0${CONTENT_TYPE}\0`)]));
    const reference = referenceTo(id, primaryId, isWide);
    const added = entry.length + table.entryBytes + reference.length + (references ? 0 : 12);
    const placed = table.with(id, { at: fileBytes + added + 8, length: packetBytes }, metaEnd, added);
    if (!placed) return null;
    const result = [meta.subarray(0, 12)];
    for (const { type, at, end } of parts) {
      const bytes = meta.subarray(at, end);
      if (type === 'iloc') result.push(placed);
      else if (type === 'iinf') result.push(extended(counted(bytes), entry));
      else if (type === 'iref') result.push(extended(bytes, reference));
      else result.push(bytes);
    }
    if (!references) result.push(box('iref', Buffer.concat([Buffer.alloc(4), reference])));
    const whole = Buffer.concat(result);
    whole.writeUInt32BE(whole.length, 0);
    return whole;
  } catch (error) {
    // A table is shorter than it says, or a number has no room.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

class Places {
  highestId = 0;
  private readonly version: number;
  private readonly offsetBytes: number;
  private readonly lengthBytes: number;
  private readonly baseBytes: number;
  private readonly indexBytes: number;
  /** These numbers count from the start of the file. */
  private readonly positions: { at: number; bytes: number; base: number }[] = [];

  constructor(private readonly bytes: Buffer) {
    this.version = bytes.readUInt8(8);
    const sizes = bytes.readUInt16BE(12);
    this.offsetBytes = sizes >> 12;
    this.lengthBytes = (sizes >> 8) & 15;
    this.baseBytes = (sizes >> 4) & 15;
    this.indexBytes = this.version === 0 ? 0 : sizes & 15;
    this.readItems();
  }

  get entryBytes(): number {
    const fixed = (this.version === 2 ? 4 : 2) + (this.version === 0 ? 0 : 2) + 4;
    return fixed + this.baseBytes + this.indexBytes + this.offsetBytes + this.lengthBytes;
  }

  /** Returns the table with one more item, after the file has grown at a position. */
  with(id: number, place: { at: number; length: number }, grownAt: number, by: number): Buffer | null {
    const fits = [this.offsetBytes, this.lengthBytes].every((bytes) => bytes === 4 || bytes === 8);
    if (!fits || this.version > 2) return null;
    const copy = Buffer.from(this.bytes);
    for (const { at, bytes, base } of this.positions) {
      const position = readNumber(copy, at, bytes);
      if (base + position >= grownAt) writeNumber(copy, at, bytes, position + by);
    }
    const entry = Buffer.alloc(this.entryBytes);
    let at = writeNumber(entry, 0, this.version === 2 ? 4 : 2, id);
    at += (this.version === 0 ? 0 : 2) + 2 + this.baseBytes;
    at = writeNumber(entry, at, 2, 1) + this.indexBytes;
    at = writeNumber(entry, at, this.offsetBytes, place.at);
    writeNumber(entry, at, this.lengthBytes, place.length);
    return extended(counted(copy, this.version === 2 ? 4 : 2, 14), entry);
  }

  private readItems(): void {
    let at = 14;
    const read = (length: number): number => {
      const value = readNumber(this.bytes, at, length);
      at += length;
      return value;
    };
    const idBytes = this.version === 2 ? 4 : 2;
    for (let left = read(idBytes); left > 0; left -= 1) {
      this.highestId = Math.max(this.highestId, read(idBytes));
      const method = this.version === 0 ? 0 : read(2) & 15;
      at += 2;
      const baseAt = at;
      const base = read(this.baseBytes);
      if (method === 0 && base > 0) this.positions.push({ at: baseAt, bytes: this.baseBytes, base: 0 });
      for (let extents = read(2); extents > 0; extents -= 1) {
        at += this.indexBytes;
        // With a base, which moves, an extent counts from there.
        if (method === 0 && base === 0) this.positions.push({ at, bytes: this.offsetBytes, base });
        at += this.offsetBytes + this.lengthBytes;
      }
    }
    if (at > this.bytes.length) throw new RangeError('The table is cut short.');
  }
}

function partsOf(bytes: Buffer, from: number, to: number): Part[] | null {
  const parts: Part[] = [];
  let at = from;
  while (at + 8 <= to) {
    const end = at + bytes.readUInt32BE(at);
    if (end < at + 12 || end > to) return null;
    parts.push({ type: bytes.toString('latin1', at + 4, at + 8), at, end });
    at = end;
  }
  return at === to ? parts : null;
}

function highestEntry(meta: Buffer, { at, end }: Part): number {
  const entries = partsOf(meta, at + (meta[at + 8] === 0 ? 14 : 16), end) ?? [];
  const ids = entries.map((entry) => readNumber(meta, entry.at + 12, meta[entry.at + 8] === 3 ? 4 : 2));
  return Math.max(0, ...ids);
}

/** The head of version 2: its id and no protection; the type follows. */
function entryHead(id: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt8(2);
  head.writeUInt16BE(id, 4);
  return head;
}

function referenceTo(from: number, to: number, isWide: boolean): Buffer {
  const idBytes = isWide ? 4 : 2;
  const bytes = Buffer.alloc(2 * idBytes + 2);
  let at = writeNumber(bytes, 0, idBytes, from);
  at = writeNumber(bytes, at, 2, 1);
  writeNumber(bytes, at, idBytes, to);
  return box('cdsc', bytes);
}

function extended(bytes: Buffer, more: Buffer): Buffer {
  const result = Buffer.concat([bytes, more]);
  result.writeUInt32BE(result.length, 0);
  return result;
}

function counted(bytes: Buffer, countBytes = bytes[8] === 0 ? 2 : 4, at = 12): Buffer {
  const copy = Buffer.from(bytes);
  writeNumber(copy, at, countBytes, readNumber(copy, at, countBytes) + 1);
  return copy;
}

/** @throws {RangeError} beyond the end. */
function readNumber(bytes: Buffer, at: number, length: number): number {
  if (length === 8) return Number(bytes.readBigUInt64BE(at));
  return length === 0 ? 0 : bytes.readUIntBE(at, length);
}

/** @returns the position behind it. @throws {RangeError} when the number has no room. */
function writeNumber(bytes: Buffer, at: number, length: number, value: number): number {
  if (length === 8) bytes.writeBigUInt64BE(BigInt(value), at);
  else if (length > 0) bytes.writeUIntBE(value, at, length);
  return at + length;
}
