// The sdist and the wheel of clients/python, each alone in an empty environment: what they hold, what they need, how they are typed, and
// the readme as a newcomer reads it.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Catalogue, readCatalogue } from '../../dist/catalogue/index.js';
import { startTestService } from '../../dist/testing/index.js';
import { root } from '../../scripts/build-first.mjs';
import { importSource } from '../../scripts/import-source.mjs';
import { readBlocks } from '../package/support/markdown.mjs';
import {
  createEnvironment,
  distribution,
  runToEnd,
  scratch,
  source,
  startToEnd,
  tool,
} from './support/distributions.mjs';
import { findInterpreters } from './support/interpreters.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** httpx, and what it needs. */
const DEPENDENCIES = [
  'anyio',
  'certifi',
  'h11',
  'httpcore',
  'httpx',
  'idna',
  'typing_extensions',
  'exceptiongroup',
];
const LISTED = `
import importlib.metadata as metadata
print(*sorted(found.metadata["Name"] for found in metadata.distributions()))
`;

const lines = (text) => text.trim().split('\n');
const python = { wheel: '', sdist: '' };

before(() => {
  python.wheel = createEnvironment('clean-wheel', findInterpreters().own, [distribution('.whl')]);
  python.sdist = createEnvironment('clean-sdist', findInterpreters().own, [distribution('.tar.gz')]);
});

for (const kind of ['wheel', 'sdist'])
  it(`the ${kind} brings nothing but httpx and what that needs`, () => {
    const { stdout, stderr } = runToEnd(python[kind], ['-c', LISTED]);
    const names = stdout.trim().split(' ');
    assert.equal(stderr, '');
    assert.deepEqual(
      names.filter((name) => !DEPENDENCIES.includes(name)),
      ['offprint'],
    );
    const shown = runToEnd(python[kind], ['-c', 'import offprint; print(offprint.__version__)']);
    assert.equal(shown.stdout.trim(), version, shown.stderr);
  });

