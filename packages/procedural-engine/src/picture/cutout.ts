/**
 * `embedded-cutout`: removes a plain background. It clusters the colours along the border, flood-fills similar pixels from
 * there and feathers the edge. Works on studio pictures; rejects a busy scene instead of returning all or nothing.
 */
import sharp from 'sharp';
import { type EngineOperation, EngineRefusal } from '../engine.js';
import { smooth } from './noise.js';
import { rgbToLab } from './palette.js';
import { formatOf, type RawPicture, readRaw, writePicture } from './picture-file.js';

/** The mask is computed on a copy whose longer edge is at most this many pixels. */
const MASK_EDGE = 512;
const CLUSTERS = 6;

export const cutout: EngineOperation = async (task, context) => {
  const picture = await readRaw(task.imagePath);
  context.signal.throwIfAborted();
  context.progress(20);
  const { mask, removed } = await subjectMask(picture);
  if (removed < 0.02)
    throw new EngineRefusal(
      'invalid_input',
      'No plain background was found to remove: the built-in engine needs one along the edges of the image.',
    );
  if (removed > 0.98)
    throw new EngineRefusal(
      'invalid_input',
      'No subject was found: nearly all of the image looks like its background.',
    );
  context.signal.throwIfAborted();
  context.progress(70);
  for (let i = 0, p = 3; i < mask.length; i++, p += 4) {
    picture.data[p] = Math.round((picture.data[p]! * mask[i]!) / 255);
  }
  const { data, width, height, channels } = picture;
  const file = await writePicture(sharp(data, { raw: { width, height, channels } }), {
    directory: task.directory,
    name: 'cutout',
    format: formatOf(task.input['format']) === 'webp' ? 'webp' : 'png',
    description: 'Background removed by colour.',
  });
  context.progress(100);
  return [file];
};

/** Returns alpha 0-255 per pixel of the picture (255 keeps) and the share of pixels removed. */
async function subjectMask(picture: RawPicture): Promise<{ mask: Buffer; removed: number }> {
  const raw = { width: picture.width, height: picture.height, channels: picture.channels };
  const { data, info } = await sharp(picture.data, { raw })
    .resize(MASK_EDGE, MASK_EDGE, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const lab = labOf(data);
  const centres = borderColours(lab, data, width, height);
  const distance = distances(lab, centres);
  const background = flood(distance, data, width, height, threshold(distance, data, width, height));
  let removed = 0;
  const small = Buffer.alloc(width * height);
  for (let i = 0; i < small.length; i++) {
    small[i] = background[i] ? 0 : 255;
    removed += background[i]!;
  }
  const cleaned = await sharp(small, { raw: { width, height, channels: 1 } })
    .median(3)
    .blur(0.9)
    .resize(picture.width, picture.height, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  // Sharpens the blurred edge, a little inside the subject, so that no fringe of the background remains.
  for (let i = 0; i < cleaned.length; i++)
    cleaned[i] = Math.round(255 * smooth(0.4, 0.75, cleaned[i]! / 255));
  return { mask: cleaned, removed: removed / small.length };
}

function labOf(data: Buffer): Float32Array {
  const lab = new Float32Array((data.length / 4) * 3);
  for (let p = 0, i = 0; p < data.length; p += 4, i += 3)
    lab.set(rgbToLab([data[p]!, data[p + 1]!, data[p + 2]!]), i);
  return lab;
}

/** Returns the indices of the opaque pixels in a thin frame along the edges. */
function border(data: Buffer, width: number, height: number): number[] {
  const depth = Math.max(1, Math.round(Math.min(width, height) * 0.015));
  const found: number[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isEdge = x < depth || y < depth || x >= width - depth || y >= height - depth;
      if (isEdge && data[(y * width + x) * 4 + 3]! > 16) found.push(y * width + x);
    }
  }
  return found;
}

/** k-means over the border's colours, without clusters too small to be background (a subject cut by the edge). */
function borderColours(lab: Float32Array, data: Buffer, width: number, height: number): Float32Array[] {
  const pixels = border(data, width, height);
  if (!pixels.length) return [];
  const centres: Float32Array[] = [lab.slice(pixels[0]! * 3, pixels[0]! * 3 + 3)];
  // Farthest-first seeding is deterministic and finds a second wall colour before a second shade of the first.
  while (centres.length < CLUSTERS) {
    let far = pixels[0]!;
    let most = -1;
    for (const i of pixels) {
      const d = nearest(lab, i, centres);
      if (d > most) [most, far] = [d, i];
    }
    centres.push(lab.slice(far * 3, far * 3 + 3));
  }
  const counts = new Array<number>(CLUSTERS).fill(0);
  for (let round = 0; round < 8; round++) {
    const sums = centres.map(() => new Float64Array(3));
    counts.fill(0);
    for (const i of pixels) {
      const k = closest(lab, i, centres);
      counts[k]!++;
      for (let c = 0; c < 3; c++) sums[k]![c]! += lab[i * 3 + c]!;
    }
    centres.forEach((centre, k) => {
      if (counts[k]) for (let c = 0; c < 3; c++) centre[c] = sums[k]![c]! / counts[k];
    });
  }
  return centres.filter((_, k) => counts[k]! > pixels.length * 0.06);
}

function apart(lab: Float32Array, i: number, centre: Float32Array): number {
  const j = i * 3;
  // Shadows on a backdrop change lightness more than hue, so lightness counts less.
  return Math.hypot((lab[j]! - centre[0]!) * 0.7, lab[j + 1]! - centre[1]!, lab[j + 2]! - centre[2]!);
}

function nearest(lab: Float32Array, i: number, centres: readonly Float32Array[]): number {
  let best = Infinity;
  for (const centre of centres) best = Math.min(best, apart(lab, i, centre));
  return best;
}

function closest(lab: Float32Array, i: number, centres: readonly Float32Array[]): number {
  let best = 0;
  centres.forEach((centre, k) => {
    if (apart(lab, i, centre) < apart(lab, i, centres[best]!)) best = k;
  });
  return best;
}

function distances(lab: Float32Array, centres: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(lab.length / 3);
  for (let i = 0; i < out.length; i++) out[i] = nearest(lab, i, centres);
  return out;
}

/** Returns the distance from the background's colours that still counts as background, from the spread along the border. */
function threshold(distance: Float32Array, data: Buffer, width: number, height: number): number {
  const own = border(data, width, height)
    .map((i) => distance[i]!)
    .sort((a, b) => a - b);
  const usual = own[Math.floor(own.length * 0.8)] ?? 0;
  return Math.min(0.1, Math.max(0.03, usual * 2.2));
}

/** Marks pixels connected to the border through background or transparent pixels. */
function flood(
  distance: Float32Array,
  data: Buffer,
  width: number,
  height: number,
  limit: number,
): Uint8Array {
  const out = new Uint8Array(width * height);
  const open: number[] = [];
  const visit = (i: number): void => {
    if (out[i] || (distance[i]! > limit && data[i * 4 + 3]! > 16)) return;
    out[i] = 1;
    open.push(i);
  };
  for (let x = 0; x < width; x++) {
    visit(x);
    visit((height - 1) * width + x);
  }
  for (let y = 0; y < height; y++) {
    visit(y * width);
    visit(y * width + width - 1);
  }
  while (open.length) {
    const i = open.pop()!;
    const x = i % width;
    if (x > 0) visit(i - 1);
    if (x < width - 1) visit(i + 1);
    if (i >= width) visit(i - width);
    if (i < width * (height - 1)) visit(i + width);
  }
  return out;
}
