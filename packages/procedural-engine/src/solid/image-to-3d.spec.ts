import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeIO } from '@gltf-transform/core';
import sharp from 'sharp';
import { validateGlb } from '../../test/support/gltf.js';
import { inspect } from '../../test/support/mesh-inspection.js';
import type { EngineTask } from '../engine.js';
import { DETAILS } from './form.js';
import { imageTo3d } from './image-to-3d.js';
import { relief } from './relief.js';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'relief-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Creates a bright disc, left of the middle, on a dark blue ground. */
async function picture(width: number, height: number): Promise<string> {
  const disc = `<circle cx="${width * 0.3}" cy="${height / 2}" r="${Math.min(width, height) * 0.25}" fill="#ffd9a0"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#101c40"/>${disc}</svg>`;
  const path = join(directory, 'input.png');
  await sharp(Buffer.from(svg)).png().toFile(path);
  return path;
}

async function make(imagePath: string | undefined, input: Record<string, unknown> = {}) {
  const task: EngineTask = {
    operation: 'embedded-relief',
    input,
    seed: 'a'.repeat(64),
    directory,
    imagePath,
  };
  const [file] = await imageTo3d(task, { progress: () => {}, signal: new AbortController().signal });
  const bytes = await readFile(file!.path);
  const document = await new NodeIO().readBinary(bytes);
  const [front, body] = document.getRoot().listMeshes()[0]!.listPrimitives();
  return { bytes, document, front: front!, body: body! };
}

describe('the relief of a picture', () => {
  it.each(DETAILS)('has no validator error and no warning at %s detail', async (detail) => {
    const { bytes } = await make(await picture(300, 200), { detail });
    expect(await validateGlb(bytes)).toEqual([]);
  });

  it.each([
    [400, 200],
    [200, 400],
    [256, 256],
  ])('keeps the aspect ratio of a %i x %i picture', async (width, height) => {
    const { front } = await make(await picture(width, height), { detail: 'low' });
    const [low, high] = [
      front.getAttribute('POSITION')!.getMin([]),
      front.getAttribute('POSITION')!.getMax([]),
    ];
    expect((high[0]! - low[0]!) / (high[1]! - low[1]!)).toBeCloseTo(width / height, 3);
    expect(Math.max(high[0]! - low[0]!, high[1]! - low[1]!)).toBeCloseTo(1, 5);
  });

  it('rises where the picture is bright, to the requested depth, and is flat at the edge', async () => {
    const { front } = await make(await picture(400, 400), { detail: 'medium', depth: 0.2 });
    const position = front.getAttribute('POSITION')!;
    expect(position.getMax([])[2]).toBeGreaterThan(0.19);
    expect(position.getMax([])[2]).toBeLessThanOrEqual(0.2 + 1e-6);
    for (let i = 0; i < position.getCount(); i++) {
      const [x, y, z] = position.getElement(i, [] as number[]) as [number, number, number];
      if (Math.hypot(x + 0.2, y - 0.5) < 0.15) expect(z).toBeGreaterThan(0.18);
      if (Math.abs(x) > 0.4999 || y < 0.0001 || y > 0.9999) expect(z).toBe(0);
    }
  });

  it('shows the picture upright and unmirrored on its front', async () => {
    const { front } = await make(await picture(400, 200), { detail: 'low' });
    const [position, place] = [front.getAttribute('POSITION')!, front.getAttribute('TEXCOORD_0')!];
    for (let i = 0; i < position.getCount(); i += 37) {
      const [x, y] = position.getElement(i, [] as number[]) as [number, number];
      const [u, v] = place.getElement(i, [] as number[]) as [number, number];
      expect(u).toBeCloseTo(x + 0.5, 5);
      expect(v).toBeCloseTo(1 - y / 0.5, 5);
    }
    const texture = front.getMaterial()!.getBaseColorTexture()!;
    const { data, info } = await sharp(Buffer.from(texture.getImage()!))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const red = (u: number) => data[(info.width * 512 + Math.floor(u * info.width)) * info.channels]!;
    expect(red(0.3)).toBeGreaterThan(200);
    expect(red(0.8)).toBeLessThan(60);
  });

  it('is deterministic', async () => {
    const path = await picture(120, 90);
    const first = await make(path, { detail: 'low' });
    expect((await make(path, { detail: 'low' })).bytes.equals(first.bytes)).toBe(true);
  });

  it('applies the EXIF orientation', async () => {
    const path = join(directory, 'turned.jpg');
    await sharp(await picture(400, 200))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toFile(path);
    const { front } = await make(path, { detail: 'low' });
    const high = front.getAttribute('POSITION')!.getMax([]);
    expect(high[0]! * 2).toBeCloseTo(0.5, 3);
  });
});

describe('a relief', () => {
  it('is one closed surface that faces outward, front and body together', () => {
    const columns = 30;
    const rows = 20;
    const values = Float32Array.from({ length: 31 * 21 }, (_, i) => ((i * 7919) % 101) / 100);
    const { front, body } = relief({ columns, rows, values }, { aspect: 1.5, depth: 0.3 });
    const vertices = front.positions.length / 3;
    const whole = {
      positions: Float32Array.from([...front.positions, ...body.positions]),
      normals: Float32Array.from([...front.normals, ...body.normals]),
      places: Float32Array.from([...front.places, ...body.places]),
      indices: Uint32Array.from([...front.indices, ...body.indices.map((index) => index + vertices)]),
    };
    expect(inspect(whole)).toMatchObject({
      finite: true,
      openEdges: 0,
      insideOutShells: 0,
      shells: 1,
      badNormals: 0,
    });
  });
});

describe('a relief is rejected as invalid input for', () => {
  const refusal = { name: 'EngineRefusal', code: 'invalid_input' };

  it('no image', async () => {
    await expect(make(undefined)).rejects.toMatchObject(refusal);
  });

  it('a file that is not a picture', async () => {
    const path = join(directory, 'text.png');
    await writeFile(path, 'not a picture');
    await expect(make(path)).rejects.toMatchObject(refusal);
  });

  it('a strip', async () => {
    await expect(make(await picture(900, 60))).rejects.toMatchObject(refusal);
  });
});
