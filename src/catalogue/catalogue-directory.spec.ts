import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { load } from 'js-yaml';
import { readTextFile } from '../platform/env/index.js';
import { findCatalogueProblems, readCatalogue } from './catalogue-files.js';

const SHIPPED = join(process.cwd(), 'catalogue');
const EMBEDDED = readTextFile(join(SHIPPED, 'embedded.yaml'));
const AS_JSON = JSON.stringify(load(EMBEDDED));

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'offprint-catalogue-'));
  cpSync(join(SHIPPED, 'plans.yaml'), join(directory, 'plans.yaml'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function write(name: string, contents: string | Buffer) {
  mkdirSync(dirname(join(directory, name)), { recursive: true });
  writeFileSync(join(directory, name), contents);
}

describe('reads', () => {
  it.each([
    ['embedded.yaml', EMBEDDED],
    ['embedded.yml', EMBEDDED],
    ['embedded.YAML', EMBEDDED],
    ['embedded.Yml', EMBEDDED],
    ['embedded.json', AS_JSON],
    ['embedded.JSON', AS_JSON],
    ['embedded.v2.yaml', EMBEDDED],
    ['embedded.yaml', `\uFEFF${EMBEDDED}`],
    ['embedded.yaml', EMBEDDED.replaceAll('\n', '\r\n')],
    ['embedded.json', `\uFEFF${AS_JSON}`],
  ])('%s', (name, contents) => {
    write(name, contents);
    expect(findCatalogueProblems(directory)).toEqual([]);
    expect(readCatalogue(directory).models.map(({ modelKey }) => modelKey)).toContain('embedded-image');
  });

  it.each(['plans.yml', 'PLANS.YAML', 'plans.json'])('%s as plans', (name) => {
    rmSync(join(directory, 'plans.yaml'));
    write(name, JSON.stringify({ default: 'free', plans: [{ key: 'free', title: 'Free' }] }));
    write('embedded.yaml', EMBEDDED);
    expect(findCatalogueProblems(directory)).toEqual([]);
    expect(readCatalogue(directory).plans.of('free').title).toBe('Free');
  });
});

describe('refuses by one sentence', () => {
  it.each<[string, string | Buffer, RegExp]>([
    ['embedded.yaml.txt', EMBEDDED, /^catalogue\/embedded\.yaml\.txt is not read: its name must end with/],
    ['embedded.yml.1', EMBEDDED, /^catalogue\/embedded\.yml\.1 is not read/],
    [
      'more/embedded.yaml',
      EMBEDDED,
      /^catalogue\/more\/embedded\.yaml is not read: .* must not be in a folder/,
    ],
    ['more/deep/a.YML', EMBEDDED, /^catalogue\/more\/deep\/a\.YML is not read/],
    ['more/embedded.json', AS_JSON, /^catalogue\/more\/embedded\.json is not read/],
    ['broken.json', '{', /^catalogue\/broken\.json: line 1/],
    ['wide.yaml', Buffer.from(EMBEDDED, 'utf16le'), /^catalogue\/wide\.yaml is not text in UTF-8/],
    ['latin.yaml', Buffer.from('provider: ä', 'latin1'), /^catalogue\/latin\.yaml is not text in UTF-8/],
  ])('%s', (name, contents, sentence) => {
    write('embedded.yaml', EMBEDDED);
    write(name, contents);
    const problems = findCatalogueProblems(directory);
    expect(problems).toEqual([expect.stringMatching(sentence)]);
  });

  it('the same models in two files', () => {
    write('embedded.yaml', EMBEDDED);
    write('embedded.yml', EMBEDDED);
    expect(() => readCatalogue(directory)).toThrow(/modelKey \S+ exists twice$/);
  });
});

it.each([
  '.embedded.yaml',
  '.embedded.yaml.swp',
  '..data/embedded.yaml',
  'embedded.yaml~',
  '#embedded.yaml#',
  'embedded.yaml.bak',
  'embedded.yaml.orig',
  'embedded.yaml.dpkg-old',
  'workflows/a.json',
  'workflow.json',
  'README.md',
])('leaves out %s, which is no part of the catalogue', (name) => {
  write('embedded.yaml', EMBEDDED);
  write(name, name.endsWith('.json') ? '{"1":{"class_type":"KSampler","inputs":{}}}' : EMBEDDED);
  expect(findCatalogueProblems(directory)).toEqual([]);
  expect(readCatalogue(directory).sources.documents.map(({ file }) => file)).toEqual([
    'embedded.yaml',
    'plans.yaml',
  ]);
});
