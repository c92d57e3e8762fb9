import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { greyDifferences } from '../../test/support/grey-frames.js';
import { type EngineFile, EngineRefusal, type EngineTask } from '../engine.js';
import { imageToVideo } from './image-to-video.js';
import { STILL_MOTIONS } from './motion.js';
import { probeVideo } from './probe-video.js';

let directory: string;
let image: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'animate-'));
  image = join(directory, 'image.png');
  const [width, height] = [300, 200];
  const raw = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const dot = Math.hypot((x % 40) - 20, (y % 40) - 20) < 9;
    raw.set(dot ? [240, 220, 90] : [x / 2, y, 140 - y / 2], i * 3);
  }
  await sharp(raw, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(image);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

let runs = 0;
async function animate(input: Record<string, unknown>, more: Partial<EngineTask> = {}): Promise<EngineFile> {
  const into = await mkdtemp(join(directory, `run-${runs++}-`));
  const options = {
    prompt: '',
    duration: 1,
    motion: 'auto',
    sound: false,
    resolution: '360p',
    format: 'webm',
    ...input,
  };
  const task: EngineTask = {
    operation: 'embedded-animate',
    input: options,
    seed: 'a1',
    directory: into,
    imagePath: image,
    ...more,
  };
  const [file] = await imageToVideo(task, { progress: () => {}, signal: new AbortController().signal });
  return file!;
}

describe('embedded-animate', () => {
  it('keeps the shape of the image and has the requested length', async () => {
    const file = await animate({ duration: 1.5 });
    expect(file).toMatchObject({ contentType: 'video/webm', width: 540, height: 360, durationSeconds: 1.5 });
    expect(await probeVideo(file.path)).toMatchObject({
      width: 540,
      height: 360,
      frames: 36,
      hasAudio: false,
    });
  });

  it('applies the EXIF orientation', async () => {
    const turned = join(directory, 'turned.jpg');
    await sharp(image).withMetadata({ orientation: 6 }).jpeg().toFile(turned);
    const file = await animate({}, { imagePath: turned });
    expect([file.width, file.height]).toEqual([360, 540]);
  });

  it.each(STILL_MOTIONS)('moves without a jerk: %s', async (motion) => {
    const steps = await greyDifferences((await animate({ motion })).path);
    for (let i = 1; i < steps.length; i++) {
      expect(steps[i]).toBeGreaterThan(0.05);
      expect(Math.abs(steps[i]! - steps[i - 1]!)).toBeLessThan(
        0.25 * Math.max(steps[i]!, steps[i - 1]!) + 0.15,
      );
    }
  });

  it('writes the same bytes for the same seed, and another motion or light for another seed', async () => {
    const [one, again] = [await animate({}), await animate({})];
    expect((await readFile(one.path)).equals(await readFile(again.path))).toBe(true);
    const seen = new Set<string>();
    for (const seed of ['b', 'c', 'd', 'e'])
      seen.add((await readFile((await animate({}, { seed })).path)).toString('latin1'));
    expect(seen.size).toBeGreaterThan(1);
  });

  it('has sound as long as the picture when requested', async () => {
    const file = await animate({ sound: true, prompt: 'a calm sea' });
    expect((await probeVideo(file.path)).hasAudio).toBe(true);
    expect((await probeVideo(file.path)).durationSeconds).toBeCloseTo(1, 1);
  });

  it('rejects files that are no image, and images that are too long', async () => {
    const text = join(directory, 'text.png');
    await writeFile(text, 'not an image');
    await expect(animate({}, { imagePath: text })).rejects.toThrow(
      new EngineRefusal('invalid_input', 'The image could not be read.'),
    );
    const strip = join(directory, 'strip.png');
    await sharp({ create: { width: 900, height: 100, channels: 3, background: '#888' } })
      .png()
      .toFile(strip);
    await expect(animate({}, { imagePath: strip })).rejects.toThrow(EngineRefusal);
  });

  it('stops when it is aborted', async () => {
    const abort = new AbortController();
    const task: EngineTask = {
      operation: 'embedded-animate',
      input: { duration: 10 },
      seed: 'a',
      directory,
      imagePath: image,
    };
    let last = 0;
    const progress = (percent: number) => {
      last = percent;
      if (percent > 12) abort.abort(new Error('cancelled'));
    };
    await expect(imageToVideo(task, { progress, signal: abort.signal })).rejects.toThrow('cancelled');
    expect(last).toBeLessThan(15);
  });
});
