import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EncodedPacketSink } from 'mediabunny';
import type { Pcm } from '../audio/pcm.js';
import { type FilmOptions, makeFilm } from './film.js';
import { mp4Available } from './mp4.js';
import { isAllVp8KeyFrames, probeVideo, reading } from './probe-video.js';

const FRAME = 1 / 24;
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'film-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

function tone(seconds: number): Pcm {
  const left = Float32Array.from({ length: Math.round(seconds * 44100) }, (_, i) => 0.3 * Math.sin(i / 16));
  return { sampleRate: 44100, left, right: left.map((sample) => sample * 0.5) };
}

function film(name: string, more: Partial<FilmOptions> = {}): FilmOptions {
  return {
    path: join(directory, name),
    format: name.endsWith('mp4') ? 'mp4' : 'webm',
    width: 96,
    height: 54,
    frames: 24,
    title: 'A test',
    paint: (index, target) => target.fill((index * 9) | 0xff304050),
    progressFrom: 10,
    ...more,
  };
}

function context(signal = new AbortController().signal): {
  progress(percent: number): void;
  signal: AbortSignal;
  seen: number[];
} {
  const seen: number[] = [];
  return { progress: (percent) => void seen.push(percent), signal, seen };
}

/** Returns the end of the last packet of each track, in seconds. */
function trackEnds(path: string): Promise<{ picture: number; sound: number; title: string | undefined }> {
  return reading(path, async (input, video) => {
    const audio = (await input.getPrimaryAudioTrack())!;
    let picture = 0;
    for await (const packet of new EncodedPacketSink(video).packets()) picture = packet.timestamp + FRAME;
    let [last, before] = [0, 0];
    for await (const packet of new EncodedPacketSink(audio).packets())
      [before, last] = [last, packet.timestamp];
    const { title } = await input.getMetadataTags();
    return { picture, sound: last + (last - before), title };
  });
}

const FORMATS = mp4Available() ? ['webm', 'mp4'] : ['webm'];

describe.each(FORMATS)('a film as %s', (format) => {
  it('has every frame, the requested size, and its length in the header', async () => {
    const options = film(`a.${format}`);
    await makeFilm(options, context());
    const facts = await probeVideo(options.path);
    expect(facts).toMatchObject({ width: 96, height: 54, frames: 24, hasAudio: false });
    expect(facts.durationSeconds).toBeCloseTo(1, 2);
    const stated = await reading(options.path, (input) => input.getDurationFromMetadata());
    expect(stated).toBeCloseTo(1, 2);
  });

  it.each([1, 2.5])(
    'has sound and picture of %p s that end within a frame of each other',
    async (seconds) => {
      const options = film(`b.${format}`, { frames: seconds * 24, sound: tone(seconds) });
      await makeFilm(options, context());
      const ends = await trackEnds(options.path);
      expect(Math.abs(ends.picture - seconds)).toBeLessThan(0.002);
      expect(Math.abs(ends.sound - ends.picture)).toBeLessThanOrEqual(FRAME);
    },
  );

  it('states in its title that it is procedural', async () => {
    const options = film(`c.${format}`, { sound: tone(1) });
    await makeFilm(options, context());
    expect((await trackEnds(options.path)).title).toBe('A test (procedural)');
  });

  it('is the same file twice, at any time', async () => {
    const clock = Date.now;
    const files: Buffer[] = [];
    try {
      for (const [i, time] of [1.7e12, 1.9e12].entries()) {
        Date.now = () => time;
        const options = film(`d${i}.${format}`, { sound: tone(1) });
        await makeFilm(options, context());
        files.push(await readFile(options.path));
      }
    } finally {
      Date.now = clock;
    }
    expect(files[0]!.equals(files[1]!)).toBe(true);
  });

  it('reports rising progress and paints each frame once, in order', async () => {
    const painted: number[] = [];
    const options = film(`e.${format}`, { paint: (index, target) => (painted.push(index), target.fill(-1)) });
    const heard = context();
    await makeFilm(options, heard);
    expect(painted).toEqual([...Array(24).keys()]);
    expect(heard.seen).toHaveLength(24);
    expect(heard.seen).toEqual([...heard.seen].sort((a, b) => a - b));
    expect(heard.seen[0]).toBeGreaterThan(10);
    expect(heard.seen.at(-1)).toBeLessThanOrEqual(100);
  });

  it('stops at the next frame when it is aborted', async () => {
    const abort = new AbortController();
    let painted = 0;
    const paint = (_index: number, target: Int32Array) => {
      target.fill(-1);
      if (++painted === 5) abort.abort(new Error('cancelled'));
    };
    await expect(makeFilm(film(`f.${format}`, { paint }), context(abort.signal))).rejects.toThrow(
      'cancelled',
    );
    expect(painted).toBe(5);
  });

  it("rejects with the painter's error", async () => {
    const paint = (index: number, target: Int32Array) => {
      if (index === 4) throw new Error('no paint left');
      target.fill(-1);
    };
    await expect(makeFilm(film(`g.${format}`, { paint }), context())).rejects.toThrow('no paint left');
  });
});

describe('the encoder packages', () => {
  it('install no crash handler', async () => {
    const count = () =>
      process.listenerCount('uncaughtException') + process.listenerCount('unhandledRejection');
    const before = count();
    if (mp4Available()) await makeFilm(film('h.mp4'), context());
    expect(count()).toBe(before);
  });

  it('write only key frames to WebM', async () => {
    const options = film('i.webm');
    await makeFilm(options, context());
    expect(await isAllVp8KeyFrames(options.path)).toBe(true);
  });
});
