// Runs a program to its end, or ends it and all it has started after a while, or with this process.
import { spawn } from 'node:child_process';

const MOST_OUTPUT = 200_000;

/** @returns when it has succeeded. @throws with its output when it fails or takes longer than `timeoutMs`. */
export function runProgram(program, args, { cwd, env, timeoutMs = 300_000 }) {
  return new Promise((resolve, reject) => {
    // A group of its own, so that what a block has started ends with it.
    const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let late = false;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece) => (output = (output + piece).slice(-MOST_OUTPUT)));
    const end = () => {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The group has ended.
      }
    };
    const timer = setTimeout(() => {
      late = true;
      end();
    }, timeoutMs);
    process.once('exit', end);
    child.once('error', reject);
    child.once('exit', end);
    child.once('close', (code) => {
      clearTimeout(timer);
      process.removeListener('exit', end);
      if (late) reject(new Error(`is not finished after ${timeoutMs / 1000} s:\n${output}`));
      else if (code !== 0) reject(new Error(`exit code ${code}:\n${output}`));
      else resolve(output);
    });
  });
}
