import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { EngineContext, EngineFile, EngineOperation } from '../engine.js';
import { cutout } from './cutout.js';
import { reframe } from './reframe.js';
import { frameSize, textToImage } from './text-to-image.js';
import { upscale } from './upscale.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'offprint-picture-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function run(
  operation: EngineOperation,
  input: Record<string, unknown>,
  imagePath?: string,
  context?: Partial<EngineContext>,
): Promise<EngineFile> {
  const files = await operation(
    { operation: 'embedded-image', input, seed: 'c0ffee', directory, ...(imagePath ? { imagePath } : {}) },
    { progress: () => {}, signal: new AbortController().signal, ...context },
  );
  return files[0]!;
}

async function studioPicture(width: number, height: number): Promise<string> {
  const path = join(directory, 'studio.png');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#e8e6e2"/><stop offset="1" stop-color="#c9c6c0"/></linearGradient></defs>` +
    `<rect width="100%" height="100%" fill="url(#g)"/><ellipse cx="${width / 2}" cy="${height / 2}" rx="${width * 0.27}" ry="${height * 0.33}" fill="#8c2f3a"/><circle cx="${width * 0.45}" cy="${height * 0.42}" r="${width * 0.08}" fill="#e0b060"/></svg>`;
  await sharp(Buffer.from(svg)).png().toFile(path);
  return path;
}

