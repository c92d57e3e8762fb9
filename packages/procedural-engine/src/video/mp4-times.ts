/**
 * Removes timestamps from an MP4 file: the muxer writes the current time into its headers, but the same seed must produce
 * the same bytes. Players read zero as "not set".
 */
const CONTAINERS = new Set(['moov', 'trak', 'mdia']);
const STAMPED = new Set(['mvhd', 'tkhd', 'mdhd']);

/** Clears creation and modification times in place. */
export function clearTimes(mp4: Uint8Array): void {
  const view = new DataView(mp4.buffer, mp4.byteOffset, mp4.byteLength);
  walk(view, 0, mp4.byteLength);
}

function walk(view: DataView, from: number, to: number): void {
  for (let at = from; at + 8 <= to;) {
    const short = view.getUint32(at);
    const header = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(view.getBigUint64(at + 8)) : short === 0 ? to - at : short;
    if (size < header) throw new Error('the MP4 muxer wrote a box without a size');
    const name = String.fromCharCode(...[4, 5, 6, 7].map((i) => view.getUint8(at + i)));
    if (CONTAINERS.has(name)) walk(view, at + header, at + size);
    // Version 1 has both times in 8 bytes each, version 0 in 4; they follow version and flags.
    if (STAMPED.has(name)) {
      const length = view.getUint8(at + header) === 1 ? 16 : 8;
      for (let i = 0; i < length; i++) view.setUint8(at + header + 4 + i, 0);
    }
    at += size;
  }
}
