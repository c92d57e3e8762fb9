// An engine child whose operations fail on demand; `compileEngine` copies it beside the compiled engine.
// `task.input.act` selects the behaviour. The operation first writes its process id into the task's directory.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineRefusal } from './engine.js';
import { serveTasks } from './host/serve-tasks.js';

const leave = (directory, name, text) => writeFileSync(join(directory, name), String(text));

const acts = {
  answer: ({ directory }) => [{ path: join(directory, 'pid'), contentType: 'text/plain' }],
  progress: (_task, { progress }) => {
    for (const percent of [0, 0.4, 10, 10.9, 150]) progress(percent);
    return [];
  },
  refuse: () => {
    throw new EngineRefusal('invalid_input', 'This picture is empty.');
  },
  fail: () => {
    throw new TypeError('a library is unhappy');
  },
  crash: () => {
    console.error('last words');
    process.exit(7);
  },
  exhaust: () => {
    const kept = [];
    for (;;) kept.push(new Array(100_000).fill(kept.length + 0.5));
  },
  environment: ({ directory }) => {
    leave(directory, 'environment', JSON.stringify({ env: process.env, execArgv: process.execArgv }));
    return [];
  },
  // Stops when aborted.
  wait: async (_task, { signal, progress }) => {
    progress(1);
    await sleep(600_000, undefined, { signal });
  },
  // Blocks the event loop, as a native computation does.
  hang: (_task, { progress }) => {
    progress(1);
    for (;;);
  },
  // Starts a tool and ignores the abort.
  tool: async ({ directory }, { progress }) => {
    leave(directory, 'tool', spawn('sleep', ['600'], { stdio: 'ignore' }).pid);
    progress(1);
    await sleep(600_000);
  },
};

serveTasks(async () => (task, context) => {
  leave(task.directory, 'pid', process.pid);
  return acts[task.input.act](task, context);
});