describe('text to image', () => {
  it.each([
    ['1:1', 256, 256, 256],
    ['16:9', 320, 320, 180],
    ['9:16', 320, 180, 320],
    ['21:9', 300, 300, 129],
    ['4:1', 256, 256, 64],
    ['1:4', 256, 64, 256],
    ['7:5', 301, 301, 215],
  ])('has the size of %s at %d px', async (aspectRatio, resolution, width, height) => {
    const file = await run(textToImage, {
      prompt: 'abstract geometric',
      aspectRatio,
      resolution,
      format: 'png',
    });
    const { width: w, height: h } = await sharp(file.path).metadata();
    expect([w, h, file.width, file.height]).toEqual([width, height, width, height]);
  });

  it('keeps every ratio between 1:4 and 4:1 within a pixel', () => {
    for (let w = 1; w <= 40; w++) {
      for (const h of [1, 3, 7, 10, 13]) {
        if (w / h < 0.25 || w / h > 4) continue;
        const size = frameSize(w / h, 777);
        expect(Math.max(size.width, size.height)).toBe(777);
        const exact = w >= h ? (777 * h) / w : (777 * w) / h;
        expect(Math.abs(Math.min(size.width, size.height) - exact)).toBeLessThanOrEqual(0.5 + 1e-9);
      }
    }
  });

  it('writes the same bytes for the same seed', async () => {
    const input = { prompt: 'abstract waves', aspectRatio: '2:1', resolution: 256 };
    const first = await readFile((await run(textToImage, input)).path);
    const again = await readFile((await run(textToImage, input)).path);
    expect(again.equals(first)).toBe(true);
  });

  it.each(['png', 'webp', 'jpeg'] as const)(
    'says in the %s itself that no AI model made it',
    async (format) => {
      const file = await run(textToImage, { prompt: 'bauhaus', resolution: 256, format });
      expect(file.contentType).toBe(`image/${format}`);
      const bytes = await readFile(file.path);
      expect(bytes.includes('not made by an AI model')).toBe(true);
      expect((await sharp(file.path).metadata()).format).toBe(format);
    },
  );

  it('stops on abort', async () => {
    await expect(
      run(textToImage, { prompt: 'sea', resolution: 256 }, undefined, { signal: AbortSignal.abort() }),
    ).rejects.toThrow(/abort/i);
  });

  it('rejects a ratio outside its range', async () => {
    await expect(run(textToImage, { prompt: 'sea', aspectRatio: '9:1' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('upscale', () => {
  it.each([2, 4])('enlarges %d times, alpha kept', async (scale) => {
    const path = join(directory, 'in.png');
    await sharp({
      create: { width: 37, height: 21, channels: 4, background: { r: 200, g: 30, b: 60, alpha: 0.5 } },
    })
      .png()
      .toFile(path);
    const file = await run(upscale, { scale, format: 'webp' }, path);
    const meta = await sharp(file.path).metadata();
    expect([meta.width, meta.height, meta.hasAlpha]).toEqual([37 * scale, 21 * scale, true]);
  });

  it('applies the EXIF orientation first', async () => {
    const path = join(directory, 'turned.jpg');
    await sharp({ create: { width: 40, height: 20, channels: 3, background: '#456' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toFile(path);
    const file = await run(upscale, { scale: 2, format: 'png' }, path);
    expect([file.width, file.height]).toEqual([40, 80]);
  });

  it('rejects an output above the limit', async () => {
    const path = join(directory, 'wide.png');
    await sharp({ create: { width: 2200, height: 8, channels: 3, background: '#456' } })
      .png()
      .toFile(path);
    await expect(run(upscale, { scale: 4 }, path)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('rejects a damaged file with the public message', async () => {
    const path = join(directory, 'bad.png');
    await writeFile(path, 'not a picture');
    for (const operation of [upscale, cutout, reframe]) {
      await expect(run(operation, { scale: 2, aspectRatio: '1:1' }, path)).rejects.toMatchObject({
        code: 'invalid_input',
        message: 'The image could not be read.',
      });
    }
  });

  it('rejects a truncated picture', async () => {
    const path = join(directory, 'cut.png');
    const noise = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, i) => (i * 7919) % 251));
    const whole = await sharp(noise, { raw: { width: 200, height: 200, channels: 3 } })
      .png()
      .toBuffer();
    await writeFile(path, whole.subarray(0, whole.length / 2));
    await expect(run(upscale, { scale: 2 }, path)).rejects.toMatchObject({
      message: 'The image could not be read.',
    });
  });
});

describe('cutout', () => {
  it('finds the subject of a studio picture (IoU above 0.95)', async () => {
    const [width, height] = [640, 480];
    const file = await run(cutout, { format: 'png' }, await studioPicture(width, height));
    const { data } = await sharp(file.path).raw().toBuffer({ resolveWithObject: true });
    let both = 0;
    let either = 0;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const truth =
          ((x + 0.5 - width / 2) / (width * 0.27)) ** 2 + ((y + 0.5 - height / 2) / (height * 0.33)) ** 2 <=
          1;
        const kept = data[(y * width + x) * 4 + 3]! > 127;
        if (truth && kept) both++;
        if (truth || kept) either++;
      }
    }
    expect(both / either).toBeGreaterThan(0.95);
  });

  it('keeps transparent pixels transparent', async () => {
    const path = join(directory, 'alpha.png');
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><circle cx="100" cy="100" r="60" fill="#264" fill-opacity="0.5"/></svg>';
    await sharp(Buffer.from(svg)).png().toFile(path);
    const file = await run(cutout, { format: 'png' }, path);
    const { data } = await sharp(file.path).raw().toBuffer({ resolveWithObject: true });
    expect(data[3]).toBe(0);
    expect(data[(100 * 200 + 100) * 4 + 3]).toBeGreaterThan(120);
    expect(data[(100 * 200 + 100) * 4 + 3]).toBeLessThan(135);
  });

  it('rejects an empty backdrop', async () => {
    const path = join(directory, 'plain.png');
    await sharp({ create: { width: 120, height: 90, channels: 3, background: '#cde' } })
      .png()
      .toFile(path);
    await expect(run(cutout, {}, path)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('No subject'),
    });
  });

  it('rejects a picture without a plain background', async () => {
    const path = join(directory, 'framed.png');
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="#135"/><rect x="1" y="1" width="398" height="398" fill="#d94"/></svg>';
    await sharp(Buffer.from(svg)).png().toFile(path);
    const files = run(cutout, {}, path);
    await expect(files).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('reframe', () => {
  it('extends a picture without changing a pixel of the original', async () => {
    const path = await studioPicture(120, 120);
    const file = await run(reframe, { aspectRatio: '16:9', format: 'png' }, path);
    expect([file.width, file.height]).toEqual([213, 120]);
    const original = await sharp(path).removeAlpha().raw().toBuffer();
    const middle = await sharp(file.path)
      .extract({ left: 46, top: 0, width: 120, height: 120 })
      .removeAlpha()
      .raw()
      .toBuffer();
    expect(middle.equals(original)).toBe(true);
  });

  it('has no seam where the new area starts', async () => {
    const path = join(directory, 'sky.png');
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160"><defs><linearGradient id="g" x1="0" y1="0" x2="0.3" y2="1"><stop offset="0" stop-color="#246"/><stop offset="1" stop-color="#fc9"/></linearGradient></defs><rect width="160" height="160" fill="url(#g)"/></svg>';
    await sharp(Buffer.from(svg)).removeAlpha().png().toFile(path);
    const file = await run(reframe, { aspectRatio: '1:2', format: 'png' }, path);
    expect([file.width, file.height]).toEqual([160, 320]);
    const { data, info } = await sharp(file.path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    for (const row of [79, 239]) {
      for (let x = 0; x < info.width; x++) {
        for (let c = 0; c < 3; c++) {
          const step = data[(row * info.width + x) * 3 + c]! - data[((row + 1) * info.width + x) * 3 + c]!;
          expect(Math.abs(step)).toBeLessThanOrEqual(6);
        }
      }
    }
  });

  it('crops to the ratio within the picture', async () => {
    const file = await run(
      reframe,
      { aspectRatio: '4:5', mode: 'crop', format: 'jpeg' },
      await studioPicture(200, 120),
    );
    expect([file.width, file.height]).toEqual([96, 120]);
  });
});
