/** Checks that a binary glTF file is complete and needs no other files. It does not check the geometry. */
import { type FileHandle, open } from 'node:fs/promises';
import { brokenFileError } from '../media-error.js';
import { PLACEHOLDER_BYTES } from './placeholders.js';

const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;
/** Parsing blocks the event loop: nearly half a second for 64 MB. */
const MAX_JSON_BYTES = 64 * 1024 * 1024;
const MAX_CHUNKS = 100;

interface GlbDocument {
  asset?: { version?: unknown };
  buffers?: ({ uri?: unknown; byteLength?: unknown } | null)[];
  images?: ({ uri?: unknown } | null)[];
}

/** @throws {MediaError} */
export async function checkGlb(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const head = size < 20 ? Buffer.alloc(12) : await readAt(file, 0, 12);
    if (head.toString('latin1', 0, 4) !== 'glTF' || head.readUInt32LE(4) !== 2) {
      throw brokenFileError('The file is not a binary glTF 2 file.');
    }
    if (head.readUInt32LE(8) !== size)
      throw brokenFileError('The 3D file is cut short or has bytes to spare.');
    const { json, binaryBytes } = await readChunks(file, size);
    checkDocument(parseDocument(json), binaryBytes);
  } finally {
    await file.close();
  }
}

/** Corrects the stated length and removes bytes behind the chunks: strict readers refuse either. A truncated file stays as it is. */
export async function mendGlb(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    if (size < 20) return;
    const stated = (await readAt(file, 0, 12)).readUInt32LE(8);
    if (stated > size && stated < PLACEHOLDER_BYTES) return;
    const end = await endOfChunks(file, stated, size);
    if (end === null || (end === stated && end === size)) return;
    await file.truncate(end);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(end);
    await file.write(length, 0, 4, 8);
  } finally {
    await file.close();
  }
}

/** Returns null when the description, the data or another chunk before the stated end is cut short. */
async function endOfChunks(file: FileHandle, stated: number, size: number): Promise<number | null> {
  let at = 12;
  for (let index = 0; at + 8 <= size && index < MAX_CHUNKS; index += 1) {
    const head = await readAt(file, at, 8);
    const kind = head.readUInt32LE(4);
    const isExpected = index === 0 ? kind === JSON_CHUNK : index === 1 && kind === BIN_CHUNK;
    if (!isExpected && (index === 0 || at >= stated)) break;
    const end = at + 8 + head.readUInt32LE(0);
    if (end > size) return isExpected || end <= stated ? null : at;
    at = end;
  }
  return at > 12 ? at : null;
}

/** Reads only the lengths of the other chunks. */
async function readChunks(file: FileHandle, size: number): Promise<{ json: Buffer; binaryBytes: number }> {
  let json: Buffer | null = null;
  let binaryBytes = 0;
  for (let at = 12, index = 0; at < size; index += 1) {
    if (at + 8 > size) throw brokenFileError('The 3D file has a broken chunk.');
    if (index === MAX_CHUNKS) throw brokenFileError('The 3D file has too many chunks.');
    const head = await readAt(file, at, 8);
    const length = head.readUInt32LE(0);
    const kind = head.readUInt32LE(4);
    if (at + 8 + length > size) throw brokenFileError('The 3D file has a chunk that is cut short.');
    if (index === 0 && kind === JSON_CHUNK) {
      if (length > MAX_JSON_BYTES) throw brokenFileError('The description in the 3D file is too large.');
      json = await readAt(file, at + 8, length);
    }
    if (index === 1 && kind === BIN_CHUNK) binaryBytes = length;
    at += 8 + length;
  }
  if (!json) throw brokenFileError('The 3D file does not start with its description.');
  return { json, binaryBytes };
}

/** @throws {MediaError} when the file is shorter. */
async function readAt(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
  if (bytesRead < bytes) throw brokenFileError('The 3D file is cut short or has bytes to spare.');
  return buffer;
}

function parseDocument(json: Buffer): GlbDocument {
  try {
    const document: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json));
    if (document !== null && typeof document === 'object') return document;
  } catch (error) {
    throw brokenFileError('The description in the 3D file cannot be read.', error);
  }
  throw brokenFileError('The description in the 3D file cannot be read.');
}

function checkDocument(document: GlbDocument, binaryBytes: number): void {
  if (!String(document.asset?.version ?? '').startsWith('2.'))
    throw brokenFileError('The 3D file is not glTF 2.');
  const buffers = Array.isArray(document.buffers) ? document.buffers : [];
  const images = Array.isArray(document.images) ? document.images : [];
  const references = [...buffers, ...images].map((part) => part?.uri).filter((uri) => uri !== undefined);
  if (references.some((uri) => typeof uri !== 'string' || !uri.startsWith('data:'))) {
    throw brokenFileError('The 3D file needs other files that are not part of it.');
  }
  const [first] = buffers;
  if (first && first.uri === undefined && !(Number(first.byteLength) <= binaryBytes)) {
    throw brokenFileError('The 3D file has less data than it describes.');
  }
}
