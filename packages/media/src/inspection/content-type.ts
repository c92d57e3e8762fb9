/**
 * Headers and extensions are only claims: the content decides. The list of types is closed and contains none that a browser executes (SVG,
 * HTML, XML, scripts), so such files can be neither stored nor delivered.
 */
import { fileTypeFromBuffer } from 'file-type';
import { type MediaFile, withOpened } from '../files/media-file.js';
import { AMR, AMR_WB } from './amr.js';

export type ContentFamily = 'image' | 'video' | 'audio' | '3d';

export interface FoundContent {
  /** The canonical type, e.g. `audio/wav`, never `audio/x-wav`. */
  contentType: string;
  family: ContentFamily;
  /** Without a dot. */
  extension: string;
}

/** Every type that is stored or accepted. The extension of a stored name identifies the type. */
const CONTENT_TYPES: readonly FoundContent[] = [
  { contentType: 'image/png', family: 'image', extension: 'png' },
  { contentType: 'image/jpeg', family: 'image', extension: 'jpg' },
  { contentType: 'image/webp', family: 'image', extension: 'webp' },
  { contentType: 'image/avif', family: 'image', extension: 'avif' },
  { contentType: 'image/gif', family: 'image', extension: 'gif' },
  { contentType: 'image/tiff', family: 'image', extension: 'tiff' },
  { contentType: 'video/mp4', family: 'video', extension: 'mp4' },
  { contentType: 'video/webm', family: 'video', extension: 'webm' },
  { contentType: 'video/matroska', family: 'video', extension: 'mkv' },
  { contentType: 'video/quicktime', family: 'video', extension: 'mov' },
  { contentType: 'audio/mpeg', family: 'audio', extension: 'mp3' },
  { contentType: 'audio/mp4', family: 'audio', extension: 'm4a' },
  { contentType: 'audio/wav', family: 'audio', extension: 'wav' },
  { contentType: 'audio/ogg', family: 'audio', extension: 'ogg' },
  { contentType: 'audio/flac', family: 'audio', extension: 'flac' },
  { contentType: 'audio/aac', family: 'audio', extension: 'aac' },
  { contentType: 'audio/aiff', family: 'audio', extension: 'aiff' },
  { contentType: 'audio/amr', family: 'audio', extension: 'amr' },
  { contentType: 'audio/amr-wb', family: 'audio', extension: 'awb' },
  { contentType: 'audio/basic', family: 'audio', extension: 'au' },
  { contentType: 'audio/x-caf', family: 'audio', extension: 'caf' },
  { contentType: 'audio/x-w64', family: 'audio', extension: 'w64' },
  { contentType: 'audio/webm', family: 'audio', extension: 'weba' },
  { contentType: 'audio/matroska', family: 'audio', extension: 'mka' },
  { contentType: 'model/gltf-binary', family: '3d', extension: 'glb' },
];
const BY_TYPE = new Map(CONTENT_TYPES.map((type) => [type.contentType, type]));
const BY_EXTENSION = new Map(CONTENT_TYPES.map((type) => [type.extension, type.contentType]));

/** Servers and `file-type` use these. */
const ALIASES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/apng': 'image/png',
  'image/vnd.mozilla.apng': 'image/png',
  'image/x-png': 'image/png',
  'image/avif-sequence': 'image/avif',
  'video/x-matroska': 'video/matroska',
  'video/x-m4v': 'video/mp4',
  'audio/x-matroska': 'audio/matroska',
  'audio/mp3': 'audio/mpeg',
  'audio/x-mpeg': 'audio/mpeg',
  'audio/x-m4a': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'audio/wave': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/opus': 'audio/ogg',
  'application/ogg': 'audio/ogg',
  'audio/x-flac': 'audio/flac',
  'audio/x-aac': 'audio/aac',
  'audio/aacp': 'audio/aac',
  'audio/x-aiff': 'audio/aiff',
  'audio/x-aifc': 'audio/aiff',
  'audio/aifc': 'audio/aiff',
  'audio/x-amr': 'audio/amr',
  'audio/au': 'audio/basic',
  'audio/x-au': 'audio/basic',
  'audio/caf': 'audio/x-caf',
  'audio/w64': 'audio/x-w64',
  'model/gltf.binary': 'model/gltf-binary',
};

/** Servers send these for unknown content. */
const NO_CLAIM = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/binary']);

/** Types that are kept as results, and are no inputs: hardly any engine reads them. */
const RESULTS_ONLY = new Set(['image/tiff']);

/** A container may hold audio or video under either type. Pairs are of claimed and found types. */
const SAME_CONTAINER = new Set([
  'audio/mp4 video/mp4',
  'video/mp4 audio/mp4',
  'video/quicktime video/mp4',
  'audio/webm video/webm',
  'audio/matroska video/matroska',
]);

const WITHOUT_VIDEO: Readonly<Record<string, string>> = {
  'video/mp4': 'audio/mp4',
  'video/quicktime': 'audio/mp4',
  'video/webm': 'audio/webm',
  'video/matroska': 'audio/matroska',
};

