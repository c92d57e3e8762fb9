/** An invalid installation: one sentence on standard error and exit code 1, for the service and its commands; no stack. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type EmbeddedDatabase, startPostgres } from '../support/postgres.js';
import { endServices, runTool, spawnService, temporaryDirectory } from '../support/service-process.js';

const SECRET = 'a secret of the tests, long enough to be one';

let server: EmbeddedDatabase;
let directory: string;
beforeAll(async () => {
  server = await startPostgres({ directory: await temporaryDirectory(), database: 'set_up' });
  directory = await temporaryDirectory();
});
afterAll(() => server.stop());
afterAll(endServices);

/** @returns the message of a start that must fail. */
async function refusalOf(env: Record<string, string>): Promise<string> {
  const settings = { PATH: process.env.PATH, PORT: '0', DATA_DIR: directory, JWT_SECRET: SECRET, ...env };
  const { code, stdout, stderr } = await new Promise<{ code: unknown; stdout: string; stderr: string }>(
    (resolve) => {
      const main = join(process.cwd(), 'dist/main.js');
      execFile(
        process.execPath,
        [main],
        { cwd: directory, env: settings, timeout: 60_000 },
        (error, out, err) => resolve({ code: error?.code ?? 0, stdout: out, stderr: err }),
      );
    },
  );
  expect(code).toBe(1);
  expect(`${stdout}${stderr}`).not.toMatch(/^\s+at /m);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  return stderr.trim();
}

// More of them, of a start alone, are rows of `test/starts`.
it('a database that rejects the password: a start and a command print the same, without the password', async () => {
  const url = Object.assign(new URL(server.url), { password: 'wrong-password' }).href;
  const said = await refusalOf({ DATABASE_URL: url });
  expect(said).toMatch(/rejected the password of the role "\w+"/);
  expect(said).not.toContain('wrong-password');
  const args = ['users', 'create', '--email', 'a@b.test', '--create'];
  const tool = await runTool(args, { DATABASE_URL: url, DATA_DIR: directory });
  expect([tool.code, tool.stderr.trim()]).toEqual([1, said]);
});

it.each([
  ['a start', ['dist/main.js'], 'stdout', '1'],
  ['a start of several processes', ['dist/main.js'], 'stdout', '2'],
  ['a command', ['scripts/cli.mjs', 'ledger', 'verify'], 'stderr', '1'],
] as const)(
  '%s says at once that it waits for a database that is away',
  async (_what, args, stream, PROCESSES) => {
    const DATABASE_URL = `postgres://offprint:a-password@127.0.0.1:${await closedPort()}/offprint`;
    const env = {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: directory,
      JWT_SECRET: SECRET,
      DATABASE_URL,
      PROCESSES,
    };
    const [program, ...rest] = args;
    const child = spawn(process.execPath, [join(process.cwd(), program), ...rest], { cwd: directory, env });
    const gone = once(child, 'exit');
    let text = '';
    for await (const chunk of child[stream]) {
      text += String(chunk);
      if (text.includes('trying again')) break;
    }
    child.kill('SIGKILL');
    await gone;
    expect(text).toMatch(
      /The database on 127\.0\.0\.1:\d+ cannot be reached \(connect ECONNREFUSED [\d.:]+\): trying again for 60 s/,
    );
    expect(text).not.toContain('a-password');
  },
);

/** @returns a port that nothing listens on. */
async function closedPort(): Promise<number> {
  const holder = createServer();
  await once(holder.listen(0, '127.0.0.1'), 'listening');
  const { port } = holder.address() as { port: number };
  await once(holder.close(), 'close');
  return port;
}

describe('a second process on the same database', () => {
  beforeAll(async () => {
    const first = await spawnService({ DATABASE_URL: server.url, DATA_DIR: directory });
    await first.end('SIGTERM');
  });
  const fresh = () => temporaryDirectory();

  it('is rejected with another secret, until the secret is adopted explicitly', async () => {
    const env = {
      DATABASE_URL: server.url,
      DATA_DIR: directory,
      JWT_SECRET: 'another secret, just as long as it',
    };
    expect(await refusalOf(env)).toMatch(
      /^The signing secret is not the one .* offprint installation adopt --secret\.$/,
    );
    expect(await runTool(['installation', 'adopt', '--secret'], env)).toMatchObject({ code: 0 });
    await (await spawnService(env)).end('SIGTERM');
    expect(await refusalOf({ ...env, JWT_SECRET: SECRET })).toMatch(/^The signing secret/);
    expect(
      await runTool(['installation', 'adopt', '--secret'], { ...env, JWT_SECRET: SECRET }),
    ).toMatchObject({
      code: 0,
    });
  });

  it('is rejected with another data directory, until the directory is adopted explicitly', async () => {
    const env = { DATABASE_URL: server.url, DATA_DIR: await fresh() };
    expect(await refusalOf(env)).toMatch(
      /assets is not the directory .* offprint installation adopt --storage\.$/,
    );
    expect(await runTool(['installation', 'adopt', '--storage'], env)).toMatchObject({ code: 0 });
    await (await spawnService(env)).end('SIGTERM');
    expect(await refusalOf({ ...env, DATA_DIR: directory })).toMatch(/^\S+\/assets is not the directory/);
    expect(
      await runTool(['installation', 'adopt', '--storage'], { ...env, DATA_DIR: directory }),
    ).toMatchObject({ code: 0 });
  });

  it('starts with the same secret and directory', async () => {
    const env = { DATABASE_URL: server.url, DATA_DIR: directory };
    const both = await Promise.all([spawnService(env), spawnService(env)]);
    for (const { base } of both) expect((await fetch(`${base}/health/ready`)).status).toBe(200);
    await Promise.all(both.map((service) => service.end('SIGTERM')));
  });

  it('does not include commands: they run with any directory and any secret', async () => {
    const env = {
      DATABASE_URL: server.url,
      DATA_DIR: await fresh(),
      JWT_SECRET: 'yet another secret, just as long',
    };
    expect(await runTool(['ledger', 'verify'], env)).toMatchObject({ code: 0 });
  });
});
