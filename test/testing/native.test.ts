// What test/support/native takes from Jest: a file runs in the worker's own process, so what it changes there has to go.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
let folder: string;

beforeEach(() => {
  // Within the checkout: only there a test file is compiled.
  mkdirSync(join(root, 'reports'), { recursive: true });
  folder = mkdtempSync(join(root, 'reports', 'native-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs test files one after the other in one process. @returns what Jest printed, and its results. */
function runFiles(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.test.ts`), text);
  const config = join(folder, 'jest.config.mjs');
  const shared = JSON.stringify(join(root, 'test/support/native/project.mjs'));
  const sequencer = join(folder, 'by-name.cjs');
  const settings = JSON.stringify({
    rootDir: root,
    roots: [folder],
    testMatch: [`${folder}/*.test.ts`],
    testSequencer: sequencer,
  });
  writeFileSync(
    sequencer,
    `const { default: Sequencer } = require('@jest/test-sequencer');
    module.exports = class extends Sequencer { sort(tests) { return [...tests].sort((a, b) => (a.path < b.path ? -1 : 1)); } };`,
  );
  writeFileSync(config, `import { native } from ${shared};\nexport default { ...native, ...${settings} };\n`);
  const output = join(folder, 'results.json');
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const args = [jest, '--config', config, '--runInBand', '--json', '--outputFile', output];
  const { stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: cleanEnvironment(),
  });
  return stderr;
}

function cleanEnvironment() {
  const { JEST_WORKER_ID: _, ...environment } = process.env;
  return environment;
}

describe('a test file in the worker itself', () => {
  it('leaves the next one the environment, the globals, the clock, the listeners and the mocks as they were', () => {
    const printed = runFiles({
      a: `import { jest } from '@jest/globals';
        import { readFileSync } from 'node:fs';
        test('changes everything', () => {
          process.env.LEFT_BEHIND = 'yes';
          delete process.env.PATH;
          globalThis.fetch = (() => undefined) as unknown as typeof fetch;
          process.on('SIGTERM', function leftBehind() {});
          jest.spyOn(Math, 'random').mockReturnValue(0.5);
          jest.useFakeTimers({ now: 0 });
          process.chdir('/');
          expect(Date.now()).toBe(0);
        });`,
      b: `test('finds nothing of it', () => {
          expect(process.env.LEFT_BEHIND).toBeUndefined();
          expect(process.env.PATH).toBeDefined();
          expect(String(fetch)).not.toBe('() => undefined');
          expect(process.listeners('SIGTERM').map(({ name }) => name)).not.toContain('leftBehind');
          expect(Math.random()).not.toBe(Math.random());
          expect(Date.now()).toBeGreaterThan(1_700_000_000_000);
          expect(process.cwd()).not.toBe('/');
        });`,
    });
    expect(printed).toContain('Tests:       2 passed, 2 total');
  });

  it('fails for a wrong expectation, a rejection, a failed hook and a file that cannot be loaded, at the line of its source', () => {
    const printed = runFiles({
      a: `interface Gone { value: number }
        interface GoneToo { value: number }

        test('wrong', () => {
          expect(1 as Gone['value']).toBe(2);
        });
        test('rejects', async () => {
          await Promise.reject(new Error('refused'));
        });`,
      b: `beforeAll(() => { throw new Error('no start'); });\ntest('never right', () => {});`,
      c: `import './there-is-none.js';\ntest('never run', () => {});`,
    });
    expect(printed).toContain('Test Suites: 3 failed, 3 total');
    expect(printed).toContain('Tests:       3 failed, 3 total');
    expect(printed).toMatch(/a\.test\.ts:5:\d+/);
    expect(printed).toContain('there-is-none');
  });

  it('runs its own module anew, and one of the service once for all', () => {
    const file = `import { ERROR_CODES } from '../../src/platform/errors/error-codes.js';
      let count = 0;
      const seen = ((globalThis as any).seenByNative ??= ERROR_CODES);
      test('one list', () => {
        expect((count += 1)).toBe(1);
        expect(seen).toBe(ERROR_CODES);
      });`;
    expect(runFiles({ a: file, b: file })).toContain('Tests:       2 passed, 2 total');
  });
});
