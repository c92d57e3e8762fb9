/**
 * Encodes a raw picture as a VP8 key frame and back. A lossy WebP file is a VP8 key frame in a RIFF container, so sharp is
 * the only video codec that this engine needs: no ffmpeg and no native build, and each frame can be cut, sought and
 * enlarged alone. Frames are RGBA; the alpha is dropped.
 */
import sharp from 'sharp';

export interface RawFrame {
  /** RGBA, 4 bytes a pixel; must not be written to before the returned promise settles. */
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
}

export interface Vp8Effort {
  /** 1–100 as in WebP. */
  quality: number;
  /** 0 fast – 6 small. */
  effort: number;
}

/**
 * From the best quality to the lowest, for busy pictures. Every frame is a key frame, so leaves and fine lines need several
 * times the bytes of a sky. One effort for a whole clip keeps its frames alike.
 */
const EFFORTS: readonly Vp8Effort[] = [
  { quality: 72, effort: 1 },
  { quality: 60, effort: 2 },
  { quality: 45, effort: 2 },
];
/** Above this the next effort is tried: about 16 Mbit/s at 480p. */
const MAX_BYTES_PER_PIXEL = 0.2;

/** Returns the first effort at which this frame, a sample of its clip, is below the limit; else the smallest one. */
export async function effortFor(frame: RawFrame): Promise<Vp8Effort> {
  const limit = frame.width * frame.height * MAX_BYTES_PER_PIXEL;
  let best = { effort: EFFORTS[0]!, bytes: Infinity };
  for (const effort of EFFORTS) {
    const bytes = (await encodeVp8(frame, effort)).byteLength;
    // More effort is not always smaller: on plain noise it is larger.
    if (bytes < best.bytes) best = { effort, bytes };
    if (bytes <= limit) break;
  }
  return best.effort;
}

export async function encodeVp8(frame: RawFrame, { quality, effort }: Vp8Effort): Promise<Uint8Array> {
  const { data, width, height } = frame;
  const webp = await sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .webp({ quality, effort })
    .toBuffer();
  return vp8Chunk(webp);
}

/** Returns the payload of the `VP8 ` chunk of a WebP file. */
export function vp8Chunk(webp: Uint8Array): Uint8Array {
  const view = new DataView(webp.buffer, webp.byteOffset, webp.byteLength);
  for (let at = 12; at + 8 <= webp.byteLength;) {
    const size = view.getUint32(at + 4, true);
    if (view.getUint32(at, false) === FOURCC_VP8) return webp.subarray(at + 8, at + 8 + size);
    at += 8 + size + (size & 1);
  }
  throw new Error('the WebP encoder gave no VP8 chunk');
}

const FOURCC_VP8 = 0x56503820; // "VP8 ", with the space: lossy

/** Returns a WebP file with this key frame, which sharp can decode. */
export function webpOfVp8(chunk: Uint8Array): Buffer {
  const padded = chunk.byteLength + (chunk.byteLength & 1);
  const webp = Buffer.alloc(20 + padded);
  webp.write('RIFF', 0, 'latin1');
  webp.writeUInt32LE(12 + padded, 4);
  webp.write('WEBPVP8 ', 8, 'latin1');
  webp.writeUInt32LE(chunk.byteLength, 16);
  webp.set(chunk, 20);
  return webp;
}

/** Returns whether a VP8 frame is a key frame: bit 0 clear and the start code present (RFC 6386 §9.1). */
export function isVp8KeyFrame(chunk: Uint8Array): boolean {
  return (
    chunk.byteLength > 10 &&
    (chunk[0]! & 1) === 0 &&
    chunk[3] === 0x9d &&
    chunk[4] === 0x01 &&
    chunk[5] === 0x2a
  );
}
