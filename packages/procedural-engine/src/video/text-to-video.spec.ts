import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EncodedPacketSink } from 'mediabunny';
import { greyDifferences, greyFrames } from '../../test/support/grey-frames.js';
import { soundTrack } from '../audio/sound-track.js';
import type { EngineFile } from '../engine.js';
import { accentsFrom } from './accents.js';
import { probeVideo, reading } from './probe-video.js';
import { textToVideo } from './text-to-video.js';

const FRAME = 1 / 24;
const SEED = 'c0ffee'.repeat(10);
/** Painting a scene is several times slower in the test runner's sandbox than outside it. */
const TIMEOUT_MS = 240_000;
const PROMPT = 'calm sea at dawn';
let directory: string;
/** Three seconds with sound, used by several tests. */
let clip: EngineFile;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'video-'));
  clip = await film({ duration: 3 });
}, TIMEOUT_MS);
afterAll(() => rm(directory, { recursive: true, force: true }));

async function film(
  input: Record<string, unknown>,
  seed = SEED,
  signal = new AbortController().signal,
  progress: (percent: number) => void = () => {},
): Promise<EngineFile> {
  const into = await mkdtemp(join(directory, 'run-'));
  const options = { prompt: PROMPT, duration: 1, resolution: '360p', ...input };
  const task = { operation: 'embedded-video' as const, input: options, seed, directory: into };
  const [file] = await textToVideo(task, { progress, signal });
  return file!;
}

function mean(values: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}

describe('embedded-video', () => {
  it('has the requested shape, length and sound', async () => {
    expect(clip).toMatchObject({ contentType: 'video/webm', width: 640, height: 360, durationSeconds: 3 });
    expect(await probeVideo(clip.path)).toMatchObject({
      width: 640,
      height: 360,
      frames: 72,
      hasAudio: true,
    });
  });

  it('ends its sound within one frame of its picture', async () => {
    const end = await reading(clip.path, async (input) => {
      const audio = (await input.getPrimaryAudioTrack())!;
      let [last, before] = [0, 0];
      for await (const packet of new EncodedPacketSink(audio).packets())
        [before, last] = [last, packet.timestamp];
      return last + (last - before);
    });
    expect(Math.abs(end - 3)).toBeLessThanOrEqual(FRAME);
  });

  it('pulses on the beat: the picture brightens on the frame of a musical accent', async () => {
    const { onsets } = await soundTrack({ prompt: PROMPT, durationSeconds: 3, seed: SEED });
    const times = accentsFrom(onsets).times.filter((time) => time > 0.3 && time < 2.7);
    expect(times.length).toBeGreaterThan(0);
    const light = (await greyFrames(clip.path)).map((frame) => mean(frame));
    for (const time of times) {
      const frame = Math.round(time / FRAME);
      expect(Math.max(light[frame]!, light[frame + 1]!)).toBeGreaterThan(light[frame - 3]! + 0.3);
    }
  });

  it('is silent, upright and moves evenly when requested', async () => {
    const file = await film({ aspectRatio: '9:16', sound: false });
    expect(await probeVideo(file.path)).toMatchObject({
      width: 360,
      height: 640,
      frames: 24,
      hasAudio: false,
    });
    const steps = await greyDifferences(file.path);
    for (let i = 1; i < steps.length; i++) {
      expect(steps[i]).toBeGreaterThan(0.05);
      expect(Math.abs(steps[i]! - steps[i - 1]!)).toBeLessThan(
        0.3 * Math.max(steps[i]!, steps[i - 1]!) + 0.2,
      );
    }
  });

  it(
    'gives the same bytes for the same seed and others for another',
    async () => {
      const bytes = await readFile(clip.path);
      expect(bytes.equals(await readFile((await film({ duration: 3 })).path))).toBe(true);
      expect(bytes.equals(await readFile((await film({ duration: 3 }, 'other')).path))).toBe(false);
    },
    TIMEOUT_MS,
  );

  it('reports progress that never falls and stops when it is aborted', async () => {
    const abort = new AbortController();
    const seen: number[] = [];
    const progress = (percent: number) => {
      seen.push(percent);
      if (percent > 30) abort.abort(new Error('cancelled'));
    };
    await expect(film({ duration: 10 }, SEED, abort.signal, progress)).rejects.toThrow('cancelled');
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBeLessThan(33);
  });
});
