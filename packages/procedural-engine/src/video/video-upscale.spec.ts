import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EncodedPacketSink } from 'mediabunny';
import sharp from 'sharp';
import { type EngineFile, EngineRefusal } from '../engine.js';
import { findFfmpeg } from './ffmpeg.js';
import { type FilmOptions, makeFilm } from './film.js';
import { mp4Available } from './mp4.js';
import { probeVideo, reading } from './probe-video.js';
import { videoUpscale } from './video-upscale.js';
import { webpOfVp8 } from './vp8-frames.js';

const environment = { ...process.env };
let directory: string;
let runs = 0;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'upscale-'));
});
afterEach(() => {
  for (const name of ['PATH', 'FFMPEG_PATH'] as const) {
    if (environment[name] === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = environment[name];
  }
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** A clip of half a second with a tone. */
async function clip(format: 'webm' | 'mp4', more: Partial<FilmOptions> = {}): Promise<string> {
  const path = join(directory, `clip-${runs++}.${format}`);
  const left = Float32Array.from({ length: 22050 }, (_, i) => 0.3 * Math.sin(i / 20));
  const [width, height] = [80, 44];
  const paint = (index: number, target: Int32Array) => {
    for (let i = 0; i < target.length; i++)
      target[i] = (((i % 80) * 3) << (index % 3 === 0 ? 0 : 8)) | 0xff202020;
  };
  const sound = { sampleRate: 44100 as const, left, right: left };
  const options = {
    path,
    format,
    width,
    height,
    frames: 12,
    title: 'clip',
    sound,
    paint,
    progressFrom: 0,
    ...more,
  };
  await makeFilm(options, { progress: () => {}, signal: new AbortController().signal });
  return path;
}

async function enlarge(
  videoPath: string,
  scale = 2,
  signal = new AbortController().signal,
  progress: (percent: number) => void = () => {},
): Promise<EngineFile> {
  const into = await mkdtemp(join(directory, 'run-'));
  const input = { scale };
  const task = { operation: 'embedded-video-upscale' as const, input, seed: 'a', directory: into, videoPath };
  const [file] = await videoUpscale(task, { progress, signal });
  return file!;
}

function soundHashes(path: string): Promise<string[]> {
  return reading(path, async (input) => {
    const hashes: string[] = [];
    for await (const { data, timestamp } of new EncodedPacketSink(
      (await input.getPrimaryAudioTrack())!,
    ).packets()) {
      hashes.push(`${timestamp.toFixed(3)} ${createHash('sha256').update(data).digest('hex')}`);
    }
    return hashes;
  });
}

function firstFrame(path: string): Promise<Buffer> {
  return reading(path, async (_input, track) => {
    const packet = await new EncodedPacketSink(track).getFirstPacket();
    return sharp(webpOfVp8(packet!.data)).png().toBuffer();
  });
}

describe("embedded-video-upscale of the engine's own WebM", () => {
  it.each([2, 4])(
    'makes it %i times as large and keeps frames, length and every sound packet',
    async (scale) => {
      const from = await clip('webm');
      const file = await enlarge(from, scale);
      expect(file).toMatchObject({ contentType: 'video/webm', width: 80 * scale, height: 44 * scale });
      const facts = await probeVideo(file.path);
      expect(facts).toMatchObject({ width: 80 * scale, height: 44 * scale, frames: 12, codec: 'vp8' });
      expect(facts.durationSeconds).toBeCloseTo((await probeVideo(from)).durationSeconds, 2);
      const sound = await soundHashes(file.path);
      expect(sound.length).toBeGreaterThan(5);
      expect(sound).toEqual(await soundHashes(from));
    },
  );

  it('shows the same picture', async () => {
    const from = await clip('webm');
    const file = await enlarge(from);
    const small = await sharp(await firstFrame(from))
      .raw()
      .toBuffer();
    const shrunk = await sharp(await firstFrame(file.path))
      .resize(80, 44, { kernel: 'cubic' })
      .raw()
      .toBuffer();
    let difference = 0;
    for (let i = 0; i < small.length; i++) difference += Math.abs(small[i]! - shrunk[i]!);
    expect(difference / small.length).toBeLessThan(4);
  });

  it('needs no ffmpeg', async () => {
    process.env.PATH = '';
    delete process.env.FFMPEG_PATH;
    expect((await enlarge(await clip('webm'))).width).toBe(160);
  });

  it('writes the same bytes twice', async () => {
    const from = await clip('webm');
    const files = [await readFile((await enlarge(from)).path), await readFile((await enlarge(from)).path)];
    expect(files[0]!.equals(files[1]!)).toBe(true);
  });

  it('stops when it is aborted', async () => {
    const from = await clip('webm', { frames: 120 });
    const abort = new AbortController();
    let last = 0;
    const running = enlarge(from, 2, abort.signal, (percent) => {
      last = percent;
      if (percent > 5) abort.abort(new Error('cancelled'));
    });
    await expect(running).rejects.toThrow('cancelled');
    expect(last).toBeLessThan(12);
  });

  it('rejects results and lengths above the limits, with numbers', async () => {
    const large = await clip('webm', { width: 1000, height: 400, frames: 1 });
    await expect(enlarge(large, 4)).rejects.toThrow('would be 4000x1600 pixels; the limit is 2560x1440');
    const long = await clip('webm', { frames: 24 * 11 });
    await expect(enlarge(long)).rejects.toThrow('is 11.0 seconds long; the limit is 10 seconds');
  });

  it('rejects frames that are damaged or differ from the container', async () => {
    const path = await clip('webm');
    const file = await readFile(path);
    // The start code of a key frame, then its width: 14 bits.
    const at = file.indexOf(Buffer.from([0x9d, 0x01, 0x2a]));
    file.writeUInt16LE(16000, at + 3);
    file.writeUInt16LE(16000, at + 5);
    await writeFile(path, file);
    await expect(enlarge(path)).rejects.toThrow(
      new EngineRefusal('invalid_input', 'The video could not be read.'),
    );
  });

  it('rejects files that are no video', async () => {
    const path = join(directory, 'garbage.webm');
    for (const content of ['', 'not a video', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n']) {
      await writeFile(path, content);
      await expect(enlarge(path)).rejects.toThrow(
        new EngineRefusal('invalid_input', 'The video could not be read.'),
      );
    }
  });
});

describe('embedded-video-upscale of other videos', () => {
  it('is rejected with a clear message on a server without ffmpeg', async () => {
    if (!mp4Available()) return;
    process.env.PATH = '';
    delete process.env.FFMPEG_PATH;
    const message = 'Video upscale of this input needs ffmpeg on the server.';
    await expect(enlarge(await clip('mp4'))).rejects.toThrow(new EngineRefusal('invalid_input', message));
  });

  it('uses ffmpeg if there is one', async () => {
    if (!mp4Available() || !findFfmpeg()) return;
    const from = await clip('mp4');
    const file = await enlarge(from);
    expect(file).toMatchObject({ contentType: 'video/mp4', width: 160, height: 88 });
    expect(await probeVideo(file.path)).toMatchObject({
      width: 160,
      height: 88,
      frames: 12,
      codec: 'avc',
      hasAudio: true,
    });
  });

  it.each([
    ['mjpeg', 'mov'],
    ['mjpeg', 'mkv'],
    ['mpeg4', 'mp4'],
    ['mpeg4', 'mkv'],
    ['h263', 'mov'],
    ['ffv1', 'mkv'],
    ['png', 'mov'],
    ['mpeg2video', 'mkv'],
    ['prores', 'mov'],
  ])('enlarges what only ffmpeg decodes: %s in %s', async (codec, container) => {
    const program = findFfmpeg();
    if (!program) return;
    const from = join(directory, `${codec}.${container}`);
    const source = ['-f', 'lavfi', '-i', 'testsrc=s=176x144:r=25:d=0.2'];
    execFileSync(program, ['-v', 'error', '-y', ...source, '-c:v', codec, from]);
    const file = await enlarge(from);
    expect(await probeVideo(file.path)).toMatchObject({ width: 352, height: 288, codec: 'avc', frames: 5 });
  });

  it('ends ffmpeg at once when it is aborted', async () => {
    if (!mp4Available()) return;
    const from = await clip('mp4');
    const pidFile = join(directory, 'pid');
    await useProgram(`echo $$ > ${pidFile}; echo out_time_us=250000; exec sleep 600`);
    const abort = new AbortController();
    const running = enlarge(from, 2, abort.signal, (percent) => {
      if (percent > 40) abort.abort(new Error('cancelled'));
    });
    await expect(running).rejects.toThrow('cancelled');
    const pid = Number(await readFile(pidFile, 'utf8'));
    expect(() => process.kill(pid, 0)).toThrow();
  });

  it('opens only the file itself: container and protocol are fixed', async () => {
    if (!mp4Available()) return;
    const from = await clip('mp4');
    const seen = join(directory, 'arguments');
    await useProgram(`printf '%s\\n' "$@" > ${seen}`);
    await enlarge(from);
    const words = (await readFile(seen, 'utf8')).split('\n');
    const input = words.indexOf('-i');
    expect(words.slice(input - 6, input + 2)).toEqual([
      '-max_pixels',
      '3686400',
      '-protocol_whitelist',
      'file',
      '-f',
      'mov',
      '-i',
      `file:${from}`,
    ]);
    expect(words).toContain('-nostdin');
  });

  it('distinguishes a file that ffmpeg cannot read from an ffmpeg that does not work', async () => {
    if (!mp4Available()) return;
    const from = await clip('mp4');
    await useProgram('echo "Invalid data found" >&2; exit 1');
    await expect(enlarge(from)).rejects.toThrow(EngineRefusal);
    await useProgram('echo "Unknown encoder \'libx264\'" >&2; exit 1');
    await expect(enlarge(from)).rejects.toThrow('this ffmpeg has no libx264');
  });
});

describe('finding ffmpeg', () => {
  it('prefers FFMPEG_PATH, and never uses a program from a relative folder', async () => {
    const program = await useProgram('exit 0');
    expect(findFfmpeg({ FFMPEG_PATH: program, PATH: '/nowhere' })).toBe(program);
    expect(findFfmpeg({ FFMPEG_PATH: '/nowhere/ffmpeg', PATH: process.env.PATH })).toBeUndefined();
    expect(findFfmpeg({ PATH: '.:relative' })).toBeUndefined();
  });
});

/** Replaces ffmpeg with a shell script. */
async function useProgram(script: string): Promise<string> {
  const program = join(await mkdtemp(join(directory, 'bin-')), 'ffmpeg');
  await writeFile(program, `#!/bin/sh\n${script}\n`);
  await chmod(program, 0o755);
  process.env.FFMPEG_PATH = program;
  return program;
}
