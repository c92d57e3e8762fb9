/** Paints base-colour textures pixel by pixel and encodes them as JPEG. */
import sharp from 'sharp';
import type { Colour } from './colour.js';

/** Returns the colour at a position of the texture: u to the right, v down, both 0-1 at the centre of a pixel. */
export type Painter = (u: number, v: number) => Colour;

/** Rows between two checks of the abort signal: a few tens of milliseconds. */
const ROWS_BETWEEN_CHECKS = 32;

/** @param size pixels per side, a power of two, so that viewers build mipmaps without resampling. */
export async function paintTexture(size: number, paint: Painter, signal: AbortSignal): Promise<Buffer> {
  const pixels = Buffer.alloc(size * size * 3);
  for (let row = 0; row < size; row++) {
    if (row % ROWS_BETWEEN_CHECKS === 0) {
      // Yields to the event loop, which receives an abort as a message.
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
    }
    for (let column = 0; column < size; column++) {
      const colour = paint((column + 0.5) / size, (row + 0.5) / size);
      const at = (row * size + column) * 3;
      for (let i = 0; i < 3; i++) pixels[at + i] = Math.min(255, Math.max(0, Math.round(colour[i]! * 255)));
    }
  }
  return sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
