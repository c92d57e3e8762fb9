/**
 * Writes the metadata of sound files: that they are procedural, and their description.
 *
 * The encoders write no metadata (MP3) or only their library's name (Vorbis), so this file writes ID3v2.4, a Vorbis comment
 * and a WAV `LIST INFO` chunk.
 */

const GENERATOR = 'procedural';
const ENCODER = 'Offprint built-in engine';

/** Key and value pairs in the order they are written. */
function tagsFor(description: string): [string, string][] {
  return [
    ['TITLE', description.slice(0, 200)],
    ['COMMENT', `generator=${GENERATOR}: made by rules, not by a trained model and not a recording`],
    ['GENERATOR', GENERATOR],
    ['ENCODER', ENCODER],
  ];
}

function id3Frame(name: string, payload: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.write(name, 'latin1');
  head.set(syncSafe(payload.length), 4);
  return Buffer.concat([head, payload]);
}

/** Encodes 28 bits as four bytes of 7, as ID3 requires, so that no length looks like an MPEG frame. */
function syncSafe(value: number): number[] {
  return [(value >> 21) & 127, (value >> 14) & 127, (value >> 7) & 127, value & 127];
}

const UTF8 = Buffer.from([3]);

/** Returns an ID3v2.4 tag, for before the first MPEG frame. */
export function id3Tag(description: string): Buffer {
  const values = Object.fromEntries(tagsFor(description)) as Record<string, string>;
  const text = (...parts: string[]) => Buffer.concat([UTF8, Buffer.from(parts.join('\0'))]);
  const frames = Buffer.concat([
    id3Frame('TIT2', text(values.TITLE!)),
    id3Frame('TSSE', text(values.ENCODER!)),
    id3Frame('COMM', Buffer.concat([UTF8, Buffer.from('eng'), Buffer.from(`\0${values.COMMENT!}`)])),
    id3Frame('TXXX', text('generator', values.GENERATOR!)),
  ]);
  return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), Buffer.from(syncSafe(frames.length)), frames]);
}

function sized(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Returns a Vorbis comment packet (the second of an Ogg Vorbis stream). */
export function vorbisComment(description: string): Buffer {
  const tags = tagsFor(description).map(([key, value]) => sized(`${key}=${value}`));
  const count = Buffer.alloc(4);
  count.writeUInt32LE(tags.length);
  return Buffer.concat([
    Buffer.from('\x03vorbis', 'latin1'),
    sized(ENCODER),
    count,
    ...tags,
    Buffer.from([1]),
  ]);
}

function riffChunk(id: string, payload: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(payload.length);
  return Buffer.concat([Buffer.from(id, 'latin1'), length, payload, Buffer.alloc(payload.length % 2)]);
}

/** Returns the `LIST INFO` chunk of a WAV file. */
export function wavInfo(description: string): Buffer {
  const values = Object.fromEntries(tagsFor(description)) as Record<string, string>;
  const text = (value: string) => Buffer.from(`${value}\0`);
  return riffChunk(
    'LIST',
    Buffer.concat([
      Buffer.from('INFO', 'latin1'),
      riffChunk('INAM', text(values.TITLE!)),
      riffChunk('ICMT', text(values.COMMENT!)),
      riffChunk('ISFT', text(values.ENCODER!)),
    ]),
  );
}
