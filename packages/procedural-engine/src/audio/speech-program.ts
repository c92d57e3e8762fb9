/**
 * Runs the speech program (`speech-child.js`) and returns its sound. The child process is killed on an abort, and ends by
 * itself when this process dies, because its standard input closes.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

export interface Utterance {
  text: string;
  voice: string;
  /** Words per minute. */
  speed: number;
}

/** The sound exceeds the limit. Thrown after the child has ended. */
export class SpeechTooLong extends Error {}

/** Returns whether the optional speech package is installed; resolves it without loading it. */
export function speechAvailable(): boolean {
  try {
    createRequire(import.meta.url).resolve('espeak-ng');
    return true;
  } catch {
    return false;
  }
}

const PROGRAM = fileURLToPath(new URL('./speech-child.js', import.meta.url));

/**
 * @param mostBytes the largest accepted WAV file
 * @param started called with the child's process id
 * @returns a WAV file (22.05 kHz, mono, 16 bit)
 */
export function runSpeechProgram(
  utterance: Utterance,
  options: { mostBytes: number; signal: AbortSignal; started?: (pid: number) => void },
): Promise<Buffer> {
  options.signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    // No environment and no arguments: the text is sent by pipe, so that no process list shows it.
    const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'ignore'], env: {} });
    const parts: Buffer[] = [];
    let bytes = 0;
    let failure: Error | undefined;
    const stop = (why: Error) => {
      failure ??= why;
      child.kill('SIGKILL');
    };
    const abort = () => stop(options.signal.reason as Error);
    options.signal.addEventListener('abort', abort, { once: true });
    child.stdout.on('data', (part: Buffer) => {
      parts.push(part);
      bytes += part.length;
      if (bytes > options.mostBytes) stop(new SpeechTooLong('the spoken text is longer than the limit'));
    });
    child.once('error', (error) => (failure ??= error));
    // A dead child breaks the pipe; its exit code is handled below.
    child.stdin.on('error', () => {});
    child.once('close', (code) => {
      options.signal.removeEventListener('abort', abort);
      if (failure !== undefined) reject(failure);
      else if (code !== 0) reject(new Error(`the speech program ended with code ${code}`));
      else resolve(Buffer.concat(parts));
    });
    if (child.pid !== undefined) options.started?.(child.pid);
    child.stdin.write(`${JSON.stringify(utterance)}\n`);
  });
}
