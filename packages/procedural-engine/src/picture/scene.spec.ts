import { createHash } from 'node:crypto';
import { SCENE_FAMILIES } from './prompt-reading.js';
import { flattenScene, paintScene } from './scene.js';

const PROMPTS: Record<(typeof SCENE_FAMILIES)[number], string> = {
  landscape: 'snowy mountains with a lake',
  sea: 'sea with a lighthouse and a boat',
  city: 'neon city street',
  forest: 'forest with a deer and mushrooms',
  space: 'planet with rings and a comet',
  portrait: 'portrait of a woman, forest',
  'still-life': 'still life with vase, pears and cup',
  abstract: 'abstract',
  desert: 'desert with a cactus',
  meadow: 'meadow with flowers and a tree',
};

async function hashOf(prompt: string, seed: string): Promise<string> {
  const scene = await paintScene({ prompt, seed, width: 56, height: 42 });
  return createHash('sha256')
    .update(await flattenScene(scene))
    .digest('hex');
}

describe('painting a scene', () => {
  it.each(SCENE_FAMILIES)(
    'paints %s the same for the same seed and differently for another',
    async (family) => {
      const prompt = PROMPTS[family];
      const [first, again, other] = [
        await hashOf(prompt, 'a'),
        await hashOf(prompt, 'a'),
        await hashOf(prompt, 'b'),
      ];
      expect(again).toBe(first);
      expect(other).not.toBe(first);
    },
  );

  it.each(SCENE_FAMILIES)(
    'paints %s with an opaque farthest layer and depths from far to near',
    async (family) => {
      const scene = await paintScene({
        prompt: PROMPTS[family],
        seed: 's',
        width: 40,
        height: 71,
        overscan: 0.1,
      });
      expect(scene.reading.family).toBe(family);
      const depths = scene.layers.map((layer) => layer.depth);
      expect([...depths].sort((a, b) => a - b)).toEqual(depths);
      for (const layer of scene.layers) {
        expect([layer.width, layer.height]).toEqual([40 + 2 * 4, 71 + 2 * 7]);
        expect(layer.rgba).toHaveLength(layer.width * layer.height * 4);
      }
      const back = scene.layers[0]!.rgba;
      let clear = 0;
      for (let i = 3; i < back.length; i += 4) if (back[i]! < 255) clear++;
      expect(clear).toBe(0);
    },
  );

  it('flattens to the visible frame', async () => {
    const scene = await paintScene({ prompt: 'sea', seed: 's', width: 81, height: 33, overscan: 0.2 });
    expect(await flattenScene(scene)).toHaveLength(81 * 33 * 3);
  });

  it('stops between layers when aborted', async () => {
    const stop = new AbortController();
    let layers = 0;
    const painting = paintScene({
      prompt: 'mountains',
      seed: 's',
      width: 64,
      height: 64,
      signal: stop.signal,
      progress: () => {
        layers++;
        stop.abort();
      },
    });
    await expect(painting).rejects.toThrow(/abort/i);
    expect(layers).toBe(1);
  });

  it('has no large area without texture or gradient, as a layer that failed to paint would leave', async () => {
    for (const family of SCENE_FAMILIES) {
      const rgb = await flattenScene(
        await paintScene({ prompt: PROMPTS[family], seed: 't', width: 64, height: 64 }),
      );
      const seen = new Set<number>();
      for (let i = 0; i < rgb.length; i += 3)
        seen.add((rgb[i]! >> 3) * 1024 + (rgb[i + 1]! >> 3) * 32 + (rgb[i + 2]! >> 3));
      expect(seen.size).toBeGreaterThan(60);
    }
  });
});
