// The tarball of the MCP server in an empty directory: on each release of Node.js, by the SDK's client, and by MCP's own Inspector.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { fetchNode } from '../../scripts/node-releases.mjs';
import { newCaller } from './support/client.mjs';
import { install, mcpApp, scratch } from './support/installation.mjs';
import { endAll, run, start } from './support/program.mjs';

const OWN = process.versions.node.split('.')[0];
/** CI has little time: it tries its own and the newest. */
const RELEASES = process.env.CI ? [OWN, '24'] : [OWN, '22', '24'];
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const FOLDER = join(mcpApp, 'node_modules/@offprint/mcp');
const PROGRAM = join(FOLDER, 'bin/offprint-mcp.mjs');
const INPUT = { prompt: 'a lighthouse at dawn', resolution: 512, seed: 7 };
/** Prints what a picture weighs that came inline. */
const CLIENT = `
  import { Client } from '@modelcontextprotocol/sdk/client/index.js';
  import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
  const client = new Client({ name: 'test', version: '1' });
  const args = [process.argv[2], '--max-credits', '100'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env: process.env }));
  const request = { modelKey: 'embedded-image', input: ${JSON.stringify(INPUT)} };
  const { content, structuredContent } = await client.callTool({ name: 'generate', arguments: request });
  const image = content.find(({ type }) => type === 'image');
  const bytes = Buffer.from(image.data, 'base64');
  console.log(JSON.stringify({ type: image.mimeType, bytes: bytes.length, outputs: structuredContent.outputs }));
  await client.close();
`;

let service;
let env;
before(async () => {
  service = await start('npx', ['offprint'], { env: { DATA_DIR: './data-mcp' } });
  const { key } = await newCaller(service.url);
  env = { OFFPRINT_URL: service.url, OFFPRINT_API_KEY: key };
  await writeFile(join(mcpApp, 'client.mjs'), CLIENT);
});
after(async () => {
  await service.stop();
  endAll();
});

it('has the program, its README and the licence, and three dependencies', () => {
  const { dependencies, bin } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8'));
  assert.deepEqual(Object.keys(dependencies), ['@modelcontextprotocol/sdk', '@offprint/client', 'zod']);
  assert.deepEqual(Object.keys(bin), ['offprint-mcp']);
  for (const name of ['README.md', 'LICENSE']) assert.ok(readFileSync(join(FOLDER, name)).length > 0);
});

it('npx offprint-mcp shows its help and its version, and rejects a wrong setting with one sentence', async () => {
  const npx = (...args) => run('npx', ['offprint-mcp', ...args], { cwd: mcpApp });
  const { code, stdout } = await npx('--help');
  assert.equal(code, 0);
  assert.match(stdout, /--max-credits/);
  const { version } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8'));
  assert.equal((await npx('--version')).stdout.trim(), version);
  const wrong = await npx();
  assert.deepEqual([wrong.code, wrong.stdout], [2, '']);
  assert.match(wrong.stderr, /^offprint-mcp: Set OFFPRINT_API_KEY to .*\.\n$/);
});

for (const release of RELEASES)
  it(`generates a picture for the SDK's client on Node.js ${release}`, async () => {
    const node = release === OWN ? 'node' : await fetchNode(release, scratch);
    const { code, stdout, stderr } = await run(node, ['client.mjs', PROGRAM], { cwd: mcpApp, env });
    assert.equal(code, 0, stderr);
    const { type, bytes, outputs } = JSON.parse(stdout);
    assert.deepEqual([type, bytes], ['image/png', outputs[0].bytes]);
  });

// It weighs 300 MB, and its installation takes most of a minute.
it(`answers the Inspector on Node.js 22`, { skip: Boolean(process.env.CI) }, async () => {
  const folder = join(scratch, 'inspector');
  mkdirSync(folder);
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  install(folder, INSPECTOR);
  const launcher = join(
    folder,
    'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
  );
  const node = await fetchNode('22', join(scratch, 'inspector'));
  const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const inspect = async (...args) => {
    const all = [launcher, '--cli', ...variables, node, PROGRAM, ...args];
    const { code, stdout, stderr } = await run(node, all, { cwd: folder });
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };
  const { tools } = await inspect('--method', 'tools/list', '--strict');
  assert.equal(tools.length, 8);
  const input = ['modelKey=embedded-image', `input=${JSON.stringify(INPUT)}`].flatMap((pair) => [
    '--tool-arg',
    pair,
  ]);
  const result = await inspect('--method', 'tools/call', '--tool-name', 'generate', ...input);
  assert.deepEqual(
    result.content.map(({ type }) => type),
    ['text', 'image'],
  );
});
