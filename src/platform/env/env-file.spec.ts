import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { loadEnvFile, parseEnvFile, readEnvFile } from './env-file.js';
import { TextFileError } from './text-file.js';

const parse = (text: string) => parseEnvFile(Buffer.from(text));

describe('reads what Docker Compose, dotenv and Node.js read alike', () => {
  it.each<[string, Record<string, string>]>([
    ['', {}],
    ['# nothing\n\n  # else', {}],
    ['A=b', { A: 'b' }],
    ['\uFEFFA=b\nC=d\n', { A: 'b', C: 'd' }],
    ['A=b\r\nC=d\r\n', { A: 'b', C: 'd' }],
    ['export A=b', { A: 'b' }],
    ['  A = b  ', { A: 'b' }],
    ['A=', { A: '' }],
    ['A=\nB=c', { A: '', B: 'c' }],
    ['A=b\nA=c', { A: 'c' }],
    ['A=b # a comment', { A: 'b' }],
    ["A=b # it's one, with $ and `", { A: 'b' }],
    ['A=b c', { A: 'b c' }],
    ['A=b=c==', { A: 'b=c==' }],
    ['A=b"c\'d\\e', { A: 'b"c\'d\\e' }],
    ["A='b#c $d ${e} \\f `g`'", { A: 'b#c $d ${e} \\f `g`' }],
    ['A="b#c d" # e', { A: 'b#c d' }],
    ['A="b\\nc"', { A: 'b\nc' }],
    ['A="b\nc"\nD=e', { A: 'b\nc', D: 'e' }],
    ["A='b\nc'#d\nD=e", { A: 'b\nc', D: 'e' }],
    ['A=""\nB=\'\'', { A: '', B: '' }],
    ['a.b-c=d', { 'a.b-c': 'd' }],
    ['A=päß 😀', { A: 'päß 😀' }],
  ])('%j', (text, variables) => {
    expect(parse(text)).toEqual({ variables, problems: [] });
    expect(parseEnv(text.replace('\uFEFF', ''))).toEqual(variables);
  });
});

describe('refuses, by one sentence without the value, what one of them reads otherwise', () => {
  it.each<[string, RegExp]>([
    ['A=SECRET#SECRET', /^\.env, line 1: A has a # that is not after a space/],
    ['A=SECRET\t# SECRET', /^\.env, line 1: A has a #/],
    ['A=#SECRET', /^\.env, line 1: A has a #/],
    ['A= # SECRET', /^\.env, line 1: A has a #/],
    ['B=c\n\n# d\nA=SECRET#', /^\.env, line 4: A has a #/],
    ['B="c\nd"\nA=x#', /^\.env, line 3: A has a #/],
    ['A=SECRET$', /^\.env, line 1: A has a \$/],
    ['A=${SECRET}', /^\.env, line 1: A has a \$/],
    ['A="$SECRET"', /^\.env, line 1: A has a \$/],
    ['A="SECRET\\tSECRET"', /^\.env, line 1: A has a backslash in double quotes/],
    ['A="SECRET\\"SECRET"', /^\.env, line 1: A has a backslash in double quotes/],
    ["A='SECRET\\'SECRET'", /^\.env, line 1: A has a backslash before a single quote/],
    ['A="SECRET', /^\.env, line 1: the quotes around A are not closed/],
    ["A='SECRET\nB=c", /^\.env, line 1: the quotes around A are not closed/],
    ['A="SECRET"SECRET', /^\.env, line 1: A goes on after its closing quote/],
    ['A=`SECRET`', /^\.env, line 1: A begins with a backtick/],
    ['A=SECRET\rB=c', /^\.env, line 1: A has a carriage return/],
    ['SECRET', /^\.env, line 1: it must be NAME=value/],
    ['A: SECRET', /^\.env, line 1: it must be NAME=value/],
    ['=SECRET', /^\.env, line 1: it must be NAME=value/],
    ['1A=SECRET', /^\.env, line 1: it must be NAME=value/],
    ['set A=SECRET', /^\.env, line 1: it must be NAME=value/],
  ])('%j', (text, sentence) => {
    const { problems } = parse(text);
    expect(problems).toEqual([expect.stringMatching(sentence)]);
    expect(problems.join('')).not.toContain('SECRET');
  });

  it('and names every such line, beside what it reads', () => {
    const { variables, problems } = parse('A=b#c\nD=e\nF=$g\n');
    expect(variables).toEqual({ D: 'e' });
    expect(problems.map((problem) => problem.slice(0, 14))).toEqual(['.env, line 1: ', '.env, line 3: ']);
  });
});

it.each([
  ['UTF-16 with its mark', Buffer.from('\uFEFFA=b', 'utf16le')],
  ['UTF-16 without', Buffer.from('A=b', 'utf16le')],
  ['UTF-16, big-endian', Buffer.from('\uFEFFA=b', 'utf16le').swap16()],
  ['Latin-1', Buffer.from('A=ä', 'latin1')],
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0])],
])('cannot read %s', (_encoding, bytes) => {
  expect(() => parseEnvFile(bytes)).toThrow(
    new TextFileError('is not text in UTF-8: save it in that encoding'),
  );
});

describe('a file', () => {
  const directory = mkdtempSync(join(tmpdir(), 'offprint-env-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  it('may be absent', () =>
    expect(readEnvFile(join(directory, 'absent'))).toEqual({ variables: {}, problems: [] }));

  it.each<[string, string, (file: string) => void]>([
    ['that is a directory', 'EISDIR', () => undefined],
    ['that leads nowhere', 'ENOENT', (file) => symlinkSync('absent', file)],
    ['that leads to itself', 'ELOOP', (file) => symlinkSync(file, file)],
    ['that is a pipe', 'a pipe', (file) => void execFileSync('mkfifo', [file])],
  ])('%s is named, with the user', (_what, code, make) => {
    const file = code === 'EISDIR' ? directory : join(directory, code);
    make(file);
    const { problems } = readEnvFile(file);
    expect(problems).toEqual([
      expect.stringMatching(/^\/[\S ]+ cannot be read by the user \S+( \(uid \d+\))? \([\w ]+\)$/),
    ]);
    expect(problems[0]!.endsWith(`(${code})`)).toBe(true);
  });

  it('does not change what the environment has', () => {
    const file = join(directory, 'settings');
    writeFileSync(file, 'A=b\nC=d\nE=f');
    const environment: Record<string, string | undefined> = { A: 'z', C: '' };
    loadEnvFile(environment, file);
    expect(environment).toEqual({ A: 'z', C: '', E: 'f' });
  });
});
