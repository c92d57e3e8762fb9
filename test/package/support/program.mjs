// Runs programs of the installed package as a person does: with npx, in the application's directory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { app, environment } from './installation.mjs';

const READY = /Offprint is ready at (\S+?)[ )\n]/;
const running = new Set();

function launch(program, args, { cwd = app, env = {} } = {}) {
  // A group of its own, as a terminal makes one: Ctrl-C reaches npx and the program.
  const child = spawn(program, args, {
    cwd,
    env: environment(env),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) child[name].on('data', (chunk) => (output[name] += chunk));
  const closed = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code;
  });
  return { child, output, closed };
}

/** Runs a program to its end. @returns `{ code, stdout, stderr }` */
export async function run(program, args, options) {
  const { output, closed } = launch(program, args, options);
  const code = await closed;
  return { code, ...output };
}

/** Without npx, which takes a third of a second for each. */
export const offprint = (args, options) => run(join(app, 'node_modules/.bin/offprint'), args, options);

/** What separates the results of two commands. */
const NEXT = '\u0000';
const IN_ONE_PROCESS = `
  const { runCommand } = await import(process.argv[1]);
  process.setMaxListeners(0);
  for (const args of JSON.parse(process.argv[2])) {
    const code = await runCommand(args, process.env);
    process.stdout.write(code + ${JSON.stringify(NEXT)});
  }`;

/**
 * Runs commands of `offprint` one after the other in one process: loading the service takes most of the time of a command.
 * @returns `{ code, stdout, stderr }` of each, with the standard error of all
 */
export async function runInOneProcess(commands, options) {
  const module = pathToFileURL(join(app, 'node_modules/offprint/dist/cli/run-command.js')).href;
  const args = ['--input-type=module', '-e', IN_ONE_PROCESS, module, JSON.stringify(commands)];
  const { stdout, stderr } = await run('node', args, options);
  return commands.map((_, index) => {
    const text = stdout.split(NEXT)[index] ?? '';
    return { code: Number(text.slice(-1) || 1), stdout: text.slice(0, -1), stderr };
  });
}

/** Starts a service and waits until it is ready. @returns `{ url, stop() }` */
export async function start(program, args, { env = {}, ...options } = {}) {
  const { child, output, closed } = launch(program, args, {
    env: { PORT: '0', LOG_LEVEL: 'warn', ...env },
    ...options,
  });
  const over = closed.then((code) => {
    throw new Error(`the service ended with ${code} before it was ready:\n${output.stdout}${output.stderr}`);
  });
  over.catch(() => undefined);
  while (!READY.test(output.stdout)) await Promise.race([sleep(20), over]);
  return {
    url: READY.exec(output.stdout)[1],
    output,
    /** Ends it as Ctrl-C does. @returns when the whole group has ended. */
    async stop() {
      process.kill(-child.pid, 'SIGINT');
      await closed;
      while (isGroupAlive(child.pid)) await sleep(20);
    },
  };
}

function isGroupAlive(pid) {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The runner ends a file that takes too long so; its programs are groups of their own. */
process.once('SIGTERM', () => {
  endAll();
  process.exit(1);
});

/** For `after`: ends what a failed test has left. */
export function endAll() {
  for (const child of running) process.kill(-child.pid, 'SIGTERM');
}
