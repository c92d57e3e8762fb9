/** Uses real child processes; waits for signals (progress, exit), never for a fixed time. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CompiledEngine, compileEngine } from '../../test/support/compile-engine.js';
import type { EngineTask } from '../engine.js';
import { EnginePool, type EnginePoolOptions } from './engine-pool.js';

let engine: CompiledEngine;
let pools: EnginePool[];

beforeAll(async () => {
  engine = await compileEngine();
});
afterAll(() => rm(engine.directory, { recursive: true, force: true }));
beforeEach(() => {
  pools = [];
});
afterEach(() => Promise.all(pools.map((pool) => pool.stop())));

function startPool(options: Partial<EnginePoolOptions> = {}): EnginePool {
  const pool = new EnginePool({ size: 1, entry: engine.fixtureEntry, ...options });
  pools.push(pool);
  return pool;
}

/** Starts one task of the fixture child; `working` resolves at its first progress. */
async function begin(pool: EnginePool, act: string, abort = new AbortController()) {
  const directory = await mkdtemp(join(engine.directory, 'task-'));
  const task: EngineTask = { operation: 'embedded-mesh', input: { act }, seed: 'a'.repeat(64), directory };
  const percents: number[] = [];
  let isWorking: () => void;
  const working = new Promise<void>((resolve) => (isWorking = resolve));
  const progress = (percent: number) => {
    percents.push(percent);
    isWorking();
  };
  const result = pool.run(task, { progress, signal: abort.signal });
  result.catch(() => {});
  const pid = async (name = 'pid') => Number(await readFile(join(directory, name), 'utf8'));
  return { directory, result, working, abort, percents, pid };
}

/** A zombie counts as dead: in a container whose process 1 reaps nothing, an orphan stays a zombie for ever. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Resolves when the process is dead; Jest's timeout is the only deadline. */
async function untilDead(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(20);
}

describe('a task that ends', () => {
  it('returns the files, and its child runs the next task', async () => {
    const pool = startPool({ size: 2 });
    const first = await begin(pool, 'answer');
    await expect(first.result).resolves.toEqual([
      { path: join(first.directory, 'pid'), contentType: 'text/plain' },
    ]);
    const second = await begin(pool, 'answer');
    await second.result;
    expect(await second.pid()).toBe(await first.pid());
  });

  it('reports whole percents within 0 to 100, each once', async () => {
    const task = await begin(startPool(), 'progress');
    await task.result;
    expect(task.percents).toEqual([0, 10, 100]);
  });

  it('rejects with the code and public message of a refusal', async () => {
    const { result } = await begin(startPool(), 'refuse');
    await expect(result).rejects.toMatchObject({
      name: 'EngineRefusal',
      code: 'invalid_input',
      message: 'This picture is empty.',
    });
  });

  it('reports any other error as a failure and keeps the child', async () => {
    const pool = startPool();
    const failed = await begin(pool, 'fail');
    await expect(failed.result).rejects.toMatchObject({
      name: 'EngineFailure',
      message: expect.stringContaining('a library is unhappy'),
    });
    const next = await begin(pool, 'answer');
    await next.result;
    expect(await next.pid()).toBe(await failed.pid());
  });

  it('runs a real operation in the engine’s own child', async () => {
    const pool = startPool({ entry: engine.entry });
    const directory = await mkdtemp(join(engine.directory, 'task-'));
    const input = { prompt: 'a blue vase', detail: 'low' };
    const task: EngineTask = { operation: 'embedded-mesh', input, seed: 'b'.repeat(64), directory };
    const [file] = await pool.run(task, { progress: () => {}, signal: new AbortController().signal });
    expect(file!.contentType).toBe('model/gltf-binary');
    expect((await readFile(file!.path)).subarray(0, 4).toString()).toBe('glTF');
  });
});

describe('a child that dies', () => {
  it('fails its own task as a crash, with the exit code and its last output', async () => {
    const lines: string[] = [];
    const pool = startPool({ log: (line) => lines.push(line) });
    const { result } = await begin(pool, 'crash');
    await expect(result).rejects.toMatchObject({
      name: 'EngineCrash',
      message: expect.stringMatching(/exit code 7.*last words/),
    });
    expect(lines).toContain('engine child: last words');
  });

  it('fails no other task, running or waiting', async () => {
    const pool = startPool({ size: 2 });
    const running = await begin(pool, 'wait');
    await running.working;
    const crashing = await begin(pool, 'crash');
    const waiting = await begin(pool, 'answer');
    await expect(crashing.result).rejects.toMatchObject({ name: 'EngineCrash' });
    await expect(waiting.result).resolves.toHaveLength(1);
    expect(isAlive(await running.pid())).toBe(true);
  });

  it('does not fail a task that it had not read: another child runs it', async () => {
    const pool = startPool();
    const first = await begin(pool, 'answer');
    await first.result;
    // Killed and used at once, before the pool detects the death.
    process.kill(await first.pid(), 'SIGKILL');
    const second = await begin(pool, 'answer');
    await expect(second.result).resolves.toHaveLength(1);
    expect(await second.pid()).not.toBe(await first.pid());
  });

  it('reports the signal that killed it', async () => {
    const task = await begin(startPool(), 'hang');
    await task.working;
    process.kill(await task.pid(), 'SIGKILL');
    await expect(task.result).rejects.toMatchObject({
      message: expect.stringContaining('killed by SIGKILL'),
    });
  });

  it('is also one that exceeds its memory limit', async () => {
    const { result } = await begin(startPool({ memoryMegabytes: 40 }), 'exhaust');
    await expect(result).rejects.toMatchObject({ name: 'EngineCrash' });
  });

  it('is also one whose entry does not exist', async () => {
    const { result } = await begin(startPool({ entry: join(engine.directory, 'nowhere.js') }), 'answer');
    await expect(result).rejects.toMatchObject({ name: 'EngineCrash' });
  });
});

