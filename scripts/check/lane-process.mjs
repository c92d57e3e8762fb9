// Runs one lane in a process group and a temporary directory of its own, with its output in a file.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { createScratch } from '../scratch.mjs';
import { endLane, endLeftovers } from './process-tree.mjs';
import { ProcessorTime } from './processor-time.mjs';

const COUNTS = /^(\d+) passed, (\d+) failed$/;
const GRACE_MS = 15_000;

const processorTime = new ProcessorTime();

/** Directories that exist now: they are removed also when the runner throws. */
const directories = new Set();
process.once('exit', () => {
  for (const directory of directories) remove(directory);
});

/**
 * @param {object} lane { name, command, args, env, boundMs, byExitCode, root, inMemory }
 * @param {object} options { log, cwd, signal: ends the lane, graceMs }
 * @returns {Promise<object>} { name, seconds, processorSeconds, passed, failed, problem?, isAborted }; `problem`: what failed
 * beside its tests
 */
export async function runLane(lane, { log, cwd, signal, graceMs = GRACE_MS }) {
  mkdirSync(dirname(log), { recursive: true });
  const output = openSync(log, 'w');
  const { path: directory } = await createScratch({ inMemory: lane.inMemory ?? false });
  // PostgreSQL may run as another account, which creates files in it.
  chmodSync(directory, 0o1777);
  directories.add(directory);
  const startedAt = performance.now();
  const env = { ...process.env, ...lane.env, TMPDIR: directory };
  const [program, ...args] = commandOf(lane, env);
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', output, output] });
  const own = { pid: child.pid, directory };
  let ending;
  let isLate = false;
  const end = () => (ending ??= child.pid ? endLane(own, graceMs) : undefined);
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, lane.boundMs);
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();
  let processorSeconds = 0;
  const { code, error } = await new Promise((resolve) => {
    child.once('error', (problem) => resolve({ code: 1, error: problem.message }));
    child.once('exit', (exitCode, exitSignal) => {
      processorSeconds = processorTime.ofEndedChild();
      resolve({ code: exitCode ?? exitSignal });
    });
  });
  clearTimeout(timer);
  signal?.removeEventListener('abort', end);
  await ending;
  const leftovers = child.pid ? await endLeftovers(own) : [];
  closeSync(output);
  remove(directory);
  directories.delete(directory);
  const seconds = (performance.now() - startedAt) / 1000;
  const late = isLate ? `was ended after ${Math.round(lane.boundMs / 1000)} s` : undefined;
  return {
    name: lane.name,
    seconds,
    processorSeconds,
    isAborted: signal?.aborted === true,
    leftovers,
    ...resultOf(lane, code, late ?? error, readFileSync(log, 'utf8')),
  };
}

/** A lane that needs root gets it by sudo, which passes no variables on. */
function commandOf({ command, args = [], root }, env) {
  const all = [...command, ...args];
  if (!root || process.getuid() === 0) return all;
  const kept = ['PATH', 'CI', 'TMPDIR', 'HOME'].filter((name) => env[name] !== undefined);
  return ['sudo', 'env', ...kept.map((name) => `${name}=${env[name]}`), ...all];
}

function resultOf({ byExitCode }, code, reason, output) {
  const lastLine = output.trimEnd().split('\n').at(-1);
  const [, passed, failed] = COUNTS.exec(lastLine) ?? [];
  const problem = reason ?? (code === 0 ? undefined : `exit code ${code}`);
  if (byExitCode) return problem ? { passed: 0, failed: 1, problem } : { passed: 1, failed: 0 };
  if (passed === undefined)
    return { passed: 0, failed: 1, problem: problem ?? 'its last line is not its counts' };
  // A run that ended before its tests, or after them with an error, counts as one failure.
  if (problem && Number(failed) === 0) return { passed: Number(passed), failed: 1, problem };
  return { passed: Number(passed), failed: Number(failed) };
}

function remove(directory) {
  try {
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // Files of a lane that ran as root.
    spawnSync('sudo', ['-n', 'rm', '-rf', '--', directory], { stdio: 'ignore' });
  }
}
