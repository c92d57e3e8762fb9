// Runs an installation by npm that ends: npm waits without a limit for a registry that has stopped answering.
import { execFileSync } from 'node:child_process';

const MS = 240_000;
const TIMES = 3;

/**
 * Runs `npm` with these arguments, and begins again when it takes longer than `timeoutMs`, three times in all.
 * @param {string[]} args of an installation that can be repeated, such as `ci`
 * @throws when it fails, or is not finished the third time
 */
export function boundedNpm(args, { timeoutMs = MS, program = 'npm', ...options } = {}) {
  for (let time = 1; ; time += 1) {
    try {
      execFileSync(program, args, { ...options, timeout: timeoutMs, killSignal: 'SIGKILL' });
      return;
    } catch (error) {
      if (error.code !== 'ETIMEDOUT' || time === TIMES) throw error;
      console.error(`npm ${args[0]} was not finished after ${timeoutMs / 1000} s and begins again`);
    }
  }
}
