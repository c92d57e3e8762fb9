// The tests of clients/python against the real service, with the wheel installed: on each Python that is found.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  createEnvironment,
  distribution,
  pinned,
  pythonEnvironment,
  scratch,
  source,
} from './support/distributions.mjs';
import { findInterpreters } from './support/interpreters.mjs';
import { startKit } from './support/kit-server.mjs';

const { all } = findInterpreters();
/** CI has little time: it tries the oldest. The lane `docs` runs the client on its own. */
const tried = process.env.CI ? all.slice(0, 1) : all;

let kit;
before(async () => {
  kit = await startKit();
});
after(() => kit.close());

// Most of their time is spent waiting for the service.
describe('the client', { concurrency: 2 }, () => {
  for (const interpreter of tried) {
    const { version } = interpreter;
    // The loss test takes long, and shows the same on each of them.
    const args = version === tried.at(-1).version ? [] : ['-m', 'not loss'];
    it(`on Python ${version}`, async (test) => {
      const python = createEnvironment(`python-${version}`, interpreter, [
        `${distribution('.whl')}[progress]`,
        pinned('pytest'),
      ]);
      for (const { name, failure } of await pytest(python, version, args))
        await test.test(`Python ${version}: ${name}`, () => assert.ok(failure === undefined, failure));
    });
  }
});

/** Runs the tests of the client outside of the checkout. @returns `{ name, failure }` of each that ran. */
async function pytest(python, version, args) {
  const report = join(scratch, `python-${version}.xml`);
  const child = spawn(
    python,
    [
      '-m',
      'pytest',
      '-q',
      '-p',
      'no:cacheprovider',
      '-c',
      join(source, 'pyproject.toml'),
      `--junitxml=${report}`,
      ...args,
      join(source, 'tests'),
    ],
    { cwd: scratch, stdio: ['ignore', 'pipe', 'inherit'], env: pythonEnvironment({ OFFPRINT_KIT: kit.url }) },
  );
  let output = '';
  child.stdout.on('data', (piece) => (output += piece));
  const [code] = await once(child, 'close');
  const tests = existsSync(report) ? readReport(readFileSync(report, 'utf8')) : [];
  const isWhole = tests.length > 0 && (code === 0) === tests.every(({ failure }) => failure === undefined);
  assert.ok(isWhole, `pytest ended with ${code}:\n${output}`);
  return tests;
}

/** Reads the JUnit XML of pytest. */
function readReport(xml) {
  const cases = [
    ...xml.matchAll(/<testcase classname="([^"]*)" name="([^"]*)"[^>]*?(?:\/>|>([^]*?)<\/testcase>)/g),
  ];
  return cases
    .map(([, file, name, inner = '']) => ({
      name: `${file
        .split('.')
        .at(-1)
        .replace(/^test_/, '')}: ${text(name)
        .replace(/^test_/, '')
        .replaceAll('_', ' ')}`,
      isSkipped: inner.includes('<skipped'),
      failure: /<(?:failure|error) [^>]*>([^]*?)<\//.exec(inner)?.[1],
    }))
    .filter(({ isSkipped }) => !isSkipped)
    .map(({ name, failure }) => ({ name, failure: failure && text(failure) }));
}

const text = (xml) =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#10;', '\n')
    .replaceAll('&amp;', '&');
