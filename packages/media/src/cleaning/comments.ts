/** These decide how a sound is played: loudness, loops, channels. Their values hold numbers only. */
const KEPT =
  /^(REPLAYGAIN_\w+|R128_\w+_GAIN|LOOP_?(START|LENGTH|END)|WAVEFORMATEXTENSIBLE_CHANNEL_MASK)=[-+\w. ]{1,24}$/i;
const MAX_KEPT = 20;

/** Drops the name of a software, and keeps what playing needs. */
export function cleanComments(list: Buffer): Buffer {
  const kept = [...commentsIn(list)].filter((comment) => KEPT.test(comment)).slice(0, MAX_KEPT);
  const head = Buffer.alloc(8);
  head.writeUInt32LE(kept.length, 4);
  return Buffer.concat([head, ...kept.map(sized)]);
}

function* commentsIn(list: Buffer): Generator<string> {
  if (list.length < 8) return;
  let at = 4 + list.readUInt32LE(0);
  if (at + 4 > list.length) return;
  const count = list.readUInt32LE(at);
  at += 4;
  for (let index = 0; index < count && at + 4 <= list.length; index += 1) {
    const end = at + 4 + list.readUInt32LE(at);
    if (end > list.length) return;
    if (end - at < 100) yield list.toString('utf8', at + 4, end);
    at = end;
  }
}

function sized(comment: string): Buffer {
  const text = Buffer.from(comment);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text]);
}

/**
 * Keeps the length: the rest becomes zeros, which readers skip. @param packet with its magic, or a metadata block of FLAC. @returns null
 * for another packet.
 */
export function cleanCommentPacket(packet: Buffer): Buffer | null {
  const magic = [VORBIS, THEORA, OPUS].find((start) => packet.toString('latin1', 0, start.length) === start);
  if (magic === undefined) return null;
  const clean = Buffer.alloc(packet.length);
  packet.copy(clean, 0, 0, magic.length);
  const comments = cleanComments(packet.subarray(magic.length));
  // The bit after the comments of Vorbis; for Opus it would mean that the rest must be kept.
  const ending = magic === VORBIS ? Buffer.from([1]) : Buffer.alloc(0);
  if (magic.length + comments.length + ending.length > packet.length) return null;
  comments.copy(clean, magic.length);
  ending.copy(clean, magic.length + comments.length);
  return clean;
}

const VORBIS = '\x03vorbis';
const THEORA = '\x81theora';
const OPUS = 'OpusTags';
