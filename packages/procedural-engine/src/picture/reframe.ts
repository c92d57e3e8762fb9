/**
 * `embedded-reframe`: changes the aspect ratio, by cropping to the salient part or by extending the picture. The extension
 * continues the edge: mirrored texture next to it, which fades into the edge's colours, blurred more with the distance. It
 * starts from the edge pixels, so there is no seam, and the original pixels do not change.
 */
import sharp from 'sharp';
import type { EngineOperation } from '../engine.js';
import { resultSize } from '../result-size.js';
import { hash2, smooth } from './noise.js';
import { formatOf, openPicture, type RawPicture, reading, readRaw, writePicture } from './picture-file.js';

export const reframe: EngineOperation = async (task, context) => {
  const crop = task.input['mode'] === 'crop';
  const { autoOrient, hasAlpha } = await reading(() => openPicture(task.imagePath).metadata());
  const size = resultSize('embedded-reframe', task.input, autoOrient);
  context.progress(10);
  context.signal.throwIfAborted();
  const options = {
    directory: task.directory,
    name: 'reframed',
    format: formatOf(task.input['format']),
    description: crop
      ? 'Cropped to another aspect ratio.'
      : 'Extended to another aspect ratio by continuing its edges; the added area is procedural.',
  };
  if (crop) {
    const file = await reading(() =>
      writePicture(
        openPicture(task.imagePath).resize(size.width, size.height, {
          fit: 'cover',
          position: sharp.strategy.attention,
        }),
        options,
      ),
    );
    context.progress(100);
    return [file];
  }
  const picture = await readRaw(task.imagePath);
  context.progress(35);
  context.signal.throwIfAborted();
  const wide = extendPicture(picture, size.width, size.height);
  context.progress(75);
  context.signal.throwIfAborted();
  const image = sharp(wide, { raw: { ...size, channels: 4 } });
  const file = await writePicture(hasAlpha ? image : image.removeAlpha(), options);
  context.progress(100);
  return [file];
};

/** Centres the picture in a larger one (raw RGBA) and fills the new area. One of the two sizes is the picture's own. */
function extendPicture(picture: RawPicture, width: number, height: number): Buffer {
  const left = (width - picture.width) >> 1;
  const top = (height - picture.height) >> 1;
  const out = Buffer.alloc(width * height * 4);
  for (let y = 0; y < picture.height; y++) {
    picture.data.copy(
      out,
      ((y + top) * width + left) * 4,
      y * picture.width * 4,
      (y + 1) * picture.width * 4,
    );
  }
  // A side is described by steps in bytes: along the edge, and outwards from it.
  const row = width * 4;
  const first = top * row + left * 4;
  if (left > 0)
    fillSide(out, {
      edge: first,
      along: row,
      outward: -4,
      length: height,
      inside: picture.width,
      room: left,
    });
  const right = width - picture.width - left;
  if (right > 0)
    fillSide(out, {
      edge: first + (picture.width - 1) * 4,
      along: row,
      outward: 4,
      length: height,
      inside: picture.width,
      room: right,
    });
  if (top > 0)
    fillSide(out, { edge: first, along: 4, outward: -row, length: width, inside: picture.height, room: top });
  const bottom = height - picture.height - top;
  if (bottom > 0)
    fillSide(out, {
      edge: first + (picture.height - 1) * row,
      along: 4,
      outward: row,
      length: width,
      inside: picture.height,
      room: bottom,
    });
  return out;
}

interface Side {
  /** Byte offset of the edge's first pixel. */
  edge: number;
  along: number;
  outward: number;
  /** Pixels along the edge, pixels of the picture behind it, pixels to fill before it. */
  length: number;
  inside: number;
  room: number;
}

function fillSide(out: Buffer, side: Side): void {
  const spreads = spreadEdge(out, side);
  const mirrorReach = Math.max(6, Math.min(side.inside * 0.07, side.room * 0.3));
  for (let d = 1; d <= side.room; d++) {
    // The blur widens with the distance, so that an edge pixel does not become a streak across the new area.
    const level = Math.min(spreads.length - 1.001, Math.log2(1 + d * 0.5) * 2);
    const [low, mixed] = [Math.floor(level), level - Math.floor(level)];
    const [near, wide] = [spreads[low]!, spreads[Math.min(low + 1, spreads.length - 1)]!];
    const melt = smooth(0, 1, d / mirrorReach);
    const mirror = Math.min(d - 1, side.inside - 1);
    for (let i = 0; i < side.length; i++) {
      const at = side.edge + i * side.along;
      const to = at + d * side.outward;
      const from = at - mirror * side.outward;
      const grain = (hash2(i, d, 5) + hash2(i, d, 6) - 1) * 2.2 * melt;
      for (let c = 0; c < 4; c++) {
        const smeared = near[i * 4 + c]! + (wide[i * 4 + c]! - near[i * 4 + c]!) * mixed;
        const value = out[from + c]! + (smeared - out[from + c]!) * melt + (c < 3 ? grain : 0);
        out[to + c] = value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value);
      }
    }
  }
}

/** Returns the edge's colours averaged over wider spans per level: level 0 is the edge, each next about 1.4 times wider. */
function spreadEdge(out: Buffer, side: Side): Float32Array[] {
  const { length } = side;
  const own: Float32Array = new Float32Array(length * 4);
  for (let i = 0; i < length; i++) {
    for (let c = 0; c < 4; c++) own[i * 4 + c] = out[side.edge + i * side.along + c]!;
  }
  const levels: Float32Array[] = [own];
  for (let radius = 1; radius < length * 0.22 && levels.length < 24; radius *= Math.SQRT2) {
    levels.push(boxed(boxed(own, Math.ceil(radius), length), Math.ceil(radius), length));
  }
  return levels;
}

/** Running mean over `radius` pixels in both directions, with repeated ends. */
function boxed(values: Float32Array, radius: number, length: number): Float32Array {
  const out = new Float32Array(values.length);
  for (let c = 0; c < 4; c++) {
    const at = (i: number): number => values[Math.min(length - 1, Math.max(0, i)) * 4 + c]!;
    let sum = 0;
    for (let i = -radius; i <= radius; i++) sum += at(i);
    for (let i = 0; i < length; i++) {
      out[i * 4 + c] = sum / (2 * radius + 1);
      sum += at(i + radius + 1) - at(i - radius);
    }
  }
  return out;
}
