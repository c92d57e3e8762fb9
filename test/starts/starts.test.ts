/** Starts the service with each row of the table: ready and whole, or one sentence without a stack and nothing written. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { call, finished, generate, newCaller } from '../support/client.js';
import { freePort } from '../support/ports.js';
import { temporaryDirectory, until } from '../support/service-process.js';
import type { Row } from './row.js';
import { DATABASES } from './rows/databases.js';
import { HOSTS } from './rows/hosts.js';
import { SETTINGS } from './rows/settings.js';
import { makeDatabase, stopServers } from './servers.js';

const MAIN = join(process.cwd(), 'dist/main.js');
const CLI = join(process.cwd(), 'scripts/cli.mjs');
const CATALOGUE = join(process.cwd(), 'catalogue');
/** A start waits a minute for a database; none may stay when its row has failed. */
const LONGEST_MS = 150_000;
/** Root alone may become another user, mount, and delay the writes of programs. */
const isRoot = process.getuid?.() === 0;
const needsRoot = ({ uid, shell = '' }: Row) => uid !== undefined || /\b(mount|strace) /.test(shell);

const rows = [...SETTINGS, ...DATABASES, ...HOSTS].filter(
  (row) => (process.env.STARTS !== 'short' || row.short) && (isRoot || !needsRoot(row)),
);

afterAll(stopServers);

async function prepare({ uid, files = {}, database, env }: Row) {
  const directory = await temporaryDirectory();
  if (uid) await chown(directory, uid, uid);
  for (const [name, contents] of Object.entries(files)) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), contents);
    if (uid) await chmod(join(directory, name), 0o600);
  }
  const made = database && (await makeDatabase(database));
  const port = await freePort();
  const variables: Record<string, string> = {
    ...{
      PATH: process.env.PATH!,
      PORT: String(port),
      DATA_DIR: 'data',
      LOG_LEVEL: 'warn',
      REGISTRATION: 'open',
    },
    ...(made && { DATABASE_URL: made.url }),
    ...env,
  };
  return { directory, made, env: variables, base: `http://127.0.0.1:${port}` };
}

function start({ uid, shell }: Row, directory: string, env: Record<string, string>) {
  const program = [process.execPath, MAIN];
  const inShell = ['/bin/sh', '-c', `${shell} && exec "$@"`, 'sh', ...program];
  const alone = ['/usr/bin/unshare', '--mount'];
  const [command, ...args] = shell ? [...(shell.includes('mount ') ? alone : []), ...inShell] : program;
  const child = spawn(command!, args, {
    cwd: directory,
    env: { ...env, ...(shell && { CATALOGUE, PATH: process.env.PATH }) },
    ...(uid && { uid, gid: uid }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
  const closed = once(child, 'close').finally(() => clearTimeout(timer)) as Promise<[number | null]>;
  return { child, closed, output: () => output };
}

/** One picture, its history, and the sums of the ledger. */
async function expectWhole(base: string, verified: () => Promise<unknown>): Promise<void> {
  const { key } = await newCaller(base);
  const picture = { modelKey: 'embedded-image', prompt: 'a 😀 in the snow', resolution: 256 };
  const { predictionId } = await generate(base, key, picture);
  expect(await finished(base, key, predictionId)).toMatchObject({ status: 'completed' });
  const history = await call(base, 'GET', '/api/generate/history', { token: key });
  expect(history.body.items).toMatchObject([{ predictionId, status: 'completed' }]);
  expect(await verified()).toEqual([0, expect.stringContaining('adds up')]);
}

/** Runs the command in the service's directory, and among its mounts. */
async function verify({ shell = '' }: Row, directory: string, env: Record<string, string>, pid: number) {
  const program = [process.execPath, CLI, 'ledger', 'verify'];
  const among = ['/usr/bin/nsenter', `--target=${pid}`, '--mount', `--wd=${directory}`];
  const [command, ...args] = shell.includes('mount ') ? [...among, ...program] : program;
  const child = spawn(command!, args, { cwd: directory, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return [code, output];
}

it.concurrent.each(rows.filter(({ refused }) => refused))(
  '$name: one sentence, nothing written',
  async (row) => {
    const { directory, made, env } = await prepare(row);
    const before = [await readdir(directory), await made?.relations()];
    const { closed, output } = start(row, directory, env);
    expect([(await closed)[0], output()]).toEqual([1, expect.anything()]);
    for (const sentence of row.refused!) expect(output()).toMatch(sentence);
    expect(output()).not.toMatch(/^\s+at |SECRET/m);
    const lines = output().trim().split('\n');
    const sentences = lines.filter(
      (line) => line !== 'Wrong settings:' && !(row.waits && line.startsWith('{')),
    );
    if (!row.quotes) expect([sentences.length, output()]).toEqual([row.refused!.length, output()]);
    if (row.late) return;
    expect(await made?.relations()).toEqual(before[1]);
    if (!row.shell) expect(await readdir(directory)).toEqual(before[0]);
  },
);

it.concurrent.each(rows.filter(({ refused }) => !refused))('$name: ready', async (row) => {
  const { directory, env, base } = await prepare(row);
  const { child, closed, output } = start(row, directory, env);
  let isOver = false;
  closed.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  try {
    await until(async () => {
      if (isOver) throw new Error(`it ended:\n${output()}`);
      return (await fetch(`${base}/health/ready`).catch(() => null))?.ok;
    });
    await expectWhole(base, () => verify(row, directory, env, child.pid!));
    expect(output()).not.toMatch(/^\s+at |"level":[56]0/m);
  } finally {
    child.kill('SIGTERM');
    await closed;
  }
  expect([child.exitCode, output()]).toEqual([0, output()]);
});
