/**
 * Finds the optional ffmpeg of the server and enlarges videos with it. The caller's file is untrusted, so the arguments are
 * fixed, the container is named instead of detected, ffmpeg may open only files, no shell is used, and time, length and
 * output size are bounded.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { EngineContext } from '../engine.js';
import { MAX_FRAME_PIXELS } from '../result-size.js';
import { unreadable, type VideoFacts } from './probe-video.js';

const TIMEOUT_MILLISECONDS = 10 * 60_000;
const LARGEST_OUTPUT_BYTES = 500_000_000;

/** Returns FFMPEG_PATH, else `ffmpeg` on PATH; undefined when neither is executable. */
export function findFfmpeg(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = environment.FFMPEG_PATH;
  if (named) return isProgram(named) ? named : undefined;
  const name = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export interface Enlargement {
  input: string;
  output: string;
  facts: VideoFacts;
  width: number;
  height: number;
  /** ffmpeg reads at most this much. */
  longestSeconds: number;
}

/** Enlarges by Lanczos resampling to MP4 (H.264); copies AAC and MP3 sound, encodes any other as AAC. */
export async function enlargeWithFfmpeg(
  program: string,
  job: Enlargement,
  context: EngineContext,
): Promise<void> {
  const child = spawn(program, enlargeArguments(job), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH },
    timeout: TIMEOUT_MILLISECONDS,
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
  const kill = () => child.kill('SIGKILL');
  context.signal.addEventListener('abort', kill, { once: true });
  if (context.signal.aborted) kill();
  try {
    await finished(child, job.facts.durationSeconds, context);
  } finally {
    context.signal.removeEventListener('abort', kill);
  }
}

function enlargeArguments({ input, output, facts, width, height, longestSeconds }: Enlargement): string[] {
  return [
    ...['-nostdin', '-hide_banner', '-v', 'error', '-y', '-progress', 'pipe:1', '-threads', '2'],
    ...[
      // The decoded frames may be larger than the container says, which was checked before.
      '-max_pixels',
      String(MAX_FRAME_PIXELS),
      '-protocol_whitelist',
      'file',
      '-f',
      facts.container,
      '-i',
      `file:${input}`,
    ],
    ...['-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-vf', `scale=${width}:${height}:flags=lanczos,setsar=1`, '-pix_fmt', 'yuv420p'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '19', '-threads', '2'],
    ...['-c:a', facts.canCopyAudio ? 'copy' : 'aac', ...(facts.canCopyAudio ? [] : ['-b:a', '160k'])],
    ...['-metadata', 'comment=generator=classic; enlarged by Lanczos resampling'],
    ...['-movflags', '+faststart', '-t', String(longestSeconds), '-fs', String(LARGEST_OUTPUT_BYTES)],
    ...['-f', 'mp4', `file:${output}`],
  ];
}

async function finished(child: ChildProcess, seconds: number, context: EngineContext): Promise<void> {
  let words = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    const done = [...text.matchAll(/out_time_us=(\d+)/g)].at(-1)?.[1];
    if (done) context.progress(Math.min(98, 5 + (93 * Number(done)) / 1e6 / Math.max(0.1, seconds)));
  });
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    if (words.length < 4000) words += text;
  });
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit, by) => resolve([exit, by]));
  });
  context.signal.throwIfAborted();
  if (code === 0) return;
  // Killed or built without H.264: a fault of the server. All other errors are caused by the file.
  if (signal) throw new Error(`ffmpeg was ended by ${signal}`);
  if (/Unknown encoder/.test(words)) throw new Error('this ffmpeg has no libx264');
  throw unreadable();
}