describe('an abort', () => {
  it('is sent to the child, which stops and is reused', async () => {
    const pool = startPool();
    const task = await begin(pool, 'wait');
    await task.working;
    task.abort.abort(new Error('cancelled'));
    await expect(task.result).rejects.toThrow('cancelled');
    const next = await begin(pool, 'answer');
    await next.result;
    expect(await next.pid()).toBe(await task.pid());
  });

  it('kills a child that does not stop, and replaces it', async () => {
    const pool = startPool();
    const task = await begin(pool, 'hang');
    await task.working;
    task.abort.abort(new Error('too late'));
    await expect(task.result).rejects.toThrow('too late');
    expect(isAlive(await task.pid())).toBe(false);
    await expect((await begin(pool, 'answer')).result).resolves.toHaveLength(1);
  });

  it('ends a tool that the operation started', async () => {
    const task = await begin(startPool(), 'tool');
    await task.working;
    const tool = await task.pid('tool');
    task.abort.abort(new Error('cancelled'));
    await expect(task.result).rejects.toThrow('cancelled');
    await untilDead(tool);
  });

  it('removes a waiting task from the queue at once', async () => {
    const pool = startPool();
    const running = await begin(pool, 'wait');
    const waiting = await begin(pool, 'answer');
    waiting.abort.abort(new Error('cancelled'));
    await expect(waiting.result).rejects.toThrow('cancelled');
    await expect(waiting.pid()).rejects.toThrow('ENOENT');
    running.abort.abort();
  });

  it('before the start prevents it', async () => {
    const abort = new AbortController();
    abort.abort(new Error('cancelled'));
    await expect((await begin(startPool(), 'answer', abort)).result).rejects.toThrow('cancelled');
  });
});

describe('the children', () => {
  it('are never more than the size of the pool', async () => {
    const pool = startPool({ size: 2 });
    const tasks = await Promise.all(Array.from({ length: 8 }, () => begin(pool, 'answer')));
    await Promise.all(tasks.map(({ result }) => result));
    expect(new Set(await Promise.all(tasks.map(({ pid }) => pid()))).size).toBeLessThanOrEqual(2);
  });

  it('end after the idle time', async () => {
    const task = await begin(startPool({ idleSeconds: 0.05 }), 'answer');
    await task.result;
    await untilDead(await task.pid());
  });

  it('get the memory limit and the given variables, and inherit only paths from the environment', async () => {
    process.env.DATABASE_URL = 'postgres://secret';
    try {
      const environment = { FFMPEG_PATH: '/opt/ffmpeg' };
      const task = await begin(startPool({ memoryMegabytes: 123, environment }), 'environment');
      await task.result;
      const seen = JSON.parse(await readFile(join(task.directory, 'environment'), 'utf8'));
      expect(seen.execArgv).toEqual(['--max-old-space-size=123']);
      const allowed = ['PATH', 'FFMPEG_PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];
      expect(seen.env.FFMPEG_PATH).toBe('/opt/ffmpeg');
      // Node.js adds two variables for the channel and removes them in the child.
      expect(Object.keys(seen.env).filter((name) => !allowed.includes(name))).toEqual([]);
    } finally {
      delete process.env.DATABASE_URL;
    }
  });

  it.each(['wait', 'hang', 'tool'])('end when the service is killed during "%s"', async (act) => {
    const directory = await mkdtemp(join(engine.directory, 'task-'));
    const parent = spawn(process.execPath, [engine.parentEntry, directory, act], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH },
    });
    await once(parent.stdout, 'data');
    const child = Number(await readFile(join(directory, 'pid'), 'utf8'));
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await untilDead(child);
    if (act === 'tool') await untilDead(Number(await readFile(join(directory, 'tool'), 'utf8')));
  });
});

describe('stop', () => {
  it('ends idle, working and hanging children, and rejects waiting and later tasks', async () => {
    const pool = startPool({ size: 3 });
    const tasks = [await begin(pool, 'wait'), await begin(pool, 'hang'), await begin(pool, 'answer')];
    await Promise.all([tasks[0]!.working, tasks[1]!.working, tasks[2]!.result]);
    const pids = await Promise.all(tasks.map(({ pid }) => pid()));
    const last = await begin(pool, 'hang');
    await last.working;
    const waiting = await begin(pool, 'answer');
    await pool.stop();
    expect(pids.filter(isAlive)).toEqual([]);
    for (const { result } of [tasks[0]!, tasks[1]!, last, waiting, await begin(pool, 'answer')]) {
      await expect(result).rejects.toMatchObject({ name: 'EngineCrash' });
    }
  });
});
