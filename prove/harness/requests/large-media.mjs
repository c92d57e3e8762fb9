// Real media of a given size. They can be decoded and hardly compress.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';

const run = promisify(execFile);

/** Creates a JPEG of noise, about one byte per pixel. */
export function noisyPhoto(width, height) {
  const raw = { width, height, channels: 3 };
  return sharp(randomBytes(width * height * 3), { raw })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** Creates an MP4 of 1280 × 720 that ends with the frame that reaches `megabytes`. Needs ffmpeg. */
export async function noisyVideo(megabytes) {
  const path = join(tmpdir(), `offprint-video-${randomBytes(6).toString('hex')}.mp4`);
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=30,noise=alls=60:allf=t', '-t', '60'];
  const coding = ['-c:v', 'mpeg4', '-q:v', '2', '-pix_fmt', 'yuv420p', '-fs', String(megabytes * 1_000_000)];
  try {
    await run('ffmpeg', ['-v', 'error', ...source, ...coding, path]);
    return await readFile(path);
  } finally {
    await rm(path, { force: true });
  }
}