it('the wheel holds the package, typed, and its licence; the sdist its tests too', () => {
  const files = runToEnd(tool('python'), ['-m', 'zipfile', '-l', distribution('.whl')]).stdout;
  const names = lines(files)
    .slice(1)
    .map((line) => line.split(/\s+/)[0]);
  assert.ok(names.includes('offprint/py.typed'));
  assert.equal(names.filter((name) => name === 'offprint/models.py').length, 1);
  assert.ok(names.some((name) => name.endsWith('/licenses/LICENSE')));
  assert.deepEqual(
    names.filter((name) => !/^offprint(-[^/]+\.dist-info)?\//.test(name)),
    [],
  );
  const archive = lines(runToEnd(tool('python'), ['-m', 'tarfile', '-l', distribution('.tar.gz')]).stdout);
  for (const name of [
    'README.md',
    'LICENSE',
    'pyproject.toml',
    'tests/test_loss.py',
    'src/offprint/py.typed',
    'src/offprint/models.py',
  ])
    assert.equal(archive.filter((line) => line.trim().endsWith(`/${name}`)).length, 1, name);
});

it('ruff finds nothing to mend or to format', () => {
  for (const args of [['check'], ['format', '--check']]) {
    const { code, stdout, stderr } = runToEnd(tool('ruff'), [...args, '--no-cache', source]);
    assert.equal(code, 0, stdout + stderr);
  }
});

describe('its types', () => {
  const mypy = (args) => {
    const cache = join(scratch, 'mypy-cache');
    return runToEnd(tool('mypy'), ['--strict', '--cache-dir', cache, '--python-version', '3.10', ...args], {
      cwd: source,
    });
  };
  const consumer = (name, body) => {
    const path = join(scratch, name);
    writeFileSync(path, `from offprint import AsyncOffprint, Offprint, PredictionBody\n\n\n${body}\n`);
    return mypy(['--python-executable', python.wheel, path]);
  };

  it('mypy --strict finds no mistake in the package and its tests, as Python 3.10', () => {
    const { code, stdout } = mypy(['src']);
    assert.equal(code, 0, stdout);
    const tests = runToEnd(tool('mypy'), ['--strict', '--cache-dir', join(scratch, 'mypy-cache'), 'tests'], {
      cwd: source,
      env: { MYPYPATH: 'src:tests' },
    });
    assert.equal(tests.code, 0, tests.stdout);
  });

  it('a program that has installed it is checked: a right one passes, a wrong one does not', () => {
    const right = consumer(
      'right.py',
      `from offprint.models import EmbeddedVideo

Offprint().quote(EmbeddedVideo(modelKey="embedded-video", prompt="a storm", duration=4, externalUserId="ann"))


def show(body: PredictionBody) -> None:
    print(body["progress"], body.get("queue"))


async def main() -> int:
    image = Offprint().generate({"modelKey": "acme-portrait", "lens": 85}, on_progress=show, timeout=60)
    width: int | None = image.output.width
    async for entry in AsyncOffprint().history(status="failed"):
        print(entry["error"]["code"], width)
    return image.output.size`,
    );
    assert.equal(right.code, 0, right.stdout);
    for (const [name, body, mistake] of [
      [
        'field',
        'Offprint().balance()["amount"]',
        /"amount" is not a valid TypedDict key|has no key "amount"/,
      ],
      ['filter', 'Offprint().history(status="broken")', /incompatible type/],
      ['argument', 'Offprint().generate("a lighthouse")', /incompatible type/],
      [
        'model',
        'from offprint.models import EmbeddedVideo\nEmbeddedVideo(modelKey="embedded-video", prompt="a", colour="red")',
        /Extra key "colour"|Unexpected key/,
      ],
      ['await', 'image = AsyncOffprint().generate({})\nimage.save("x.png")', /has no attribute "save"/],
    ]) {
      const wrong = consumer(`wrong_${name}.py`, body);
      assert.equal(wrong.code, 1, name);
      assert.match(wrong.stdout, mistake);
    }
  });
});

describe('the types of models', () => {
  const program = `
import json, sys
from offprint._model_types import module_of
sys.stdout.write(module_of(json.load(open(sys.argv[1])), "Requests."))
`;
  const SHIPPED = 'import inspect, offprint.models as m; print(inspect.getsource(m), end="")';
  /** From the classes on: what is above them differs. */
  const classesOf = (text) => text.slice(text.indexOf('class CommonFields'));
  const generate = (models) => {
    const path = join(scratch, 'model-list.json');
    writeFileSync(path, JSON.stringify(models));
    const { code, stdout, stderr } = runToEnd(python.wheel, ['-c', program, path]);
    assert.equal(code, 0, stderr);
    return stdout;
  };

  it('are the same by `python -m offprint.types` and by the build of the wheel', () => {
    const { entries } = new Catalogue(readCatalogue(join(root, 'catalogue')));
    const shipped = entries.filter(({ modelKey }) => modelKey !== 'embedded-fault');
    assert.ok(shipped.length > 100);
    const { stdout: built } = runToEnd(python.wheel, ['-c', SHIPPED]);
    assert.equal(classesOf(generate(shipped)), classesOf(built));
  });

  it('pass mypy --strict, with fields that Python cannot name, and check requests', () => {
    const properties = {
      from: { type: 'string' },
      'x-scale': { type: ['number', 'null'] },
      tags: { type: 'array', items: { enum: ['a', 'b'] } },
      level: { enum: [0.5, 1] },
    };
    const inputSchema = { type: 'object', required: ['from'], properties };
    const models = ['1st', 'acme/a.b', 'acme-a-b'].map((modelKey) => ({ modelKey, title: 'A', inputSchema }));
    writeFileSync(join(scratch, 'generated_models.py'), generate(models));
    const check = (name, request) => {
      const path = join(scratch, name);
      const base = 'from generated_models import Model1st\n\n\nrequest: Model1st = ';
      writeFileSync(path, `${base}${request}\n`);
      const cache = join(scratch, 'mypy-cache');
      const args = ['--strict', '--cache-dir', cache, '--python-version', '3.10', path];
      return runToEnd(tool('mypy'), args, { env: { MYPYPATH: scratch } });
    };
    const right = check(
      'right_model.py',
      '{"modelKey": "1st", "from": "x", "x-scale": 2, "tags": ["a"], "level": 0.5}',
    );
    assert.equal(right.code, 0, right.stdout);
    assert.match(check('missing_model.py', '{"modelKey": "1st"}').stdout, /Missing key "from"/);
    assert.equal(check('wrong_model.py', '{"modelKey": "1st", "from": "x", "tags": ["c"]}').code, 1);
  });
});

describe('the readme', () => {
  const blocks = readBlocks(readFileSync(join(source, 'README.md'), 'utf8'));
  let service;
  let env;
  before(async () => {
    service = await startTestService({ engines: [] });
    const account = await service.account({ credits: 1_000 });
    env = { OFFPRINT_URL: service.url, OFFPRINT_API_KEY: (await account.key()).secret };
  });
  after(() => service.close());

  /** An empty directory. */
  const folder = () => mkdtempSync(join(scratch, 'readme-'));
  const isPicture = (path) => assert.equal(readFileSync(path).subarray(1, 4).toString(), 'PNG');

  it('a newcomer has the first file a few lines after an empty directory', async () => {
    const cwd = folder();
    const startedAt = performance.now();
    const own = createEnvironment(`newcomer-${cwd.slice(-6)}`, findInterpreters().own, [
      distribution('.whl'),
    ]);
    const installedAt = performance.now();
    const { code, stderr } = await startToEnd(own, ['-c', blocks[0].text], { cwd, env });
    assert.equal(code, 0, stderr);
    isPicture(join(cwd, 'lighthouse.png'));
    const seconds = (from, to) => ((to - from) / 1_000).toFixed(1);
    process.stderr.write(
      `newcomer: ${seconds(startedAt, installedAt)} s to install, ${seconds(installedAt, performance.now())} s to the file`,
    );
  });

  it('the sample of the dashboard runs', async () => {
    const { codeSample } = await importSource('dashboard/src/text/code-samples.ts');
    const body = { modelKey: 'embedded-image', prompt: `it's "quoted" \\n {1}`, seed: 7 };
    const sample = codeSample('python', { base: service.url, body });
    const { code, stdout, stderr } = await startToEnd(python.wheel, ['-c', sample], { cwd: folder(), env });
    assert.equal(code, 0, stderr);
    assert.equal((await fetch(stdout.trim())).headers.get('content-type'), 'image/png');
  });

  it('each of its programs runs, one after the other, from the wheel', async () => {
    const programs = blocks.filter(({ language }) => language === 'python').map(({ text }) => text);
    assert.ok(programs.length >= 4);
    const cwd = folder();
    const withExtra = createEnvironment('readme-extra', findInterpreters().own, [
      `${distribution('.whl')}[progress]`,
    ]);
    writeFileSync(join(cwd, 'readme.py'), programs.join('\n\n'));
    const { code, stdout, stderr } = await startToEnd(withExtra, ['readme.py'], { cwd, env });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^\d+(\.\d+)? credits of \d+/m);
    assert.match(stdout, /^charge -/m);
    assert.match(stdout, /^validation_failed .*colour/m);
    for (const name of ['lighthouse.png', 'larger.png']) isPicture(join(cwd, name));
  });

  it('each of its commands runs, from the sdist', async () => {
    const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
    assert.ok(commands.length > 0);
    const cwd = folder();
    const bin = join(cwd, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'python'), `#!/bin/sh\nexec '${python.sdist}' "$@"\n`, { mode: 0o755 });
    const PATH = `${bin}:${process.env.PATH}`;
    const { code, stdout, stderr } = await startToEnd('bash', ['-euc', commands.join('\n')], {
      cwd,
      env: { ...env, PATH },
    });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^lighthouse\.png: \d+ bytes, embedded-image, [\d.]+ credits$/m);
    isPicture(join(cwd, 'lighthouse.png'));
  });
});
