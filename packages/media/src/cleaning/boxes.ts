/** What is dropped becomes `free` space of the same length, so that no offset of a sample has to change. */
import { addXmpItem } from './avif.js';
import { box } from './box.js';
import { type ChooseMark, type Cleaned, Patches, type Source } from './source.js';
import { MAX_XMP_BYTES, sourceTypeInXmp, xmpOf } from './source-type.js';

const XMP = 'be7acfcb97a942e89c71999491e3afac';
const C2PA = 'd8fec3d61b0e483c92975828877ec481';

/** These stay at the top; `meta` holds the pictures of AVIF. */
const KEPT = new Set('ftyp styp moov moof mdat imda mfra sidx ssix pdin prft wide jumb jumd'.split(' '));
/** Metadata can lie deeper in these. */
const CONTAINERS = new Set(['trak', 'mdia', 'minf', 'stbl']);
const DROPPED = new Set(['udta', 'meta', 'uuid', 'free', 'skip', 'cmov', 'rmra']);

interface Box {
  type: string;
  at: number;
  /** Where its content starts. */
  data: number;
  end: number;
}

interface Walk {
  source: Source;
  patches: Patches;
  found: string | null;
  hasManifest: boolean;
  /** Whether the mark that was found stays in its place. */
  isInPlace: boolean;
  /** The positions in tables of samples do not move. */
  hasFilm: boolean;
}

export async function cleanBoxes(source: Source, choose: ChooseMark, isPicture = false): Promise<Cleaned> {
  const walk: Walk = {
    source,
    patches: new Patches(),
    found: null,
    hasManifest: false,
    isInPlace: false,
    hasFilm: false,
  };
  let [last, insertAt] = [0, source.size];
  let picture: Box | null = null;
  for await (const box of boxesIn(source, 0, source.size)) {
    last = box.end;
    if (box.type === 'mfra') insertAt = box.at;
    if (isPicture && box.type === 'meta') await cleanItems(walk, (picture = box));
    else if (box.type === 'uuid') await cleanUuid(walk, box);
    else if (!KEPT.has(box.type)) free(walk, box);
    else if (box.type === 'moov') {
      walk.hasFilm = true;
      await cleanInside(walk, box);
    }
    // Without a length of its own the last box takes in what follows.
    if ((await source.readUInt32BE(box.at)) === 0) insertAt = -1;
  }
  const chosen = choose(walk.found, walk.hasManifest);
  // A file whose end is not found is not added to.
  const canGrow = last === source.size && insertAt >= 0;
  if (isPicture && canGrow && chosen !== null && chosen !== walk.found && picture && !walk.hasFilm) {
    const pieces = await addXmpItem(walk.patches.pieces(source.size), source.file, picture, xmpOf(chosen));
    if (pieces) return { pieces, carries: chosen };
  }
  // Readers of pictures read items instead.
  const canCarry = canGrow && !isPicture;
  const mark = canCarry || chosen === walk.found ? chosen : null;
  if (!mark || !canCarry || walk.isInPlace)
    return { pieces: walk.patches.pieces(source.size), carries: mark };
  const pieces = walk.patches.pieces(insertAt);
  pieces.add(box('uuid', Buffer.concat([Buffer.from(XMP, 'hex'), xmpOf(mark)])));
  pieces.keep(insertAt, source.size);
  return { pieces, carries: mark };
}

async function* boxesIn(source: Source, from: number, to: number): AsyncGenerator<Box> {
  for (let at = from; at + 8 <= to;) {
    const head = Buffer.from(await source.read(at, 16));
    if (head.length < 8) return;
    let length = head.readUInt32BE(0);
    let data = at + 8;
    if (length === 1 && head.length === 16) {
      length = Number(head.readBigUInt64BE(8));
      data = at + 16;
    }
    const end = length === 0 ? to : at + length;
    if (end < data || end > to) return;
    yield { type: head.toString('latin1', 4, 8), at, data, end };
    at = end;
  }
}

/** Keeps the length, also one of 64 bits. */
function free({ patches }: Walk, { at, data, end }: Box): void {
  patches.write(at + 4, Buffer.from('free'));
  patches.clear(data, end);
}

