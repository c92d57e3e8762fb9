// The program `offprint`, in a directory that has only the installed tarballs, on each supported release of Node.js.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fetchNode } from '../../scripts/node-releases.mjs';
import { call, generate, newCaller } from './support/client.mjs';
import { app, scratch } from './support/installation.mjs';
import { endAll, offprint, run, runInOneProcess, start } from './support/program.mjs';

const PICTURE = { modelKey: 'embedded-image', prompt: 'a lighthouse at dawn', seed: 7 };

const OWN = process.versions.node.split('.')[0];

after(endAll);

const COMMANDS = [
  'catalogue export',
  'catalogue list',
  'catalogue restore',
  'catalogue show',
  'catalogue update',
  'catalogue versions',
  'cluster check',
  'credits grant',
  'installation adopt',
  'invitations link',
  'ledger verify',
  'ops-key create',
  'ops-key list',
  'ops-key revoke',
  'providers check',
  'storage verify',
  'users create',
  'users reset',
  'users role',
];

/** CI has little time: it tries its own and the newest, and the demo on its own alone. */
const RELEASES = new Set(process.env.CI ? [OWN, '24'] : [OWN, '22', '24']);

for (const release of RELEASES)
  describe(`on Node.js ${release}`, () => {
    let env = {};
    let demo;
    before(async () => {
      if (release === OWN) return;
      const node = await fetchNode(release, scratch);
      env = { PATH: `${join(node, '..')}:${process.env.PATH}` };
    });

    it('runs on it', async () => {
      assert.match((await run('node', ['--version'], { env })).stdout, new RegExp(`^v${release}\\.`));
    });

    it('offprint --version and --help', async () => {
      assert.match((await run('npx', ['offprint', '--version'], { env })).stdout, /^\d+\.\d+\.\d+\n$/);
      const { code, stdout } = await offprint(['--help'], { env });
      assert.equal(code, 0);
      const commands = [...stdout.matchAll(/^usage: offprint ([a-z-]+ [a-z]+)/gm)].map(([, words]) => words);
      assert.deepEqual(commands.toSorted(), COMMANDS);
    });

    // What depends on the release is what a command does, not what it says.
    if (release === OWN)
      it('every command prints its usage for --help', async () => {
        const demoHelp = await offprint(['demo', '--help'], { env });
        assert.deepEqual([demoHelp.code, /^usage: offprint demo/.test(demoHelp.stdout)], [0, true]);
        const helps = await runInOneProcess(
          COMMANDS.map((command) => [...command.split(' '), '--help']),
          { env },
        );
        for (const [index, command] of COMMANDS.entries()) {
          assert.equal(helps[index].code, 0);
          assert.match(helps[index].stdout, new RegExp(`^usage: offprint ${command}`));
        }
      });

    it('a command that does not exist is one line, and exit code 1', async () => {
      const { code, stderr } = await offprint(['users', 'remove'], { env });
      assert.equal(code, 1);
      assert.match(stderr, /^There is no command "users remove"\. Known: [^\n]+\n$/);
    });

    let service;
    it('starts the service on its own PostgreSQL, with its data below ./data, and serves the page', async () => {
      service = await start('npx', ['offprint'], { env });
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
      const email = `ada-${release}@example.test`;
      const created = await offprint(['users', 'create', '--email', email, '--role', 'admin'], { env });
      const others = [
        ['users', 'reset', '--email', email],
        ['users', 'role', '--email', email, '--role', 'user'],
        ['credits', 'grant', '--email', email, '--amount', '5', '--note', 'test'],
        ['catalogue', 'list'],
        ['catalogue', 'export'],
        ['providers', 'check'],
        ['installation', 'adopt', '--secret'],
        ['ledger', 'verify'],
      ];
      const results = [created, ...(await runInOneProcess(others, { env }))];
      for (const { code, stderr, stdout } of results) assert.equal(code, 0, stderr + stdout);
      assert.match(results.at(-1).stdout, /everything adds up/);
    });

    it('stops on Ctrl-C', async () => {
      await service.stop();
      await assert.rejects(fetch(service.url));
    });

    if (release !== OWN && process.env.CI) return;

    it('npx offprint demo --once shows every kind of output', async () => {
      const { code, stdout, stderr } = await run('npx', ['offprint', 'demo', '--once'], {
        env: { ...env, PORT: '0' },
      });
      assert.equal(code, 0, stdout + stderr);
      assert.match(stdout, /It adds up exactly/);
      assert.ok(existsSync(join(app, 'data/demo')));
      const report = stdout.slice(stdout.indexOf('Outputs, each checked')).split('\n');
      assert.ok(report.length < 60, `${report.length} lines`);
      assert.deepEqual(
        report.filter((line) => line.length > 160),
        [],
      );
      demo = stdout;
    });

    it('whoever has run the demo signs in to its dashboard', async () => {
      const part = (name) => new RegExp(`^ {2}${name} +(\\S+)$`, 'm').exec(demo)[1];
      assert.match(part('Dashboard'), /^http:/);
      const again = await start('npx', ['offprint'], { env: { ...env, DATA_DIR: join(app, 'data/demo') } });
      const body = { email: part('Email'), password: part('Password') };
      assert.equal((await call(again.url, '/api/auth/login', { body })).status, 200);
      await again.stop();
    });

    it('the demo leaves a command for each prediction and a link to each file', () => {
      const lines = (name) => readFileSync(join(app, 'reports/demo', name), 'utf8').split('\n');
      const commands = lines('commands.sh').filter((line) => line.includes('$URL/api/generate -H'));
      const links = lines('links.txt').filter((line) => line.includes('http'));
      assert.ok(links.length > 8);
      assert.ok(commands.length >= links.length);
    });
  });
