// Blocks that are data: each is read by what reads it in the service.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { dump, load } from 'js-yaml';
import { readCatalogue } from '../../../dist/catalogue/index.js';
import { root } from '../../../scripts/build-first.mjs';
import { complaintsOf } from '../../../scripts/commits.mjs';
import { linkPackages } from './programs.mjs';

const text = (path) => readFileSync(join(root, path), 'utf8');
const hasAll = (known) => (value) => Object.keys(value).every((key) => key in known);

/** What a document of YAML is, by its fields. The first that fits reads it. */
const YAML_KINDS = [
  {
    fits: (value) => Array.isArray(value) && value.every(({ workflow, options }) => workflow ?? options),
    check: checkWorkflows,
  },
  { fits: (value) => 'provider' in value || 'plans' in value, check: checkCatalogueFile },
  { fits: (value) => 'scrape_configs' in value, check: checkPrometheus },
  { fits: (value) => 'categories' in value, check: checkWordLists },
  {
    fits: hasAll({
      url: 1,
      secret: 1,
      auth: 1,
      submit: 1,
      answer: 1,
      poll: 1,
      result: 1,
      cancel: 1,
      errors: 1,
    }),
    check: checkEnginePart,
  },
];

export function checkYaml({ text: source }, { scratch }) {
  const value = load(source);
  const kind = YAML_KINDS.find(({ fits }) => fits(value));
  assert.ok(kind, 'is no kind of YAML that test/docs/support/data.mjs knows');
  return kind.check(value, mkdtempSync(join(scratch, 'yaml-')), source);
}

/** Reads a catalogue that has the file, as the service reads it at its start. */
function catalogueWith(directory, name, contents) {
  cpSync(join(root, 'catalogue'), directory, { recursive: true });
  writeFileSync(join(directory, name), typeof contents === 'string' ? contents : dump(contents));
  return readCatalogue(directory);
}

function checkCatalogueFile(value, directory, source) {
  if (value.plans) catalogueWith(directory, 'plans.yaml', source);
  // An engine without models: those of the example.
  else if (value.models) catalogueWith(directory, `${value.provider}.yaml`, source);
  else
    catalogueWith(directory, `${value.provider}.yaml`, {
      ...load(text('examples/yaml-engine/easel.yaml')),
      ...value,
    });
}

/** A part of an engine: in the place of the example's own. */
function checkEnginePart(value, directory) {
  const example = load(text('examples/yaml-engine/easel.yaml'));
  catalogueWith(directory, 'easel.yaml', { ...example, engine: { ...example.engine, ...value } });
}

/** Models of ComfyUI: with a workflow that has the nodes they fill, and what every model of the catalogue has. */
function checkWorkflows(models, directory) {
  const shipped = load(text('catalogue/comfyui.yaml'));
  const complete = models.map((model) => {
    const like = shipped.models.find(({ operation }) => operation === model.operation);
    assert.ok(like, `the catalogue has no ${model.operation}`);
    const { title, description, typicalSeconds, deadlineSeconds, pricing } = like;
    return { title, description, typicalSeconds, deadlineSeconds, pricing, ...model };
  });
  mkdirSync(join(directory, 'workflows'), { recursive: true });
  for (const { options } of models) {
    const workflow = {};
    for (const path of Object.keys(options.inputs)) {
      const [node, , input] = path.split('.');
      workflow[node] ??= { class_type: 'Node', inputs: {} };
      workflow[node].inputs[input] = '';
    }
    writeFileSync(join(directory, options.workflow), JSON.stringify(workflow));
  }
  catalogueWith(directory, 'comfyui.yaml', { ...shipped, models: [...shipped.models, ...complete] });
}

function checkPrometheus(value, directory, source) {
  for (const file of value.rule_files) cpSync(join(root, 'deploy/prometheus', file), join(directory, file));
  const file = join(directory, 'prometheus.yml');
  writeFileSync(file, source);
  execFileSync('promtool', ['check', 'config', '--syntax-only', file], { stdio: 'pipe' });
}