async function cleanInside(walk: Walk, parent: Box): Promise<void> {
  for await (const box of boxesIn(walk.source, parent.data, parent.end)) {
    if (box.type === 'uuid') await cleanUuid(walk, box);
    else if (box.type === 'udta') await cleanUserData(walk, box);
    else if (DROPPED.has(box.type)) free(walk, box);
    else if (box.type === 'hdlr') walk.patches.clear(box.data + 24, box.end);
    else if (box.type === 'stsd') await cleanSampleEntries(walk, box);
    else if (CONTAINERS.has(box.type)) await cleanInside(walk, box);
  }
}

async function cleanUuid(walk: Walk, box: Box): Promise<void> {
  const id = (await walk.source.read(box.data, 16)).toString('hex');
  if (id === C2PA) {
    walk.hasManifest = true;
    return;
  }
  if (id === XMP && box.end - box.data <= MAX_XMP_BYTES) {
    const packet = await walk.source.read(box.data + 16, box.end - box.data - 16);
    walk.found ??= sourceTypeInXmp(packet);
    // A packet that we have written.
    if (!walk.isInPlace && walk.found && packet.equals(xmpOf(walk.found))) {
      walk.isInPlace = true;
      return;
    }
  }
  free(walk, box);
}

/** Keeps `LOOP`, which says how a film loops; reads the XMP of QuickTime. */
async function cleanUserData(walk: Walk, parent: Box): Promise<void> {
  let loop: Buffer | null = null;
  for await (const box of boxesIn(walk.source, parent.data, parent.end)) {
    const length = box.end - box.data;
    if (box.type === 'XMP_' && length <= MAX_XMP_BYTES)
      walk.found ??= sourceTypeInXmp(await walk.source.read(box.data, length));
    if (box.type === 'LOOP' && length === 4) loop = Buffer.from(await walk.source.read(box.at, 12));
  }
  if (!loop) {
    free(walk, parent);
    return;
  }
  walk.patches.write(parent.data, loop);
  const rest = parent.end - parent.data - loop.length;
  if (rest >= 8) walk.patches.write(parent.data + loop.length, freeHead(rest));
  walk.patches.clear(parent.data + loop.length + (rest >= 8 ? 8 : 0), parent.end);
}

/** Clears the names of encoders: the maker's, and a picture's compressor, which is a text of 32 bytes. */
async function cleanSampleEntries(walk: Walk, parent: Box): Promise<void> {
  for await (const entry of boxesIn(walk.source, parent.data + 8, parent.end)) {
    if (PICTURE_ENTRIES.test(entry.type) && entry.end - entry.data >= 78) {
      walk.patches.clear(entry.data + 12, entry.data + 16);
      walk.patches.clear(entry.data + 42, entry.data + 74);
    } else if (/^(mp4a|sowt|twos|in24|in32|fl32|fl64|lpcm|Opus|alac|fLaC|\.mp3|ac-3|ec-3)$/.test(entry.type))
      walk.patches.clear(entry.data + 12, entry.data + 16);
  }
}

const PICTURE_ENTRIES =
  /^(avc[1-4]|hvc1|hev1|dvh1|dvhe|av01|vp08|vp09|vvc1|mp4v|s263|jpeg|mjp[ab]|png |rle |raw |ap(ch|cn|cs|co|4h|4x)|FFV1|AVdn)$/;

interface Item {
  id: number;
  kind: 'exif' | 'xmp';
  /** Where its type stands. */
  type: number;
  end: number;
}

interface Extent {
  item: number;
  from: number;
  to: number;
}

