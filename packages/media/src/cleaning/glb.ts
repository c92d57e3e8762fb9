import { cleanJpeg } from './jpeg.js';
import { cleanPng } from './png.js';
import { cleanWebp } from './riff.js';
import { type ChooseMark, type Cleaned, Pieces, Source } from './source.js';
import { jsonLdOf, termOf } from './source-type.js';

const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;
/** The inspection accepts as much. */
const MAX_JSON_BYTES = 16 * 1024 * 1024;
const XMP = 'KHR_xmp_json_ld';

type Json = Record<string, unknown>;
interface BufferView {
  buffer?: number;
  byteOffset?: number;
  byteLength?: number;
}
interface Description extends Json {
  asset?: Json;
  images?: ({ bufferView?: number; mimeType?: string } | null)[];
  bufferViews?: (BufferView | null)[];
  extensions?: Json;
  extensionsUsed?: unknown[];
}

export async function cleanGlb(source: Source, choose: ChooseMark): Promise<Cleaned> {
  const head = await source.read(12, 8);
  const length = head.length < 8 ? 0 : head.readUInt32LE(0);
  const description =
    length > 0 && length <= MAX_JSON_BYTES && head.readUInt32LE(4) === JSON_CHUNK
      ? parse(Buffer.from(await source.read(20, length)))
      : null;
  if (!description) return { pieces: whole(source), carries: null };
  const mark = choose(sourceTypeIn(description), false);
  dropMetadata(description);
  const binary = await cleanedBinary(source, 20 + length, description);
  if (mark) addMark(description, mark);
  const text = Buffer.from(JSON.stringify(description));
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const pieces = new Pieces();
  const start = Buffer.alloc(20);
  start.write('glTF', 'latin1');
  start.writeUInt32LE(2, 4);
  start.writeUInt32LE(20 + padded.length + binary.bytes, 8);
  start.writeUInt32LE(padded.length, 12);
  start.writeUInt32LE(JSON_CHUNK, 16);
  pieces.add(start);
  pieces.add(padded);
  pieces.append(binary);
  return { pieces, carries: mark };
}

function parse(bytes: Buffer): Description | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Description)
      : null;
  } catch {
    return null;
  }
}

function whole(source: Source): Pieces {
  const pieces = new Pieces();
  pieces.keep(0, source.size);
  return pieces;
}

/** Drops the generator, copyright and XMP, and all `extras` but the names of morph targets, by which programs find them. */
function dropMetadata(description: Description): void {
  if (description.asset) {
    delete description.asset.generator;
    delete description.asset.copyright;
  }
  const pending: unknown[] = [description];
  while (pending.length > 0) {
    const value = pending.pop();
    if (value === null || typeof value !== 'object') continue;
    if (!Array.isArray(value)) dropFrom(value as Json);
    // Numbers, which are most of a description, are skipped.
    for (const inner of Object.values(value)) if (typeof inner === 'object') pending.push(inner);
  }
  if (Array.isArray(description.extensionsUsed)) {
    description.extensionsUsed = description.extensionsUsed.filter((name) => name !== XMP);
    if (description.extensionsUsed.length === 0) delete description.extensionsUsed;
  }
}

function dropFrom(value: Json): void {
  const extras = value.extras as Json | null | undefined;
  if (extras !== undefined) {
    const names: unknown = Array.isArray(value.primitives) && extras ? extras.targetNames : undefined;
    if (Array.isArray(names)) value.extras = { targetNames: names };
    else delete value.extras;
  }
  const extensions = value.extensions as Json | null | undefined;
  if (extensions && typeof extensions === 'object' && XMP in extensions) {
    const { [XMP]: _dropped, ...others } = extensions;
    if (Object.keys(others).length > 0) value.extensions = others;
    else delete value.extensions;
  }
}

function sourceTypeIn({ extensions }: Description): string | null {
  const packets = (extensions?.[XMP] as { packets?: unknown } | undefined)?.packets;
  for (const packet of Array.isArray(packets) ? (packets as (Json | null)[]) : []) {
    for (const [name, value] of Object.entries(packet ?? {})) {
      if (!name.endsWith(':DigitalSourceType')) continue;
      const text = typeof value === 'object' && value !== null ? (value as Json)['@id'] : value;
      const term = termOf(text);
      if (term) return term;
    }
  }
  return null;
}

function addMark(description: Description, mark: string): void {
  description.asset ??= { version: '2.0' };
  description.asset.extensions = { ...(description.asset.extensions as Json), [XMP]: { packet: 0 } };
  description.extensions = { ...description.extensions, [XMP]: { packets: [jsonLdOf(mark)] } };
  description.extensionsUsed = [...(description.extensionsUsed ?? []), XMP];
}

const PICTURES: Record<string, typeof cleanPng> = {
  'image/png': cleanPng,
  'image/jpeg': cleanJpeg,
  'image/webp': cleanWebp,
};

/** Cleans each picture in its place; the views get the new lengths. */
async function cleanedBinary(source: Source, at: number, description: Description): Promise<Pieces> {
  const pieces = new Pieces();
  const head = await source.read(at, 8);
  if (head.length < 8 || head.readUInt32LE(4) !== BIN_CHUNK) return pieces;
  const data = at + 8;
  const end = Math.min(data + head.readUInt32LE(0), source.size);
  let done = at;
  for (const { view, type } of picturesOf(description, end - data)) {
    const from = data + (view.byteOffset ?? 0);
    const length = view.byteLength!;
    if (from < done) continue;
    const picture = new Source(source.file, length, source.start + from);
    const cleaned = (await PICTURES[type]!(picture, (found) => found)).pieces;
    // A picture with a mark can have become larger than its place.
    if (cleaned.bytes > length || cleaned.isWhole(length)) continue;
    pieces.keep(done, from);
    pieces.append(cleaned, from);
    pieces.addZeros(length - cleaned.bytes);
    view.byteLength = cleaned.bytes;
    done = from + length;
  }
  pieces.keep(done, end);
  return pieces;
}

/** Returns the views that hold pictures and are no other's, in the order of their places. */
function picturesOf(description: Description, bytes: number): { view: BufferView; type: string }[] {
  const views = Array.isArray(description.bufferViews) ? description.bufferViews : [];
  const images = Array.isArray(description.images) ? description.images : [];
  const found = images.flatMap((image) => {
    const view = typeof image?.bufferView === 'number' ? views[image.bufferView] : undefined;
    const type = image?.mimeType ?? '';
    const end = (view?.byteOffset ?? 0) + (view?.byteLength ?? Infinity);
    return view && (view.buffer ?? 0) === 0 && end <= bytes && PICTURES[type] ? [{ view, type }] : [];
  });
  return [...new Map(found.map((one) => [one.view, one])).values()].sort(
    (a, b) => (a.view.byteOffset ?? 0) - (b.view.byteOffset ?? 0),
  );
}
