import { random } from '../random.js';
import { LayerStage, type Placement } from './layer-stage.js';

const [WIDTH, HEIGHT] = [150, 70];
const [LAYER_WIDTH, LAYER_HEIGHT] = [190, 100];

interface Layer {
  name: string;
  depth: number;
  rgba: Buffer;
  width: number;
  height: number;
}

/** Creates noise whose alpha is 255 below a slanted ridge, 0 above it and between along it. */
function ridge(seed: string, level: number): Layer {
  const chance = random(seed);
  const rgba = Buffer.alloc(LAYER_WIDTH * LAYER_HEIGHT * 4);
  for (let y = 0; y < LAYER_HEIGHT; y++) {
    for (let x = 0; x < LAYER_WIDTH; x++) {
      const alpha = Math.min(255, Math.max(0, (y - level - x * 0.1) * 40));
      const colour = [chance.integer(0, 255), chance.integer(0, 255), chance.integer(0, 255)];
      rgba.set([...colour, alpha], (y * LAYER_WIDTH + x) * 4);
    }
  }
  return { name: seed, depth: 0, rgba, width: LAYER_WIDTH, height: LAYER_HEIGHT };
}

/** Computes a pixel of the same picture in floating-point arithmetic. */
function reference(layers: Layer[], placements: Placement[], x: number, y: number): number[] {
  let colour = [0, 0, 0];
  layers.forEach(({ rgba }, i) => {
    const { left, top, step } = placements[i]!;
    const [sx, sy] = [left + x * step, top + y * step];
    const [column, row, fx, fy] = [Math.floor(sx), Math.floor(sy), sx % 1, sy % 1];
    const sample = [0, 0, 0, 0];
    for (const [dx, dy, weight] of [
      [0, 0, (1 - fx) * (1 - fy)],
      [1, 0, fx * (1 - fy)],
      [0, 1, (1 - fx) * fy],
      [1, 1, fx * fy],
    ] as const) {
      const at = ((row + dy) * LAYER_WIDTH + column + dx) * 4;
      const alpha = rgba[at + 3]! / 255;
      for (let c = 0; c < 3; c++) sample[c]! += weight * alpha * rgba[at + c]!;
      sample[3]! += weight * alpha;
    }
    colour = colour.map((below, c) => sample[c]! + below * (1 - sample[3]!));
  });
  return colour;
}

describe('layer stage', () => {
  const placements: Placement[] = [
    { left: 12.3, top: 8.7, step: 0.97 },
    { left: 10.52, top: 9.25, step: 0.93 },
    { left: 20, top: 4, step: 0.9 },
  ];

  it('composes zoomed layers at subpixel positions like floating-point arithmetic', () => {
    const layers = [ridge('sky', -100), ridge('hills', 30), ridge('front', 55)];
    const copies = layers.map((layer) => ({ ...layer, rgba: Buffer.from(layer.rgba) }));
    const target = new Int32Array(WIDTH * HEIGHT);
    new LayerStage(copies, WIDTH, HEIGHT).draw(target, placements);
    let worst = 0;
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        const pixel = target[y * WIDTH + x]!;
        const expected = reference(layers, placements, x, y);
        expected.forEach((value, c) => {
          worst = Math.max(worst, Math.abs(((pixel >>> (8 * c)) & 255) - value));
        });
      }
    }
    // Positions and weights have 8 bits; the error is at most a level and a half per layer.
    expect(worst).toBeLessThan(6);
  });

  it('never samples outside a layer, however far the camera moves', () => {
    const target = new Int32Array(WIDTH * HEIGHT);
    const wave = { height: 4, horizon: 0, perRow: 1, phase: 2 };
    const stage = new LayerStage([ridge('sky', -100)], WIDTH, HEIGHT);
    for (const far of [
      { left: -500, top: -500, step: 1 },
      { left: 9000, top: 9000, step: 1 },
      { left: 0, top: 0, step: 7, wave },
      { left: 9000, top: 0, step: 1, wave },
    ]) {
      stage.draw(target, [far]);
      expect(target.every((pixel) => pixel >>> 24 === 255)).toBe(true);
    }
  });

  it('detects where only the sky is visible', () => {
    const stage = new LayerStage([ridge('sky', -100), ridge('hills', 50)], WIDTH, HEIGHT);
    const placed = [placements[0]!, { left: 10, top: 10, step: 1 }];
    expect(stage.isSky(placed, 5, 5)).toBe(true);
    expect(stage.isSky(placed, 5, HEIGHT - 1)).toBe(false);
  });

  it('leaves black where no layer is', () => {
    const target = new Int32Array(WIDTH * HEIGHT).fill(0x123456);
    new LayerStage([ridge('front', 200)], WIDTH, HEIGHT).draw(target, [{ left: 5, top: 5, step: 1 }]);
    expect(new Set(target)).toEqual(new Set([0xff000000 | 0]));
  });
});
