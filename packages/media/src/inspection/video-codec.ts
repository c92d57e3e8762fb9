/** A caller's video that no engine can decode is refused before it is stored. ffmpeg decodes the codecs that the library does not name. */
import type { InputVideoTrack } from 'mediabunny';

/** MP4 and QuickTime name codecs so; the names here are in lower case. */
const SAMPLE_ENTRIES = new Set([
  // MPEG-4 part 2, and other MPEG by an elementary stream descriptor.
  ...['mp4v', 'xvid', 'divx', 'dx50', 'm1v ', 'm1v1', 'm2v1', 'mp2v'],
  ...['s263', 'h263'],
  ...['jpeg', 'mjpa', 'mjpb', 'mjpg'],
  // These are lossless, or of editing programs.
  ...['ffv1', 'png ', 'raw ', 'rle ', 'avdn', 'avdh'],
]);
/** Matroska names codecs so. `V_MS/VFW/FOURCC` is any codec of AVI. */
const MATROSKA_IDS =
  /^V_(MJPEG|MPEG[12]|MPEG4\/ISO\/(SP|ASP|AP)|MPEG4\/MS\/V3|FFV1|THEORA|UNCOMPRESSED|MS\/VFW\/FOURCC)$/;

/** Returns a public sentence; null when the video can be decoded. */
export async function problemOfCodec(track: InputVideoTrack): Promise<string | null> {
  const written = await track.getInternalCodecId();
  const name = typeof written === 'string' ? written : '';
  if (name === 'encv') return 'The video is encrypted.';
  if ((await track.getCodec()) !== null) return null;
  if (SAMPLE_ENTRIES.has(name.toLowerCase()) || MATROSKA_IDS.test(name)) return null;
  const shown = /^[\w ./-]{1,40}$/.test(name) ? ` (${name.trim()})` : '';
  return `The video has a codec${shown} that is not supported: use H.264, H.265, VP8, VP9 or AV1.`;
}
