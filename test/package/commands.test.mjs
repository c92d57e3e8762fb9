// The program `offprint`, in a directory that has only the installed tarballs.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fetchNode } from '../../scripts/node-releases.mjs';
import { call, generate, newCaller } from './support/client.mjs';
import { app, scratch } from './support/installation.mjs';
import { endAll, offprint, run, start } from './support/program.mjs';

const PICTURE = { modelKey: 'embedded-image', prompt: 'a lighthouse at dawn', seed: 7 };

after(endAll);

it('offprint --version and --help; every command prints its usage for --help', async () => {
  assert.match((await run('npx', ['offprint', '--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
  const { code, stdout } = await offprint(['--help']);
  assert.equal(code, 0);
  const commands = [...stdout.matchAll(/^usage: offprint ([a-z]+ [a-z]+)/gm)].map(([, words]) => words);
  assert.deepEqual(commands.toSorted(), [
    'credits grant',
    'installation adopt',
    'ledger verify',
    'providers check',
    'users create',
    'users reset',
    'users role',
  ]);
  for (const command of [...commands, 'demo']) {
    const help = await offprint([...command.split(' '), '--help']);
    assert.equal(help.code, 0);
    assert.match(help.stdout, new RegExp(`^usage: offprint ${command}`));
  }
});

it('a command that does not exist is one line, and exit code 1', async () => {
  const { code, stderr } = await offprint(['users', 'remove']);
  assert.equal(code, 1);
  assert.match(stderr, /^There is no command "users remove"\. Known: [^\n]+\n$/);
});

describe('npx offprint', () => {
  let service;
  it('starts the service on its own PostgreSQL, with its data below ./data, and serves the page', async () => {
    service = await start('npx', ['offprint']);
    assert.ok(existsSync(join(app, 'data/postgres.json')));
    const page = await fetch(service.url);
    assert.match(await page.text(), /<div id="root">/);
  });

  it('generates a picture, charged and stored', async () => {
    const { key } = await newCaller(service.url);
    const done = await generate(service.url, key, PICTURE);
    assert.equal(done.status, 'completed');
    const file = await fetch(done.outputUrl);
    assert.equal(file.headers.get('content-type'), 'image/png');
    const { body } = await call(service.url, '/api/credits/ledger', { token: key });
    assert.equal(body.items[0].kind, 'charge');
  });

  it('every operator’s command works beside it', async () => {
    const email = 'ada@example.test';
    const results = [
      await offprint(['users', 'create', '--email', email, '--role', 'admin']),
      await offprint(['users', 'reset', '--email', email]),
      await offprint(['users', 'role', '--email', email, '--role', 'user']),
      await offprint(['credits', 'grant', '--email', email, '--amount', '5', '--note', 'test']),
      await offprint(['providers', 'check']),
      await offprint(['installation', 'adopt', '--secret']),
      await offprint(['ledger', 'verify']),
    ];
    for (const { code, stderr, stdout } of results) assert.equal(code, 0, stderr + stdout);
    assert.match(results.at(-1).stdout, /everything adds up/);
  });

  it('stops on Ctrl-C', async () => {
    await service.stop();
    await assert.rejects(fetch(service.url));
  });
});

it('npx offprint demo --once shows every kind of output', async () => {
  const { code, stdout, stderr } = await run('npx', ['offprint', 'demo', '--once'], { env: { PORT: '0' } });
  assert.equal(code, 0, stdout + stderr);
  assert.match(stdout, /It adds up exactly/);
  assert.ok(existsSync(join(app, 'data/demo')));
});

for (const release of ['22', '24'])
  it(`the same installation starts and generates on Node.js ${release}`, async () => {
    const node = await fetchNode(release, scratch);
    const env = { PATH: `${join(node, '..')}:${process.env.PATH}` };
    assert.match((await run('node', ['--version'], { env })).stdout, new RegExp(`^v${release}\\.`));
    const service = await start('npx', ['offprint'], { env });
    const { key } = await newCaller(service.url);
    assert.equal((await generate(service.url, key, PICTURE)).status, 'completed');
    await service.stop();
    assert.equal((await offprint(['ledger', 'verify'], { env })).code, 0);
  });
