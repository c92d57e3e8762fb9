/**
 * Runs the speech program (`speech-child.js`) and gets its sound. Owns the child process: it is killed when the
 * prediction is cancelled, and ends by itself when this process dies, because its standard input closes.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

export interface Utterance {
  text: string;
  voice: string;
  /** Words a minute. */
  speed: number;
}

/** Raised when the sound would be longer than the limit; the child is gone by then. */
export class SpeechTooLong extends Error {}

/** Whether the optional speech package is installed. Looks for its file; loads nothing of it. */
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
 * @param mostBytes the longest WAV file that is accepted
 * @param started told the child's process id, for those who watch over it
 * @returns a WAV file (22.05 kHz, mono, 16 bit)
 */
export function runSpeechProgram(
  utterance: Utterance,
  options: { mostBytes: number; signal: AbortSignal; started?: (pid: number) => void },
): Promise<Buffer> {
  options.signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    // No environment and no arguments: the text goes in by pipe, where no process list shows it.
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
    // A child that is gone breaks the pipe; why it is gone is told by its exit code.
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