/** Items of EXIF and XMP become items of no kind, which readers skip, and their bytes zeros. */
async function cleanItems(walk: Walk, meta: Box): Promise<void> {
  const { source, patches } = walk;
  const items: Item[] = [];
  let locations: Box | null = null;
  let inline = 0;
  for await (const box of boxesIn(source, meta.data + 4, meta.end)) {
    if (box.type === 'iloc') locations = box;
    else if (box.type === 'idat') inline = box.data;
    else if (box.type === 'iinf') items.push(...(await itemsOfMetadata(source, box)));
    else if (box.type === 'udta' || box.type === 'free' || box.type === 'skip') free(walk, box);
    else if (box.type === 'uuid') await cleanUuid(walk, box);
    else if (box.type === 'hdlr') patches.clear(box.data + 24, box.end);
  }
  if (items.length === 0) return;
  const extents = locations ? await extentsIn(source, locations, inline) : [];
  const ids = new Set(items.map(({ id }) => id));
  const others = extents.filter(({ item }) => !ids.has(item));
  for (const item of items) {
    // Bytes that another item has, too, are pixels.
    const own = extents.filter(
      ({ item: id, from, to }) =>
        id === item.id && !others.some((other) => other.from < to && from < other.to),
    );
    if (item.kind === 'xmp' && (await rewriteXmp(walk, own))) continue;
    patches.write(item.type, Buffer.from('skip'));
    patches.clear(item.type + 4, item.end);
    for (const { from, to } of own) patches.clear(from, Math.min(to, source.size));
  }
}

/** @returns false when the packet has no mark. */
async function rewriteXmp(walk: Walk, extents: Extent[]): Promise<boolean> {
  const { source, patches } = walk;
  const [extent, ...more] = extents;
  if (!extent || more.length > 0 || extent.to > source.size) return false;
  const length = extent.to - extent.from;
  if (length > MAX_XMP_BYTES) return false;
  const found = sourceTypeInXmp(await source.read(extent.from, length));
  const packet = found ? xmpOf(found) : null;
  if (!packet || packet.length > length) return false;
  walk.found ??= found;
  patches.write(extent.from, Buffer.concat([packet, Buffer.alloc(length - packet.length, ' ')]));
  return true;
}

async function itemsOfMetadata(source: Source, list: Box): Promise<Item[]> {
  const items: Item[] = [];
  const version = (await source.read(list.data, 1))[0] ?? 0;
  for await (const entry of boxesIn(source, list.data + (version === 0 ? 6 : 8), list.end)) {
    if (entry.type !== 'infe') continue;
    const bytes = await source.read(entry.data, Math.min(entry.end - entry.data, 1024));
    const hasType = bytes[0] === 2 || bytes[0] === 3;
    const idBytes = bytes[0] === 3 ? 4 : 2;
    if (!hasType || bytes.length < 10 + idBytes) continue;
    const type = bytes.toString('latin1', 6 + idBytes, 10 + idBytes);
    const rest = bytes.toString('latin1', 10 + idBytes);
    const kind = type === 'Exif' ? 'exif' : type === 'mime' && rest.includes('rdf+xml') ? 'xmp' : null;
    const id = bytes.readUIntBE(4, idBytes);
    if (kind) items.push({ id, kind, type: entry.data + 6 + idBytes, end: entry.end });
  }
  return items;
}

/** @param inline where the data inside `meta` start. */
async function extentsIn(source: Source, box: Box, inline: number): Promise<Extent[]> {
  const bytes = Buffer.from(await source.read(box.data, Math.min(box.end - box.data, 1024 * 1024)));
  const extents: Extent[] = [];
  let at = 0;
  const read = (length: number): number => {
    const value =
      length === 8 ? Number(bytes.readBigUInt64BE(at)) : length > 0 ? bytes.readUIntBE(at, length) : 0;
    at += length;
    return value;
  };
  try {
    const version = read(1);
    at += 3;
    const sizes = read(2);
    const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
    const indexBytes = version === 0 ? 0 : sizes & 15;
    const count = read(version === 2 ? 4 : 2);
    for (let index = 0; index < count; index += 1) {
      const item = read(version === 2 ? 4 : 2);
      const method = version === 0 ? 0 : read(2) & 15;
      at += 2;
      const base = read(baseBytes);
      const extentCount = read(2);
      for (let extent = 0; extent < extentCount; extent += 1) {
        at += indexBytes;
        const from = base + read(offsetBytes) + (method === 1 ? inline : 0);
        const length = read(lengthBytes);
        if (method < 2 && length > 0) extents.push({ item, from, to: from + length });
      }
    }
  } catch {
    // The list is shorter than it says.
  }
  return extents;
}

const freeHead = (length: number): Buffer => box('free', Buffer.alloc(0), length);
