import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Document, NodeIO } from '@gltf-transform/core';
import sharp from 'sharp';
import { type CompiledEngine, compileEngine } from '../../test/support/compile-engine.js';
import { validateGlb } from '../../test/support/gltf.js';
import { inspect } from '../../test/support/mesh-inspection.js';
import type { EngineTask } from '../engine.js';
import { EnginePool } from '../host/engine-pool.js';
import { type Detail, DETAILS } from './form.js';
import { chooseForm, contextOf, FORMS, wordsOf } from './form-choice.js';
import { GENERATOR, type GlbPart, writeGlb } from './glb.js';
import { fit } from './mesh.js';
import { paintTexture } from './texture.js';

const SEED = '5e'.repeat(32);
let directory: string;
let engine: CompiledEngine;
let pool: EnginePool;
let stopsWhilePainting = false;

beforeAll(async () => {
  engine = await compileEngine();
  pool = new EnginePool({ size: 1, entry: engine.entry });
});
afterAll(async () => {
  await pool.stop();
  await rm(engine.directory, { recursive: true, force: true });
});
beforeEach(async () => {
  stopsWhilePainting = false;
  directory = await mkdtemp(join(tmpdir(), 'solid-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Runs the operation in a real child: painting a texture under Jest's module loader is twenty times slower. */
async function make(input: Record<string, unknown>, abort = new AbortController(), seed = SEED) {
  const percents: number[] = [];
  const task: EngineTask = { operation: 'embedded-mesh', input, seed, directory };
  const progress = (percent: number) => {
    percents.push(percent);
    if (percent > 20 && stopsWhilePainting) abort.abort(new Error('cancelled'));
  };
  const [file] = await pool.run(task, { progress, signal: abort.signal });
  return { file: file!, bytes: await readFile(file!.path), percents };
}

function solid(form: string, detail: Detail, seed = SEED) {
  const parts = FORMS[form]!.form(contextOf(form, wordsOf(form), seed, detail));
  fit(
    parts.map(({ mesh }) => mesh),
    1,
  );
  return parts;
}

const cases = Object.keys(FORMS).flatMap((form) => DETAILS.map((detail) => [form, detail] as const));

describe('every form at every detail', () => {
  it.each(cases)('%s, %s: is closed, faces outward, is valid glTF', async (form, detail) => {
    const parts = solid(form, detail);
    const painted: GlbPart[] = [];
    for (const { mesh, material } of parts) {
      const seen = inspect(mesh);
      expect({ material: material.name, ...seen }).toMatchObject({
        finite: true,
        openEdges: 0,
        insideOutShells: 0,
        badNormals: 0,
      });
      expect(seen.shells).toBeGreaterThan(0);
      painted.push({
        mesh,
        material,
        image: await paintTexture(16, material.paint, new AbortController().signal),
      });
    }
    const { path } = await writeGlb(join(directory, 'form.glb'), painted, { name: form, extras: {} });
    expect(await validateGlb(await readFile(path))).toEqual([]);
  });
});

describe('the file', () => {
  it.each(DETAILS)(
    'of a whole operation has no validator error and no warning at %s detail',
    async (detail) => {
      const { bytes, file } = await make({ prompt: 'a tropical island', detail });
      expect(await validateGlb(bytes)).toEqual([]);
      expect(file.contentType).toBe('model/gltf-binary');
    },
  );

  it('states that it is procedural, and its generator', async () => {
    const { bytes } = await make({ prompt: 'a castle', detail: 'low' });
    // Parsed here, because the library would replace the generator's name with its own.
    const { asset, extras } = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString());
    expect(asset.generator).toBe(GENERATOR);
    expect(extras).toMatchObject({ procedural: true, form: 'castle', formNamedByPrompt: true });
  });

  it('has its lowest point at y = 0 and a longest side of one metre', async () => {
    const { low, high } = boundsOf(await new NodeIO().readBinary((await make({ prompt: 'a rocket' })).bytes));
    expect(low[1]).toBeCloseTo(0, 5);
    expect(Math.max(...high.map((value, axis) => value - low[axis]!))).toBeCloseTo(1, 5);
  });

  it('has a base-colour texture in every material, 1024 pixels in the first', async () => {
    const document = await new NodeIO().readBinary((await make({ prompt: 'a house', detail: 'low' })).bytes);
    const sizes = document
      .getRoot()
      .listMaterials()
      .map((material) => material.getBaseColorTexture()!.getSize());
    expect(sizes).toEqual([[1024, 1024], ...sizes.slice(1).map(() => [512, 512])]);
  });

  it('has the colour that the prompt names', async () => {
    const document = await new NodeIO().readBinary(
      (await make({ prompt: 'a green vase', detail: 'low' })).bytes,
    );
    const image = document.getRoot().listTextures()[0]!.getImage()!;
    const { channels } = await sharp(Buffer.from(image)).stats();
    expect(channels[1]!.mean).toBeGreaterThan(channels[0]!.mean * 1.15);
    expect(channels[1]!.mean).toBeGreaterThan(channels[2]!.mean * 1.15);
  });
});

function boundsOf(document: Document) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const primitive of document.getRoot().listMeshes()[0]!.listPrimitives()) {
    const position = primitive.getAttribute('POSITION')!;
    position.getMin([]).forEach((value, axis) => (low[axis] = Math.min(low[axis]!, value)));
    position.getMax([]).forEach((value, axis) => (high[axis] = Math.max(high[axis]!, value)));
  }
  return { low, high };
}

describe('the operation', () => {
  it('writes the same bytes for the same seed and others for another', async () => {
    const first = await make({ prompt: 'a crystal', detail: 'low' });
    const second = await make({ prompt: 'a crystal', detail: 'low' });
    const other = await make({ prompt: 'a crystal', detail: 'low' }, undefined, 'b'.repeat(64));
    expect(second.bytes.equals(first.bytes)).toBe(true);
    expect(other.bytes.equals(first.bytes)).toBe(false);
  });

  it('has more triangles for more detail', () => {
    const count = (detail: Detail) =>
      solid('vase', detail).reduce((sum, { mesh }) => sum + mesh.indices.length, 0);
    expect(count('low')).toBeLessThan(count('medium'));
    expect(count('medium')).toBeLessThan(count('high'));
  });

  it('reports progress up to 100, never falling', async () => {
    const { percents } = await make({ prompt: 'a bowl', detail: 'low' });
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(percents.at(-1)).toBe(100);
  });

  it('stops during painting when aborted', async () => {
    stopsWhilePainting = true;
    await expect(make({ prompt: 'a castle', detail: 'low' })).rejects.toThrow('cancelled');
  });

  it('rejects an empty prompt', async () => {
    await expect(make({ prompt: '  ' })).rejects.toMatchObject({
      name: 'EngineRefusal',
      code: 'invalid_input',
    });
  });
});

describe('the choice of a form', () => {
  it.each([
    ['a tall blue vase on a wooden table', 'vase'],
    ['Mountains at dusk', 'terrain'],
    ['a stone castle', 'castle'],
    ['two mushrooms', 'mushroom'],
    ['a rock', 'asteroid'],
    ['city block', 'city'],
    ['a snowy pine tree', 'pine'],
    ['a glass bottle', 'bottle'],
    ['gold ring', 'torus'],
  ])('"%s" is a %s', (prompt, form) => {
    expect(chooseForm(wordsOf(prompt), SEED)).toMatchObject({ name: form, isUnderstood: true });
  });

  it('depends on the seed when the prompt names none, and is reported as not understood', () => {
    expect(chooseForm(wordsOf('quarterly earnings'), SEED)).toMatchObject({ isUnderstood: false });
  });
});