const HEAD_BYTES = 4100;

/** Returns the canonical type, in lower case and without parameters. */
export function normalizeContentType(claimed: string): string {
  const bare = (claimed.split(';')[0] ?? '').trim().toLowerCase();
  return ALIASES[bare] ?? bare;
}

/** Returns the type of a stored name by its extension; `application/octet-stream` for an unknown extension. */
export function contentTypeOfName(name: string): string {
  return BY_EXTENSION.get(name.slice(name.lastIndexOf('.') + 1)) ?? 'application/octet-stream';
}

/** Returns null for a type that is not stored. */
export function extensionOf(contentType: string): string | null {
  return BY_TYPE.get(normalizeContentType(contentType))?.extension ?? null;
}

/** Returns the family of a canonical type. */
export function familyOf(contentType: string): ContentFamily | null {
  return BY_TYPE.get(contentType)?.family ?? null;
}

/** The first bytes of a container, which are all that `sniffContent` sees, do not show its tracks. */
export function typeByTracks(contentType: string, hasVideo: boolean): string {
  if (hasVideo) return contentType === 'audio/mp4' ? 'video/mp4' : contentType;
  return WITHOUT_VIDEO[contentType] ?? contentType;
}

/** Returns whether a claimed type matches the found one. An unspecific claim matches every type. */
export function claimsMatch(claimed: string, found: string): boolean {
  const claim = normalizeContentType(claimed);
  if (NO_CLAIM.has(claim)) return true;
  const actual = normalizeContentType(found);
  return claim === actual || SAME_CONTAINER.has(`${claim} ${actual}`);
}

/** Detects the type of an input; null: it is not accepted. @param source a path, or the first bytes of a file (4,100 are enough). */
export async function sniffContent(source: MediaFile): Promise<FoundContent | null> {
  const found = await sniffResult(source);
  return found && RESULTS_ONLY.has(found.contentType) ? null : found;
}

/** Detects the type of a result by content; null: it is not on the list. */
export async function sniffResult(source: MediaFile): Promise<FoundContent | null> {
  const head = await readAt(source, 0);
  const sound = sniffSound(head);
  if (sound) return BY_TYPE.get(sound) ?? null;
  if (isTextOrScript(head)) return null;
  const own = sniffContainer(head);
  if (own) return BY_TYPE.get(own) ?? null;
  // The library gets only these bytes: in a file it would read every part of some formats.
  if (!startsWith(head, 'ID3')) return findByMime((await fileTypeFromBuffer(head))?.mime);
  // The tag can be longer than the given bytes (cover images). The bytes after it identify all types except MP3.
  const audioStart = id3TagBytes(head);
  const audio = await readAt(source, audioStart);
  const found = audio.length > 1 ? findByMime((await fileTypeFromBuffer(audio))?.mime) : null;
  return found?.family === 'audio' ? found : BY_TYPE.get('audio/mpeg')!;
}

