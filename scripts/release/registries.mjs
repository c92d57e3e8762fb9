// A private npm registry (verdaccio) and a private index of Python packages (pypiserver), on loopback, with an empty storage. Packages of
// others come from the registry and the index that this machine is set to. Ours never do.
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { root } from '../build-first.mjs';
import { freePort } from '../free-port.mjs';
import { installLocked } from '../install-locked.mjs';
import { pythonPrograms } from './python-distributions.mjs';

const FOLDER = fileURLToPath(new URL('registry/', import.meta.url));
const READY_MS = 60_000;
const OURS = ['offprint', '@offprint/*', 'create-offprint'];

/**
 * Starts both. They end with this process, or by `stop`.
 * @returns {Promise<{ npm: string, pypi: string, npmrc: string, stop(): Promise<void> }>} their addresses, and a file with the registry's
 * token, for `npm --userconfig`
 */
export async function startRegistries() {
  installLocked(FOLDER, () => console.log('installing verdaccio: npm ci --prefix scripts/release/registry'));
  const programs = pythonPrograms();
  const scratch = mkdtempSync(join(tmpdir(), 'offprint-registries-'));
  const servers = [];
  const endAll = () => {
    for (const server of servers) server.kill();
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  };
  process.on('exit', endAll);
  try {
    const npm = await startNpm(scratch, servers);
    const pypi = await startPypi(scratch, servers, programs);
    const npmrc = join(scratch, 'npmrc');
    const line = `//${new URL(npm).host}/:_authToken=${await newToken(npm)}\n`;
    writeFileSync(npmrc, line, { mode: 0o600 });
    const stop = async () => {
      const running = servers.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
      const ended = running.map((server) => once(server, 'exit'));
      endAll();
      await Promise.all(ended);
      process.off('exit', endAll);
    };
    return { npm, pypi, npmrc, stop };
  } catch (error) {
    endAll();
    throw error;
  }
}

async function startNpm(scratch, servers) {
  const url = `http://127.0.0.1:${await freePort()}/`;
  const own = { access: '$all', publish: '$authenticated' };
  const config = {
    storage: join(scratch, 'npm'),
    web: { enable: false },
    max_body_size: '100mb',
    auth: { htpasswd: { file: join(scratch, 'htpasswd'), max_users: 1 } },
    uplinks: { npm: { url: output('npm', ['config', 'get', 'registry']), timeout: '60s', maxage: '1h' } },
    // Without `proxy` a package exists only here.
    packages: {
      ...Object.fromEntries(OURS.map((name) => [name, own])),
      '**': { access: '$all', proxy: 'npm' },
    },
    log: { type: 'stdout', format: 'json', level: 'error' },
  };
  const file = join(scratch, 'verdaccio.json');
  writeFileSync(file, JSON.stringify(config));
  const program = join(FOLDER, 'node_modules/verdaccio/bin/verdaccio');
  await startServer(
    servers,
    process.execPath,
    [program, '--config', file, '--listen', url],
    join(scratch, 'npm.log'),
    url,
  );
  return url;
}

async function startPypi(scratch, servers, programs) {
  const port = await freePort();
  const folder = join(scratch, 'pypi');
  mkdirSync(folder);
  const options = ['--interface', '127.0.0.1', '--port', String(port), '--hash-algo', 'sha256'];
  // Loopback only, and empty at the end: uploads need no password.
  const open = ['--passwords', '.', '--authenticate', '.', '--fallback-url', upstreamIndex(programs)];
  const url = `http://127.0.0.1:${port}/`;
  const program = join(programs, 'pypi-server');
  await startServer(servers, program, ['run', ...options, ...open, folder], join(scratch, 'pypi.log'), url);
  return url;
}

/** The index that pip is set to on this machine. */
function upstreamIndex(programs) {
  if (process.env.PIP_INDEX_URL) return process.env.PIP_INDEX_URL;
  const settings = output(join(programs, 'python'), ['-m', 'pip', 'config', 'list']);
  return /^global\.index-url='(.+)'$/m.exec(settings)?.[1] ?? 'https://pypi.org/simple/';
}

async function startServer(servers, program, args, log, url) {
  const file = openSync(log, 'w');
  const server = spawn(program, args, { stdio: ['ignore', file, file] });
  servers.push(server);
  const until = Date.now() + READY_MS;
  while (!(await fetch(url).catch(() => null))) {
    if (server.exitCode !== null || Date.now() > until)
      throw new Error(`${program} does not answer on ${url}:\n${readFileSync(log, 'utf8')}`);
    await setTimeout(100);
  }
}

/** Registers the one account of the registry. */
async function newToken(npm) {
  const response = await fetch(`${npm}-/user/org.couchdb.user:release`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'release', password: randomUUID() }),
  });
  const { token } = await response.json();
  if (!token) throw new Error(`The registry gave no token: ${response.status}`);
  return token;
}

const output = (program, args) => execFileSync(program, args, { cwd: root, encoding: 'utf8' }).trim();
