/** Directories have numbered entries, whose values stand in them or elsewhere in the file. */
import { brokenFileError } from '../media-error.js';
import { type ChooseMark, type Cleaned, Patches, type Source } from './source.js';
import { MAX_XMP_BYTES, sourceTypeInXmp, xmpOf } from './source-type.js';

const ENTRY_BYTES = 12;
/** All directories together have at most so many: a page has some twenty. */
const MAX_ENTRIES = 1_000_000;
const [XMP, EXIF, GPS, C2PA] = [700, 34_665, 34_853, 52_545] as const;
const VALUE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

/** A picture needs these to be decoded and shown: measures, strips, tiles, compression, colours, orientation. */
const KEPT = new Set([
  ...[254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 273, 274, 277, 278, 279, 280, 281, 282, 283],
  ...[284, 290, 291, 292, 293, 296, 297, 301, 317, 318, 319, 320, 321, 322, 323, 324, 325, 332, 334, 336],
  ...[338, 339, 340, 341, 342, 347, 512, 513, 514, 515, 517, 518, 519, 520, 521, 529, 530, 531, 532, 34_675],
  C2PA,
]);

/** Nothing moves: what is dropped becomes zeros. */
export async function cleanTiff(source: Source, choose: ChooseMark): Promise<Cleaned> {
  const directories = new Directories(source, (await source.read(0, 2)).toString('latin1') === 'II');
  const { found, hasManifest } = await directories.clean();
  // There is room for a mark only where one came in.
  const carries = choose(found, hasManifest);
  return { pieces: directories.patches.pieces(source.size), carries: found && carries };
}

interface Entry {
  tag: number;
  /** Where the value stands outside of the directory; 0 bytes when it stands in it. */
  at: number;
  bytes: number;
  raw: Buffer;
}

class Directories {
  readonly patches = new Patches();
  private readonly visited = new Set<number>();
  private found: string | null = null;
  private hasManifest = false;
  private entries = 0;

  constructor(
    private readonly source: Source,
    private readonly isLittle: boolean,
  ) {}

  async clean(): Promise<{ found: string | null; hasManifest: boolean }> {
    for (let at = await this.uint32At(4); at > 0 && this.begin(at);) {
      const entries = await this.entriesAt(at);
      const kept: Buffer[] = [];
      for (const entry of entries) {
        if (entry.tag === C2PA) this.hasManifest = true;
        if (KEPT.has(entry.tag) || (entry.tag === XMP && (await this.keepsMark(entry)))) kept.push(entry.raw);
        else await this.drop(entry);
      }
      const end = at + 2 + entries.length * ENTRY_BYTES;
      if (kept.length < entries.length) {
        const next = Buffer.from(await this.source.read(end, 4));
        const count = Buffer.alloc(2);
        if (this.isLittle) count.writeUInt16LE(kept.length);
        else count.writeUInt16BE(kept.length);
        const unused = Buffer.alloc((entries.length - kept.length) * ENTRY_BYTES);
        this.patches.write(at, Buffer.concat([count, ...kept, next, unused]));
      }
      at = await this.uint32At(end);
    }
    return { found: this.found, hasManifest: this.hasManifest };
  }

  /** Returns whether a directory has not been read yet, so that directories which refer to each other end. */
  private begin(at: number): boolean {
    if (this.visited.has(at) || at + 2 > this.source.size) return false;
    this.visited.add(at);
    return true;
  }

  /** Leaves only the mark of a packet. */
  private async keepsMark({ at, bytes }: Entry): Promise<boolean> {
    if (bytes > MAX_XMP_BYTES) return false;
    const term = sourceTypeInXmp(Buffer.from(await this.source.read(at, bytes)));
    const packet = xmpOf(term ?? '');
    if (term === null || packet.length > bytes) return false;
    this.patches.write(at, Buffer.concat([packet, Buffer.alloc(bytes - packet.length, ' ')]));
    this.found ??= term;
    return true;
  }

  /** Also clears the directory that the value leads to. */
  private async drop({ tag, at, bytes, raw }: Entry): Promise<void> {
    this.patches.clear(at, at + bytes);
    const inner = this.isLittle ? raw.readUInt32LE(8) : raw.readUInt32BE(8);
    if ((tag !== EXIF && tag !== GPS) || !this.begin(inner)) return;
    const entries = await this.entriesAt(inner);
    for (const entry of entries) await this.drop(entry);
    this.patches.clear(inner, inner + 2 + entries.length * ENTRY_BYTES + 4);
  }

  private async entriesAt(at: number): Promise<Entry[]> {
    const count = await this.source.read(at, 2);
    const entries = this.isLittle ? count.readUInt16LE(0) : count.readUInt16BE(0);
    this.entries += entries;
    if (this.entries > MAX_ENTRIES) throw brokenFileError('The file has too many parts.');
    const table = Buffer.from(await this.source.read(at + 2, entries * ENTRY_BYTES));
    return Array.from({ length: Math.floor(table.length / ENTRY_BYTES) }, (_, index) =>
      this.readEntry(table.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES)),
    );
  }

  private readEntry(raw: Buffer): Entry {
    const read16 = (at: number) => (this.isLittle ? raw.readUInt16LE(at) : raw.readUInt16BE(at));
    const read32 = (at: number) => (this.isLittle ? raw.readUInt32LE(at) : raw.readUInt32BE(at));
    const bytes = (VALUE_BYTES[read16(2)] ?? 0) * read32(4);
    const isInside = bytes <= 4;
    return { tag: read16(0), at: isInside ? 0 : read32(8), bytes: isInside ? 0 : bytes, raw };
  }

  private async uint32At(at: number): Promise<number> {
    const bytes = await this.source.read(at, 4);
    if (bytes.length < 4) return 0;
    return this.isLittle ? bytes.readUInt32LE(0) : bytes.readUInt32BE(0);
  }
}
