/** `npx offprint providers check` beside a running service, with a fake engine: its output, and that it costs nothing. */
import { type EngineProcess, startEngine } from '../support/engine-process.js';
import {
  endServices,
  runTool,
  spawnService,
  temporaryDirectory,
  type ToolResult,
} from '../support/service-process.js';

/** For process starts on a slow machine. */
const PATIENCE_MS = 180_000;
const SECRET = 'comfy-secret-5f1c';

let engine: EngineProcess;
let env: Record<string, string>;

beforeAll(async () => {
  engine = await startEngine('comfyui');
  env = { DATA_DIR: await temporaryDirectory(), COMFYUI_URL: engine.url, COMFYUI_KEY: SECRET };
  await spawnService(env);
}, PATIENCE_MS);
afterEach(() => engine.mend());
afterAll(async () => {
  await engine.end();
  await endServices();
});

const check = (changes: Record<string, string> = {}) =>
  runTool(['providers', 'check'], { ...env, ...changes });

/** Returns the cells of an engine's line. */
function lineOf({ stdout }: ToolResult, name: string): string[] {
  const line = stdout.split('\n').find((one) => one.startsWith(`${name} `));
  return line?.split(/ {2,}/) ?? [];
}

it(
  'shows every engine of the catalogue: its state, its offered models, or its missing settings',
  async () => {
    const result = await check();
    expect(result).toMatchObject({ code: 0, stderr: expect.stringMatching(/^on the installation in .*\n$/) });
    const { host } = new URL(engine.url);
    expect(lineOf(result, 'comfyui')).toEqual([
      'comfyui',
      'comfyui',
      host,
      expect.stringMatching(/^(\d+) of \1$/),
      'closed',
      'ok: 200 GET /system_stats',
    ]);
    expect(lineOf(result, 'embedded').slice(0, 3)).toEqual(['embedded', 'built in', '-']);
    expect(lineOf(result, 'fal')).toEqual([
      'fal',
      'fal',
      '-',
      expect.stringMatching(/^0 of \d+$/),
      '-',
      'not configured: set FAL_KEY',
    ]);
    expect(lineOf(result, 'openai-compatible').at(-1)).toBe('not configured: set OPENAI_COMPATIBLE_URL');
    expect(result.stdout).toMatch(/\n\d+ of \d+ engines are configured; all answer as they should\n$/);
    expect(result.stdout).not.toContain(SECRET);
  },
  PATIENCE_MS,
);

it(
  'exits 1 and names the engine that rejects the credentials, and still shows the others',
  async () => {
    await engine.fault('denied', Infinity);
    const result = await check();
    expect(result.code).toBe(1);
    expect(lineOf(result, 'comfyui').at(-1)).toMatch(/^FAILED: 401/);
    expect(lineOf(result, 'embedded').at(-1)).toMatch(
      /^ok: built in; comfyui serves models: BUILT_IN_ENGINE=off /,
    );
    expect(result.stdout).toContain('comfyui does not answer as it should');
    expect(result.stdout + result.stderr).not.toContain(SECRET);
  },
  PATIENCE_MS,
);

it(
  'exits 1 for a refused connection, and shows only the host of a URL',
  async () => {
    const result = await check({ COMFYUI_URL: 'http://operator:hunter2@127.0.0.1:1/studio?token=hunter2' });
    expect(result.code).toBe(1);
    expect(lineOf(result, 'comfyui').slice(2)).toEqual([
      '127.0.0.1:1',
      expect.any(String),
      'closed',
      expect.stringMatching(/^FAILED: /),
    ]);
    expect(result.stdout + result.stderr).not.toMatch(/hunter2|operator/);
  },
  PATIENCE_MS,
);

it('sends the engine only health checks, and no paid call', async () => {
  const { paid, requests } = await engine.state();
  expect(paid).toEqual({});
  expect(requests.length).toBeGreaterThan(0);
  expect(new Set(requests.map(({ method, path }) => `${method} ${path}`))).toEqual(
    new Set(['GET /system_stats']),
  );
});