/** These files come beside a result. They are neither stored nor an error that a server sends in place of a file. */
const OTHER_FILES: readonly [start: RegExp, contentType: string][] = [
  [/^ply\r?\n/, 'model/ply'],
  [/^(#[^\n]*\n\s*)*(v|o|g|mtllib|usemtl) /, 'model/obj'],
  [/^solid\b/, 'model/stl'],
  [/^Kaydara FBX Binary/, 'model/fbx'],
  [/^(PXR-USDC|#usda )/, 'model/usd'],
  [/^MThd/, 'application/midi'],
  [/^WEBVTT/, 'text/vtt'],
  [/^\ufeff?\d+\r?\n\d\d:\d\d:/, 'text/srt'],
];

/** Returns the type of a file that is known and not stored, such as an archive; null for markup and for what is not known. */
export async function findOtherType(file: MediaFile): Promise<string | null> {
  const head = await readAt(file, 0);
  if (isTextOrScript(head)) return null;
  const text = Buffer.from(head).toString('utf8');
  const [, known] = OTHER_FILES.find(([start]) => start.test(text)) ?? [];
  return known ?? (await fileTypeFromBuffer(head))?.mime ?? null;
}

const findByMime = (mime: string | undefined): FoundContent | null =>
  (mime !== undefined && BY_TYPE.get(normalizeContentType(mime))) || null;

/** The length, 4 bytes of 7 bits, includes the header. */
const id3TagBytes = (head: Uint8Array): number =>
  10 + [6, 7, 8, 9].reduce((sum, at) => (sum << 7) | ((head[at] ?? 0) & 0x7f), 0);

async function readAt(file: MediaFile, position: number): Promise<Uint8Array> {
  if (typeof file !== 'string') return file.subarray(position, position + HEAD_BYTES);
  return withOpened(file, async (opened) => {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, position);
    return buffer.subarray(0, bytesRead);
  });
}

/** No media format is markup or a script; those may start with a byte order mark or white space. */
function isTextOrScript(head: Uint8Array): boolean {
  const [first, second, third] = head;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const start = first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
  const text = Buffer.from(head.subarray(start, start + 512))
    .toString('latin1')
    .trimStart();
  return text.startsWith('<') || text.startsWith('#!') || text.startsWith('%!') || text.startsWith('%PDF');
}

/** These containers share their first bytes. */
function sniffContainer(head: Uint8Array): string | null {
  if (startsWith(head, 'glTF')) return head[4] === 2 && head[5] === 0 ? 'model/gltf-binary' : 'unknown';
  if (head[0] === 0x1a && head[1] === 0x45 && head[2] === 0xdf && head[3] === 0xa3) return sniffEbml(head);
  if (startsWith(head, 'ftyp', 4)) return sniffBrands(head);
  if (startsWith(head, '\x89PNG\r\n\x1a\n')) return 'image/png';
  // The directory of a TIFF can stand at the end.
  if (startsWith(head, 'II*\0') || startsWith(head, 'MM\0*')) return 'image/tiff';
  return null;
}

/** AMR begins as scripts do. */
function sniffSound(head: Uint8Array): string | null {
  if (startsWith(head, AMR)) return 'audio/amr';
  if (startsWith(head, AMR_WB)) return 'audio/amr-wb';
  if (startsWith(head, 'FORM') && (startsWith(head, 'AIFF', 8) || startsWith(head, 'AIFC', 8)))
    return 'audio/aiff';
  if (startsWith(head, '.snd') || startsWith(head, 'dns.')) return 'audio/basic';
  if (startsWith(head, 'caff\0\x01')) return 'audio/x-caf';
  if (startsWith(head, 'riff') && startsWith(head, 'wave', 24)) return 'audio/x-w64';
  if ((startsWith(head, 'RF64') || startsWith(head, 'BW64')) && startsWith(head, 'WAVE', 8))
    return 'audio/wav';
  return null;
}

/** The document type is an element of the header: id 42 82, a length of 1 to 8 bytes, then the text. */
function sniffEbml(head: Uint8Array): string {
  const bytes = Buffer.from(head);
  const at = bytes.indexOf(Buffer.from([0x42, 0x82]));
  const first = bytes[at + 2] ?? 0;
  // Leading zero bits are the number of further bytes. The text is short: only the last one counts.
  const lengthBytes = Math.max(1, Math.clz32(first) - 23);
  const text = at + 2 + lengthBytes;
  const length = lengthBytes === 1 ? first & 0x7f : (bytes[text - 1] ?? 0);
  const documentType = bytes.toString('latin1', text, text + length).replace(/\0+$/, '');
  if (at < 0) return 'unknown';
  return documentType === 'webm' ? 'video/webm' : documentType === 'matroska' ? 'video/matroska' : 'unknown';
}

/** These pictures have the same boxes and are not supported: HEIF, JPEG 2000, JPEG XL, Canon's raw files. */
const OTHER_PICTURES = /^(hei|hev[cmsx]|mi[fa]|msf1|Mi[HP]|avc[is]|j2|jp|jx|mjp|crx|1pic|vvi)/;
const AVIF = /^(avi[fs]|MA1)/;
const SOUND = /^(M4[ABP]|F4[AB]) $/;
const KNOWN_MOVIES = /^(iso[0-9m]|mp4[0-9]|avc1|M4V |MSNV|dash|cmf[c2]|f4v |F4V |av01|hvc1|3gp[0-9])/;
/** A movie begins with these, behind the brands. */
const MOVIE_BOXES = /^(moov|mdat|free|skip|wide|uuid|moof|sidx|pdin|styp|emsg|prft|udta|bloc)$/;

/**
 * Cameras and phones have brands of their own, so a movie is what is neither a picture nor followed by anything else than a movie. Whether
 * it holds one, its tracks show.
 */
function sniffBrands(head: Uint8Array): string {
  const bytes = Buffer.from(head);
  const stated = bytes.readUInt32BE(0);
  const size = Math.min(stated, bytes.length);
  const major = bytes.toString('latin1', 8, 12);
  const compatible: string[] = [];
  for (let at = 16; at + 4 <= size; at += 4) compatible.push(bytes.toString('latin1', at, at + 4));
  if (AVIF.test(major)) return 'image/avif';
  if (OTHER_PICTURES.test(major))
    return /^(mi[fa]|msf1)/.test(major) && compatible.some((brand) => AVIF.test(brand))
      ? 'image/avif'
      : 'unknown';
  if (major === 'qt  ') return 'video/quicktime';
  if (SOUND.test(major)) return 'audio/mp4';
  if (KNOWN_MOVIES.test(major)) return 'video/mp4';
  if (compatible.some((brand) => OTHER_PICTURES.test(brand) || AVIF.test(brand))) return 'unknown';
  const next = bytes.toString('latin1', stated + 4, stated + 8);
  return compatible.some((brand) => KNOWN_MOVIES.test(brand)) || MOVIE_BOXES.test(next)
    ? 'video/mp4'
    : 'unknown';
}

function startsWith(head: Uint8Array, text: string, at = 0): boolean {
  return Buffer.from(head.subarray(at, at + text.length)).toString('latin1') === text;
}
