// `npm run dev`: builds, starts the service, and does both again whenever src/ or catalogue/ changes. The old service
// ends gracefully before the new one starts (it hands its work back, and the port and the database are free). When a
// build fails, what is wrong is shown and the running service stays.
import { spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { isBuilt, root } from './built.mjs';
import { endWithNpm } from './npm-parent.mjs';
import { answerHelp } from './help.mjs';

answerHelp('usage: npm run dev   Builds, starts, and does both again when a source changes.');

/** Editors write a file in several steps, and a checkout many files: wait until it has been quiet for this long. */
const QUIET_MS = 150;

let service;
let settled;
let busy = false;
let again = false;
let stopping = false;

function say(line) {
  console.log(`[dev] ${line}`);
}

function build() {
  if (isBuilt()) return true;
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
  return status === 0;
}

async function restart(reason) {
  if (busy) return void (again = true);
  busy = true;
  if (reason) say(`${reason} changed`);
  if (build()) {
    await end();
    if (!stopping) start();
  } else say('the build failed; waiting for the next change');
  busy = false;
  if (again && !stopping) {
    again = false;
    await restart();
  }
}

function start() {
  const env = { LOG_FORMAT: 'pretty', ...process.env };
  const child = spawn(process.execPath, ['--enable-source-maps', 'dist/main.js'], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  service = child;
  child.once('exit', (code, signal) => {
    if (service === child) service = undefined;
    if (!stopping && !child.told) say(`the service ended with ${signal ?? code}; waiting for a change`);
  });
}

/** Resolves when the service is gone. It bounds its own stop; nothing here is killed in the middle of its work. */
function end() {
  const child = service;
  if (!child) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.told = true;
    child.kill('SIGTERM');
  });
}

async function stop(signal) {
  if (stopping) return;
  stopping = true;
  clearTimeout(settled);
  await end();
  process.exit(signal === 'SIGINT' ? 130 : 143);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(signal));

function onChange(folder, name) {
  if (stopping || (name && /\.spec\.ts$|~$|\.sw.$/.test(name))) return;
  clearTimeout(settled);
  settled = setTimeout(() => void restart(name ? join(folder, name) : folder), QUIET_MS);
}

for (const folder of ['src', 'catalogue'])
  watch(join(root, folder), { recursive: true }, (_event, name) => onChange(folder, name));
endWithNpm();
say('watching src/ and catalogue/; Ctrl-C ends');
await restart();
