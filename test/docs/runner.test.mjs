// The runner itself: a page that is right passes; each mistake fails, with the line of the page.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { readBlocks } from '../support/blocks.mjs';
import { isCompiled, planChecks } from './support/checks.mjs';
import { compileBlocks } from './support/typescript.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'offprint-docs-runner-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
const { PATH, DOCS_PYTHON } = process.env;
const environment = async () => ({ PATH, DOCS_PYTHON, OFFPRINT_CHECKOUT: '/nowhere' });

const fenced = (language, ...lines) => ['```' + language, ...lines, '```', ''];
const PAGE = 'docs/fixture.md';

/** @returns the messages of the checks that failed. */
async function failuresOf(lines) {
  const blocks = readBlocks(PAGE, lines.join('\n'));
  const { errorsOf, compiled } = compileBlocks(
    blocks.filter(isCompiled),
    mkdtempSync(join(scratch, 'page-')),
  );
  const { checks } = planChecks(blocks, { scratch, environment, errorsOf, compiled });
  assert.ok(checks.length > 0);
  const failures = [];
  for (const { check } of checks) await check().catch(({ message }) => failures.push(message));
  return failures;
}

it('blocks of a page share their shell and their interpreter, and modules stand alone', async () => {
  const page = [
    ...fenced('sh', 'word=lighthouse', 'mkdir folder && cd folder'),
    ...fenced('python', 'word = "lighthouse"'),
    ...[
      '1. A list.',
      '',
      '   ```sh',
      '   test "$word $(basename "$PWD")" = "lighthouse folder"',
      '   ```',
      '',
    ],
    ...fenced('python', 'assert word == "lighthouse"'),
    ...fenced('js', 'const word = 1;', 'if (word !== 1) throw new Error();'),
    ...fenced('ts', 'const word: number = 1;', 'if (word !== 1) throw new Error();'),
  ];
  assert.deepEqual(await failuresOf(page), []);
});

const MISTAKES = {
  'a command that fails': [
    fenced('sh', 'true', 'test 1 = 2', 'true'),
    /docs\/fixture\.md:3: failed: test 1 = 2/,
  ],
  'a command that fails within a pipe': [fenced('sh', 'false | cat'), /docs\/fixture\.md:2: failed/],
  'a variable that is not set': [fenced('sh', 'echo "$NO_SUCH"'), /line 2: NO_SUCH: unbound variable/],
  'a program of Python that raises': [
    fenced('python', 'word = 1', 'assert word == 2'),
    /"docs\/fixture\.md", line 3[^]*AssertionError/,
  ],
  'a program of Python that does not compile': [fenced('python', 'def'), /line 2[^]*SyntaxError/],
  'a program of JavaScript that throws': [
    fenced('js', '', 'throw new Error("no");'),
    /fixture\.md:2: [^]*mjs:3/,
  ],
  'a type that is wrong': [
    fenced('ts', 'export const word: number = "a";'),
    /docs\/fixture\.md:2: Type 'string'/,
  ],
  'a type that is wrong in what is not run': [
    [
      '<!-- block: compiled, not run: an example -->',
      '',
      ...fenced('ts', 'export const word: number = "a";'),
    ],
    /docs\/fixture\.md:4: Type 'string'/,
  ],
  'a language that is not known': [fenced('ruby', 'puts 1'), /neither run nor checked/],
  'a block without a language': [fenced('', 'true'), /neither run nor checked/],
  'a block that is only indented': [['Text.', '', '    true', ''], /neither run nor checked/],
  'text that says nothing of its check': [fenced('text', 'true'), /neither run nor checked/],
  'a comment that would excuse a block': [
    ['<!-- block: not here -->', '', ...fenced('sh', 'false')],
    /docs\/fixture\.md:4: failed: false/,
  ],
  'a command beside others that are run elsewhere': [
    fenced('sh', 'npm ci', 'curl http://127.0.0.1/'),
    /nothing runs it: curl/,
  ],
  'a script that does not exist': [fenced('sh', 'npm run prove:all'), /has no script prove:all/],
  'an option that does not exist': [fenced('sh', 'npm run prove -- --fast-as-light'), /no option/],
  'an engine without its address': [
    fenced('yaml', 'provider: easel', 'engine: { adapter: http-job }'),
    /must have required property 'url'/,
  ],
  'YAML that nothing reads': [fenced('yaml', 'colour: red'), /no kind of YAML/],
  'a body that the API does not know': [fenced('json', '{ "colour": "red" }'), /no schema/],
  'a body with a wrong value': [fenced('json', '{ "statusCode": "x", "message": 1 }'), /is none of/],
  'a diagram that is none': [fenced('mermaid', 'stateDiagram-v2', 'a -> b'), /a -> b/],
  'a subject that is no subject': [
    ['<!-- block: subjects of commits -->', '', ...fenced('text', 'Fixed things.')],
    /Fixed things/,
  ],
};

for (const [name, [lines, message]] of Object.entries(MISTAKES))
  it(`fails for ${name}`, async () => {
    const failures = await failuresOf(lines);
    assert.notEqual(failures.length, 0);
    assert.match(failures.join('\n'), message);
  });
