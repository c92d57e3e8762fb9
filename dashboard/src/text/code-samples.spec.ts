import { execFileSync, spawnSync } from 'node:child_process';
import { codeSample, LANGUAGES, pythonLiteral, shellQuoted } from './code-samples';

const NASTY = `it's "quoted" $HOME \`id\` \\n \${process.exit(1)} {braces}\nsecond line ✓`;
const BODY = {
  modelKey: 'embedded-image',
  prompt: NASTY,
  sound: true,
  seed: null,
  scale: 2,
  tags: ['a', 'b'],
  nested: {},
};

/** Skips the test on machines without Python; CI installs it, and fails without. */
const withPython = process.env.CI || spawnSync('python3', ['--version']).status === 0 ? it : it.skip;

describe('a value in a sample', () => {
  it('is a single word for a shell, whatever its content', () => {
    expect(execFileSync('sh', ['-c', `printf %s ${shellQuoted(NASTY)}`], { encoding: 'utf8' })).toBe(NASTY);
  });

  it('is a Python literal', () => {
    expect(pythonLiteral({ yes: true, no: false, none: null, list: [1, 'a'], empty: [] })).toBe(
      [
        '{',
        '    "yes": True,',
        '    "no": False,',
        '    "none": None,',
        '    "list": [',
        '        1,',
        '        "a",',
        '    ],',
        '    "empty": [],',
        '}',
      ].join('\n'),
    );
  });

  withPython('keeps its meaning in Python', () => {
    const literal = pythonLiteral(BODY);
    const script = `import json\nprint(json.dumps(${literal}))`;
    expect(JSON.parse(execFileSync('python3', ['-c', script], { encoding: 'utf8' }))).toEqual(BODY);
  });
});

describe('a sample', () => {
  it.each(LANGUAGES)(
    'in %s contains the URL of the service, reads the key from the environment and contains no key',
    (language) => {
      const code = codeSample(language, { base: 'https://api.example.test', body: BODY });
      expect(code).toContain('https://api.example.test');
      expect(code).toContain('OFFPRINT_API_KEY');
      expect(code).not.toMatch(/of_(live|test)_/);
    },
  );

  withPython('in Python parses', () => {
    const code = codeSample('python', { base: 'https://api.example.test', body: BODY });
    expect(() =>
      execFileSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input: code }),
    ).not.toThrow();
  });
});
