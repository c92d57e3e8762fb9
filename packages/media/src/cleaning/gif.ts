import { type ChooseMark, type Cleaned, Pieces, type Source } from './source.js';
import { MAX_XMP_BYTES, sourceTypeInXmp, xmpOf } from './source-type.js';

const [EXTENSION, IMAGE, TRAILER, APPLICATION] = [0x21, 0x2c, 0x3b, 0xff] as const;
/** These hold delays and transparency, and text that is drawn. */
const KEPT_EXTENSIONS = new Set([0xf9, 0x01]);
const KEPT_APPLICATIONS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);
const XMP = 'XMP DataXMP';

export async function cleanGif(source: Source, choose: ChooseMark): Promise<Cleaned> {
  const head = new Pieces();
  const body = new Pieces();
  let found: string | null = null;
  let hasManifest = false;
  const coloursOf = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + coloursOf((await source.read(10, 1))[0] ?? 0);
  head.keep(0, at);
  while (at < source.size) {
    const part = await source.read(at, 14);
    if (part[0] === TRAILER) {
      body.keep(at, at + 1);
      break;
    }
    if (part[0] === IMAGE) {
      const end = await endOfBlocks(source, at + 11 + coloursOf(part[9] ?? 0));
      body.keep(at, end);
      at = end;
      continue;
    }
    if (part[0] !== EXTENSION) {
      body.keep(at, source.size);
      break;
    }
    const label = part[1] ?? 0;
    const application = label === APPLICATION && part[2] === 11 ? part.toString('latin1', 3, 14) : '';
    const end = await endOfBlocks(source, at + 2);
    const isManifest = application.startsWith('C2PA');
    if (application === XMP && end - at <= MAX_XMP_BYTES)
      found ??= sourceTypeInXmp(await source.read(at + 14, end - at - 14));
    if (isManifest) hasManifest = true;
    if (KEPT_EXTENSIONS.has(label) || KEPT_APPLICATIONS.has(application) || isManifest) body.keep(at, end);
    at = end;
  }
  // An extension that is read as blocks needs GIF89a, and its packet the table that leads any reader to its end.
  const is89 = (await source.read(0, 6)).toString('latin1') === 'GIF89a';
  const mark = choose(found, hasManifest);
  const written = is89 ? mark : null;
  if (written) head.add(extension(xmpOf(written)));
  head.append(body);
  return { pieces: head, carries: written };
}

/** Each block has its length; the last one is empty. */
async function endOfBlocks(source: Source, start: number): Promise<number> {
  let at = start;
  while (at < source.size) {
    const block = await source.readBlock(at);
    let offset = 0;
    for (; offset < block.length; offset += 1 + block[offset]!) {
      if (block[offset] === 0) return at + offset + 1;
    }
    at += offset;
  }
  return source.size;
}

/** The packet is not divided into blocks: 258 bytes that count down bring a reader of blocks to the end. */
function extension(packet: Buffer): Buffer {
  const trailer = Buffer.alloc(258);
  trailer[0] = 1;
  for (let index = 0; index < 256; index += 1) trailer[1 + index] = 255 - index;
  return Buffer.concat([Buffer.from(`\x21\xff\x0b${XMP}`, 'latin1'), packet, trailer]);
}
