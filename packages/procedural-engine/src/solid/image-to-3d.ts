/**
 * `embedded-relief`: a plaque with the picture in relief, as a GLB with a longer side of one metre.
 *
 * The height is the smoothed brightness of the picture, because depth is unknown without a trained model. It falls to zero
 * at the edge, so that the plaque is closed.
 */
import { join } from 'node:path';
import sharp from 'sharp';
import { type EngineOperation, EngineRefusal } from '../engine.js';
import { writeGlb } from './glb.js';
import { type HeightMap, relief } from './relief.js';
import { detailOf } from './text-to-3d.js';
import { paintTexture } from './texture.js';

/** Pixels per side, powers of two. The picture fills the texture; the mesh has its aspect ratio. */
const TEXTURE = 1024;
/** Quads along the longer side. */
const QUADS = { low: 72, medium: 168, high: 300 } as const;
/** Most pixels of the picture, as in all operations that read one. */
const PIXEL_LIMIT = 50e6;
const NARROWEST = 1 / 8;

export const imageTo3d: EngineOperation = async (task, { progress, signal }) => {
  if (!task.imagePath) throw new EngineRefusal('invalid_input', 'An image is needed.');
  const detail = detailOf(task.input.detail);
  const depth = depthOf(task.input.depth);
  const { front, map, aspect } = await readPicture(task.imagePath, QUADS[detail]);
  signal.throwIfAborted();
  progress(40);
  const mesh = relief(map, { aspect, depth });
  progress(70);
  const [r, g, b] = map.edgeColour;
  const sides = await paintTexture(64, () => [r * 0.55, g * 0.55, b * 0.55], signal);
  progress(85);
  const file = await writeGlb(
    join(task.directory, 'output.glb'),
    [
      { mesh: mesh.front, material: { name: 'picture', metallic: 0, roughness: 0.7 }, image: front },
      { mesh: mesh.body, material: { name: 'back', metallic: 0, roughness: 0.85 }, image: sides },
    ],
    { name: 'relief', extras: { operation: task.operation, depth, detail } },
  );
  progress(100);
  return [file];
};

/** Share of the longer side, 0.02-0.5. */
function depthOf(value: unknown): number {
  const depth = typeof value === 'number' && Number.isFinite(value) ? value : 0.15;
  return Math.min(0.5, Math.max(0.02, depth));
}

interface Picture {
  /** The texture of the front, JPEG. */
  front: Buffer;
  map: HeightMap & { edgeColour: readonly [number, number, number] };
  /** Width over height, after the EXIF orientation. */
  aspect: number;
}

async function readPicture(path: string, quads: number): Promise<Picture> {
  try {
    const upright = await sharp(path, { limitInputPixels: PIXEL_LIMIT, failOn: 'error' })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .resize({ width: 2048, height: 2048, fit: 'inside', withoutEnlargement: true })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = upright.info;
    const raw = { width, height, channels: upright.info.channels };
    const aspect = width / height;
    if (aspect < NARROWEST || aspect > 1 / NARROWEST) {
      throw new EngineRefusal(
        'invalid_input',
        'The image is too narrow: its sides may differ by a factor of 8.',
      );
    }
    const columns = Math.max(8, Math.round(aspect >= 1 ? quads : quads * aspect));
    const rows = Math.max(8, Math.round(aspect >= 1 ? quads / aspect : quads));
    const luminance = await sharp(upright.data, { raw })
      .greyscale()
      .blur(Math.max(0.8, Math.max(width, height) / quads / 1.2))
      .resize(columns + 1, rows + 1, { fit: 'fill' })
      .raw()
      .toBuffer();
    const front = await sharp(upright.data, { raw })
      .resize(TEXTURE, TEXTURE, { fit: 'fill' })
      .jpeg({ quality: 90 })
      .toBuffer();
    const { dominant } = await sharp(upright.data, { raw }).stats();
    const edgeColour = [dominant.r / 255, dominant.g / 255, dominant.b / 255] as const;
    return {
      front,
      aspect,
      map: { columns, rows, values: Float32Array.from(luminance, (v) => v / 255), edgeColour },
    };
  } catch (error) {
    if (error instanceof EngineRefusal) throw error;
    throw new EngineRefusal('invalid_input', 'The image could not be read.');
  }
}
