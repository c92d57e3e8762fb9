// `npm run lane -- nodes demo` and `npm run lane -- nodes test`: what a newcomer runs, `npm ci && npm run demo -- --once` or
// `npm ci && npm test`, in a copy of this checkout on other releases of Node.js. npm fetches their binaries (the platform
// packages of the npm package `node`) into a scratch directory, which is removed at the end.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { root } from './build-first.mjs';
import { answerHelp } from './help.mjs';
import { fetchNode } from './node-releases.mjs';

answerHelp(
  'usage: npm run lane -- nodes demo|test [release …]   Runs it on Node.js 22 and 24, or on the releases named.',
);

const COMMANDS = { demo: ['run', 'demo', '--', '--once'], test: ['test'] };
const RELEASES = ['22', '24'];
const LOG_LINES = 40;
const INSTALL_MS = 240_000;
const INSTALLATIONS = 3;

const [name, ...named] = process.argv.slice(2);
const command = COMMANDS[name];
if (!command || named.some((release) => !/^\d+(\.\d+){0,2}$/.test(release))) {
  console.error('usage: npm run lane -- nodes demo|test [release …]');
  process.exit(1);
}

// Other accounts must be able to pass through: PostgreSQL runs as one of them when this is root's.
const scratch = mkdtempSync(join(tmpdir(), 'offprint-nodes-'));
chmodSync(scratch, 0o755);
let running;
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    running?.kill('SIGTERM');
    process.exit(1);
  });
}

/** @returns its exit code, null when it was ended after `timeoutMs`, and everything it wrote. */
function run(program, args, { cwd, env = process.env, timeoutMs }) {
  const stdio = ['ignore', 'pipe', 'pipe'];
  running = spawn(program, args, { cwd, env, stdio, timeout: timeoutMs, killSignal: 'SIGKILL' });
  let output = '';
  for (const stream of [running.stdout, running.stderr]) stream.on('data', (text) => (output += text));
  return new Promise((resolve, reject) => {
    running.once('error', reject);
    running.once('close', (code) => resolve({ code, output }));
  });
}

async function must(program, args, options) {
  const { code, output } = await run(program, args, options);
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} failed:\n${output}`);
  return output;
}

/** The files that git knows or would take: a clone, with the changes that are not committed yet. */
function copyCheckout(to) {
  const list = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  const files = list.stdout
    .toString()
    .split('\0')
    .filter((file) => file && existsSync(join(root, file)));
  for (const file of files) cpSync(join(root, file), join(to, file));
  // Some tests read the history.
  if (name === 'test') cpSync(join(root, '.git'), join(to, '.git'), { recursive: true });
}

/** Begins again when a registry has stopped answering: npm waits for it without a limit. */
async function install(npm, args) {
  for (let time = 1; ; time += 1) {
    const result = await npm(args, INSTALL_MS);
    if (result.code !== null || time === INSTALLATIONS) return result;
  }
}

/** @returns whether both commands succeeded */
async function tryOn(release) {
  const node = await fetchNode(release, scratch);
  const checkout = join(scratch, `checkout-${release}`);
  copyCheckout(checkout);
  const env = { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter), PORT: '0' };
  // npm's own program on that Node.js, so that everything below runs on it.
  const npm = (args, timeoutMs) =>
    run(node, [process.env.npm_execpath, ...args], { cwd: checkout, env, timeoutMs });
  const version = (await must(node, ['--version'], { cwd: checkout })).trim();
  for (const args of [['ci', '--prefer-offline', '--no-audit', '--no-fund'], command]) {
    const startedAt = performance.now();
    const { code, output } = args[0] === 'ci' ? await install(npm, args) : await npm(args);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${code === 0 ? '✓' : '✗'} npm ${args.join(' ')} on Node.js ${version} (${seconds} s)`);
    if (code === 0) continue;
    console.log(output.trimEnd().split('\n').slice(-LOG_LINES).join('\n'));
    return false;
  }
  rmSync(checkout, { recursive: true, force: true });
  return true;
}

let passed = 0;
let failed = 0;
for (const release of named.length > 0 ? named : RELEASES) {
  if (await tryOn(release)) passed += 1;
  else failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);