async function checkWordLists(_value, directory, source) {
  const file = join(directory, 'words.yaml');
  writeFileSync(file, source);
  // A copy that finds the service's package by its name, as an installed one does.
  linkPackages(directory);
  cpSync(join(root, 'packages/moderation/dist'), join(directory, 'dist'), { recursive: true });
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  const { readWordLists } = await import(join(directory, 'dist/word-lists.js'));
  assert.ok(readWordLists(file));
}

/** A request or response of the API: some schema of openapi.json has all its fields, and accepts it. */
export function checkJson({ text: source }) {
  const value = JSON.parse(source);
  if (value.mcpServers) return Object.values(value.mcpServers).forEach(checkMcpServer);
  const openapi = JSON.parse(text('openapi.json'));
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(openapi, 'openapi');
  const candidates = Object.entries(openapi.components.schemas).filter(
    ([, { properties }]) => properties && hasAll(properties)(value),
  );
  assert.ok(candidates.length > 0, 'no schema of openapi.json has these fields');
  const fitting = candidates.filter(([name]) =>
    ajv.validate({ $ref: `openapi#/components/schemas/${name}` }, value),
  );
  assert.ok(fitting.length > 0, `is none of ${candidates.map(([name]) => name).join(', ')}`);
}

function checkMcpServer({ type, url, command, args = [], env = {} }) {
  if (type === 'http') return assert.equal(new URL(url).pathname, '/mcp');
  const { bin } = JSON.parse(text('packages/mcp/package.json'));
  assert.ok(Object.hasOwn(bin, basename(command)), command);
  const folder = 'packages/mcp/src';
  const files = readdirSync(join(root, folder), { recursive: true }).filter((name) => name.endsWith('.ts'));
  const sources = files.map((name) => text(`${folder}/${name}`)).join('\n');
  for (const option of args.filter((one) => one.startsWith('--')))
    assert.ok(sources.includes(option.slice(2)), `packages/mcp has no ${option}`);
  for (const name of Object.keys(env))
    assert.ok(sources.includes(name), `packages/mcp does not read ${name}`);
}

/** Statements for the service's database, which runs them. */
export const checkSql = ({ text: source }, { query }) => query(source);

/** PgBouncer's settings: sections of `name = value`. What it sends to the server, the server accepts. */
export async function checkIni({ text: source }, { query }) {
  for (const line of source.split('\n')) assert.match(line, /^(\[\w+\]|\w+ = \S.*|)$/);
  const sent = /connect_query='([^\n]+)'/.exec(source)?.[1];
  assert.ok(sent, 'is no configuration that test/docs/support/data.mjs knows');
  await query(sent.replaceAll("''", "'"));
}

/** The states and transitions of a diagram. */
export function checkMermaid({ text: source }) {
  const [first, ...lines] = source.split('\n').map((line) => line.trim());
  // Mermaid has drawn the picture of a flowchart's present text: manual-links.test.ts requires it.
  if (/^flowchart (TD|LR)$/.test(first)) return;
  assert.equal(first, 'stateDiagram-v2');
  let depth = 0;
  const reached = new Set(['[*]']);
  for (const line of lines) {
    const transition = /^(\w+|\[\*\]) --> (\w+|\[\*\])(: \S.*)?$/.exec(line);
    if (transition) {
      assert.ok(reached.has(transition[1]), `${transition[1]} is not reached before: ${line}`);
      reached.add(transition[2]);
    } else if (/^state \w+ \{$/.test(line)) depth += 1;
    else if (line === '}') depth -= 1;
    else assert.equal(line, '');
  }
  assert.equal(depth, 0);
}

/** Subjects of commits. */
export function checkCommits({ text: source }) {
  const folders = new Set(readdirSync(join(root, 'src')));
  for (const line of source.split('\n')) assert.deepEqual(complaintsOf(line, folders), [], line);
}
