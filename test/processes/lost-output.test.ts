/**
 * The reader of a log or of a result goes away, or never reads: no process of ours ends by it or waits for it. A log that nobody reads from
 * the start, and one on a full disk, are rows of `test/starts`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { call, finished, generate, newCaller } from '../support/client.js';
import { figureOf, figuresOf } from '../support/metrics.js';
import { freePort } from '../support/ports.js';
import { endServices, temporaryDirectory, until } from '../support/service-process.js';

const root = process.cwd();
const children = new Set<ChildProcess>();

afterAll(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }
});
afterAll(endServices);

interface Started {
  base: string;
  child: ChildProcess;
}

/** Starts a service whose standard output and standard error are this file. */
async function startInto(output: number, env: Record<string, string> = {}): Promise<Started> {
  const directory = await temporaryDirectory();
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'dist/main.js')], {
    cwd: directory,
    env: {
      PATH: process.env.PATH,
      ...{ PORT: String(port), DATA_DIR: directory, LOG_LEVEL: 'debug', ENABLE_FAULT_MODEL: 'true' },
      ...{ REGISTRATION: 'open', PLATFORM_RATE_LIMIT: '1000000' },
      ...env,
    },
    stdio: ['ignore', output, output],
  });
  children.add(child);
  const base = `http://127.0.0.1:${port}`;
  await until(() => isReadyOrGone(base, child));
  return { base, child };
}

async function isReadyOrGone(base: string, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
  return (await call(base, 'GET', '/health/ready').catch(() => null))?.status === 200;
}

async function works({ base, child }: Started): Promise<void> {
  const { key } = await newCaller(base);
  const { predictionId } = await generate(base, key, { modelKey: 'embedded-fault', mode: 'ok' });
  expect((await finished(base, key, predictionId)).status).toBe('completed');
  expect(child.exitCode).toBeNull();
}

const dropped = async ({ base }: Started) =>
  figureOf(await figuresOf(base), 'offprint_log_lines_dropped_total', {}) ?? 0;

async function endsWell({ child }: Started): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  // A graceful stop; a busy machine may take longer for it than a service allows itself.
  expect(await gone).toEqual([expect.any(Number), null]);
}

async function createPipe(): Promise<string> {
  const path = join(await temporaryDirectory(), 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
}

/** Opens the reading end; it reads nothing by itself. */
const openReader = (path: string) => openSync(path, 'r+');

describe.each(['1', '2'])('with %s processes', (PROCESSES) => {
  it('a reader that goes away is missed, and one that comes back reads how much was lost', async () => {
    const path = await createPipe();
    const first = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'ignore'] });
    const writer = openSync(path, 'w');
    const service = await startInto(writer, { PROCESSES });
    closeSync(writer);
    first.kill('SIGKILL');
    await once(first, 'exit');
    await works(service);
    expect(await dropped(service)).toBeGreaterThan(0);
    const second = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'ignore'] });
    let text = '';
    second.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await until(async () => {
      await call(service.base, 'GET', '/api/models');
      return text.includes('lines of the log were dropped');
    });
    const [line] = text.split('\n').filter((one) => one.includes('lines of the log were dropped'));
    expect(JSON.parse(line!)).toMatchObject({ context: 'log', reason: 'EPIPE', level: 40 });
    await endsWell(service);
    second.kill('SIGKILL');
  }, 120_000);

  it('a reader that never reads holds nothing up', async () => {
    const path = await createPipe();
    const reader = openReader(path);
    const writer = openSync(path, 'w');
    const service = await startInto(writer, { PROCESSES, LOG_LEVEL: 'trace' });
    closeSync(writer);
    const long = 'x'.repeat(2_000);
    await until(async () => {
      await Promise.all(Array.from({ length: 100 }, () => call(service.base, 'GET', `/api/models?${long}`)));
      return (await dropped(service)) > 0;
    });
    await works(service);
    await endsWell(service);
    closeSync(reader);
  }, 120_000);
});

/** Runs a program into a shell command; @returns the exit code of the program, and what it said on standard error. */
async function pipedInto(program: string, reader: string): Promise<{ code: number; stderr: string }> {
  const script = `set -o pipefail; { ${program}; echo "code $?" >&2; } | ${reader}`;
  const child = spawn('bash', ['-c', script], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  await once(child, 'close');
  return { code: Number(/code (\d+)/.exec(stderr)?.[1]), stderr: stderr.replace(/code \d+\n/, '') };
}

describe('a command', () => {
  it.each([
    ['--help', 'true'],
    ['--version', 'head -c 0'],
    ['users create --email a@example.com --create', 'true'],
  ])(
    '`%s` into `%s` ends quietly with 141, and stops its database',
    async (args, reader) => {
      const directory = await temporaryDirectory();
      const program = `DATA_DIR=${directory} node scripts/cli.mjs ${args}`;
      const { code, stderr } = await pipedInto(program, reader);
      expect(stderr.replace(/^on the installation in .*\n/, '')).toBe('');
      expect(code).toBe(141);
      expect(existsSync(join(directory, 'postgres/data/postmaster.pid'))).toBe(false);
    },
    120_000,
  );

  it('into a full disk ends with a sentence and 1', async () => {
    const child = spawn('bash', ['-c', 'node scripts/cli.mjs --help > /dev/full'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    expect(stderr).toMatch(/^The result could not be written: ENOSPC[^\n]*\n$/);
    expect(code).toBe(1);
  });
});
