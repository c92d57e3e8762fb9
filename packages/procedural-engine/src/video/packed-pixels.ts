/**
 * Arithmetic on whole pixels packed into 32-bit words (byte order R, G, B, A in memory on little-endian platforms). They
 * are signed, because V8 represents signed 32-bit integers without floating point. Each multiplication processes two
 * channels, which makes a frame of bilinear samples fast enough in JavaScript.
 */

/** Looked up once: in a test runner's sandbox every global look-up is slow, and this is used in the inner loop. */
const { imul } = Math;

/** Mixes two packed pixels channel by channel. @param f 0 gives `a`, 256 gives `b`. */
export function mix(a: number, b: number, f: number): number {
  const g = 256 - f;
  const even = (imul(a & 0xff00ff, g) + imul(b & 0xff00ff, f) + 0x800080) >>> 8;
  const odd = imul((a >>> 8) & 0xff00ff, g) + imul((b >>> 8) & 0xff00ff, f) + 0x800080;
  return (even & 0xff00ff) | (odd & 0xff00ff00);
}

/** `source` (premultiplied) over `below`. */
export function over(source: number, below: number): number {
  const alpha = source >>> 24;
  if (alpha === 255) return source;
  if (alpha === 0) return below;
  const through = 256 - alpha - (alpha >> 7);
  const even = (imul(below & 0xff00ff, through) >>> 8) & 0xff00ff;
  const odd = imul((below >>> 8) & 0xff00ff, through) & 0xff00ff00;
  return (source + (even | odd)) | 0;
}

/**
 * Converts raw RGBA bytes to packed pixels with premultiplied alpha, so that samples can be mixed. Works in place when the
 * memory is aligned: a layer of a 720p scene is 6 MB.
 */
export function premultiplied(rgba: Buffer): Int32Array {
  const aligned = rgba.byteOffset % 4 === 0 ? rgba : Uint8Array.from(rgba);
  const pixels = new Int32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2);
  for (let i = 0; i < pixels.length; i++) {
    const pixel = pixels[i]!;
    const alpha = pixel >>> 24;
    if (alpha === 255) continue;
    pixels[i] =
      scaled(pixel & 255, alpha) |
      (scaled((pixel >>> 8) & 255, alpha) << 8) |
      (scaled((pixel >>> 16) & 255, alpha) << 16) |
      (alpha << 24);
  }
  return pixels;
}

function scaled(channel: number, alpha: number): number {
  return ((channel * alpha + 127) / 255) | 0;
}
