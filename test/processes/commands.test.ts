/**
 * The operator's commands, beside a running service and alone; invalid settings; a port in use. Real processes on
 * databases of their own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { text as toText } from 'node:stream/consumers';
import pg from 'pg';
import { isAlive } from '../../prove/harness/cluster/process-list.mjs';
import { balanceOf, call, createKey, finished, generate, type Person, register } from '../support/client.js';
import { startPostgres } from '../support/postgres.js';
import { uuidOf } from '../support/public-ids.js';
import {
  endServices,
  type ServiceProcess,
  spawnService,
  temporaryDirectory,
} from '../support/service-process.js';

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a script of the repository in a directory without a `.env`. */
async function run(
  script: string,
  args: string[],
  env: Record<string, string>,
  cwd?: string,
): Promise<Ended> {
  const child = spawn(process.execPath, [join(process.cwd(), script), ...args], {
    cwd: cwd ?? env.DATA_DIR ?? (await temporaryDirectory()),
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended: Ended = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (ended.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (ended.stderr += chunk.toString()));
  [ended.code] = (await once(child, 'close')) as [number | null];
  return ended;
}

/** Runs a command in a directory that exists. */
const runIn = (cwd: string, args: string[], env: Record<string, string>) =>
  run('scripts/cli.mjs', args, env, cwd);

const command = (directory: string, ...args: string[]) =>
  run('scripts/cli.mjs', args, { DATA_DIR: directory });

/** The only line on standard error of a command that succeeds. */
const saysIts = (installation: string) => `on the installation in ${installation}\n`;

/** Returns the pid of the embedded server from its pid file; undefined when none runs. */
async function postgresOf(directory: string): Promise<number | undefined> {
  const file = join(directory, 'postgres/data/postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number.parseInt(text, 10);
}

/** Damages the embedded database of a running service. */
async function damage(directory: string, statement: string, values: unknown[]): Promise<void> {
  const { port, password } = JSON.parse(await readFile(join(directory, 'postgres.json'), 'utf8')) as {
    port: number;
    password: string;
  };
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'offprint', password, database: 'offprint' });
  await client.connect();
  try {
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}

afterAll(endServices);

describe('the commands', () => {
  let directory: string;
  let service: ServiceProcess;
  let person: Person;
  let key: string;

  beforeAll(async () => {
    directory = await temporaryDirectory();
    service = await spawnService({ DATA_DIR: directory });
    person = await register(service.base);
    key = (await createKey(service.base, person)).key as string;
  });

  describe('beside a running service', () => {
    it('grant credits, which the service shows at once, with a note in the ledger', async () => {
      const before = await balanceOf(service.base, key);
      const args = ['--email', person.email.toUpperCase(), '--amount', '12.345', '--note', 'For the launch'];
      const granted = await command(directory, 'credits', 'grant', ...args);
      expect(granted).toMatchObject({ code: 0, stderr: saysIts(directory) });
      expect(granted.stdout).toBe(
        `granted 12.345 credits to ${person.email}, ${person.accountId}: the balance is ${before + 12.345}\n`,
      );
      expect(await balanceOf(service.base, key)).toBe(before + 12.345);
      const { body } = await call(service.base, 'GET', '/api/credits/ledger', { token: key });
      expect(body.items[0]).toMatchObject({ kind: 'grant', amount: 12.345, note: 'For the launch' });
    });

    it('grant once per reference, and report a replay', async () => {
      const before = await balanceOf(service.base, key);
      const args = [
        '--account',
        person.accountId,
        '--amount',
        '5',
        '--note',
        'Order',
        '--reference',
        'order 17',
      ];
      const runs = [
        await command(directory, 'credits', 'grant', ...args),
        await command(directory, 'credits', 'grant', ...args),
      ];
      expect(runs.map(({ code }) => code)).toEqual([0, 0]);
      expect(runs[0]!.stdout).toMatch(/^granted 5 credits to /);
      expect(runs[1]!.stdout).toMatch(/^had already granted 5 credits to /);
      expect(await balanceOf(service.base, key)).toBe(before + 5);
    });

    it('grant the admin role, effective with the next request', async () => {
      const made = await command(directory, 'users', 'role', '--email', person.email, '--role', 'admin');
      expect(made).toEqual({ code: 0, stderr: saysIts(directory), stdout: `${person.email} is now admin\n` });
      const { body } = await call(service.base, 'GET', '/api/auth/me', { token: person.accessToken });
      expect(body.user.role).toBe('admin');
    });

    it('claim no predictions', async () => {
      const { predictionId } = await generate(service.base, key, {
        modelKey: 'embedded-fault',
        mode: 'slow',
        seconds: 3,
      });
      expect(await command(directory, 'ledger', 'verify')).toMatchObject({ code: 0 });
      const prediction = await finished(service.base, key, predictionId as string);
      expect(prediction).toMatchObject({ status: 'completed', attempts: 1 });
    });

    it('keep the database and the service running', async () => {
      await command(directory, 'ledger', 'verify');
      expect(isAlive((await postgresOf(directory))!)).toBe(true);
      expect((await call(service.base, 'GET', '/health/ready')).status).toBe(200);
    });

    it('verify a correct ledger, and report accounts and transfers', async () => {
      const verified = await command(directory, 'ledger', 'verify');
      expect(verified).toMatchObject({ code: 0, stderr: saysIts(directory) });
      expect(verified.stdout).toMatch(
        /^1 accounts and \d+ ledger entries \(\d+ of them read now\), \d+ checks: everything adds up\n$/,
      );
    });

    it('name each account with a wrong balance, and exit 1', async () => {
      const other = await register(service.base);
      const change = 'update wallets set balance = balance + $2 where account_id = $1';
      await damage(directory, change, [uuidOf(other.accountId), 7]);
      const verified = await command(directory, 'ledger', 'verify');
      await damage(directory, change, [uuidOf(other.accountId), -7]);
      expect(verified.code).toBe(1);
      expect(verified.stdout).toContain(`${other.accountId} is off:`);
      expect(verified.stdout).toContain('balance 1000007, entries 1000000');
      expect(verified.stdout).not.toContain(`${person.accountId} is off`);
      expect((await command(directory, 'ledger', 'verify')).code).toBe(0);
    });

    it.each([
      [
        ['credits', 'grant', '--email', 'nobody@example.test', '--amount', '1', '--note', 'x'],
        /no user nobody@/,
      ],
      [['users', 'role', '--email', 'nobody@example.test', '--role', 'king'], /usage: offprint users role/],
      [['credits-take'], /no command "credits-take"/],
    ])('reject %j with a message, and exit 1', async (args, words) => {
      const refused = await command(directory, ...args);
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toMatch(words);
      expect(refused.stderr).not.toMatch(/^\s+at /m);
    });
  });

  it.each([
    [['--help'], /offprint users create.*\n.*offprint users reset/],
    [['users', 'create', '--help'], /^usage: offprint users create --email/],
    [['ledger', 'verify', '-h'], /^usage: offprint ledger verify \[--all\] \[--skip-if-running\]\n$/],
  ])('print their usage: %j', async (args, words) => {
    const helped = await command(directory, ...args);
    expect(helped).toMatchObject({ code: 0, stderr: '' });
    expect(helped.stdout).toMatch(words);
  });

  describe('alone', () => {
    beforeAll(() => service.end('SIGTERM'));

    it('start the embedded database, read the service’s data, and stop it again', async () => {
      expect(await postgresOf(directory)).toBeUndefined();
      const args = ['--account', person.accountId, '--amount', '1', '--note', 'Alone'];
      expect(await command(directory, 'credits', 'grant', ...args)).toMatchObject({
        code: 0,
        stderr: saysIts(directory),
      });
      const verified = await command(directory, 'ledger', 'verify');
      expect(verified.stdout).toMatch(/^2 accounts and \d+ ledger entries/);
      expect(await postgresOf(directory)).toBeUndefined();
    });
  });
});

describe('an installation with closed registration and an empty database', () => {
  let service: ServiceProcess;
  const settings = { REGISTRATION: 'closed', SIGNUP_CREDITS: '7' };
  const tool = (...args: string[]) =>
    run('scripts/cli.mjs', args, {
      ...settings,
      PUBLIC_URL: 'https://api.example.com',
      DATA_DIR: service.directory,
    });
  const tokenIn = (text: string) =>
    /https:\/\/api\.example\.com\/set-password#token=([\w-]{43})\n/.exec(text)![1]!;
  const setPassword = (token: string, password: string) =>
    call(service.base, 'POST', '/api/auth/password/reset', { body: { token, password } });
  const login = (email: string, password: string) =>
    call(service.base, 'POST', '/api/auth/login', { body: { email, password } });
  const email = 'first@example.test';

  beforeAll(async () => {
    service = await spawnService(settings);
  });
  afterAll(() => service.end('SIGTERM'));

  it('creates its first administrator by a command, who sets a password with the link', async () => {
    const made = await tool('users', 'create', '--email', ' First@Example.test', '--role', 'admin');
    expect(made).toMatchObject({ code: 0, stderr: saysIts(service.directory) });
    expect(made.stdout).toMatch(/^created first@example\.test \(usr_\w{32}, acc_\w{32}\), role admin\n/);
    expect((await login(email, 'correct horse battery')).status).toBe(401);
    const { status, body } = await setPassword(tokenIn(made.stdout), 'correct horse battery');
    expect([status, body.user.role]).toEqual([200, 'admin']);
    const overview = await call(service.base, 'GET', '/api/admin/accounts', { token: body.accessToken });
    expect(overview.body.items).toMatchObject([{ balance: 7, users: [{ email, role: 'admin' }] }]);
    expect((await login(email, 'correct horse battery')).status).toBe(200);
  });

  it('resets a forgotten password by a link', async () => {
    const link = await tool('users', 'reset', '--email', email);
    expect(link).toMatchObject({ code: 0, stderr: saysIts(service.directory) });
    expect((await login(email, 'correct horse battery')).status).toBe(200);
    expect((await setPassword(tokenIn(link.stdout), 'another horse battery')).status).toBe(200);
    expect((await login(email, 'correct horse battery')).status).toBe(401);
    expect((await login(email, 'another horse battery')).status).toBe(200);
  });

  it('prints a message for each impossible action', async () => {
    const refusals: [string[], RegExp][] = [
      [
        ['users', 'create', '--email', email],
        /There is a user first@example\.test already\..*offprint users reset/,
      ],
      [['users', 'create', '--email', 'nobody'], /--email must be an email address\.\nusage: /],
      [['users', 'create', '--email', 'a@b.test', '--role', 'king'], /--role must be one of user, admin\./],
      [['users', 'reset', '--email', 'nobody@example.test'], /There is no user nobody@example\.test\./],
      [['users', 'reset'], /--email must be an email address/],
    ];
    for (const [args, words] of refusals) {
      const refused = await tool(...args);
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toMatch(words);
      expect(refused.stderr).not.toMatch(/^\s+at /m);
    }
    // The start without an administrator has logged its link.
    expect(service.log()).not.toMatch(/(?<!\/setup#)token=/);
  });
});

describe('without an installation', () => {
  const COMMANDS = [
    ['ledger', 'verify'],
    ['storage', 'verify'],
    ['users', 'create', '--email', 'a@b.test'],
    ['users', 'role', '--email', 'a@b.test', '--role', 'admin'],
    ['credits', 'grant', '--email', 'a@b.test', '--amount', '1', '--note', 'x'],
    ['ops-key', 'create', '--name', 'shop', '--scopes', 'accounts:read'],
    ['ops-key', 'list'],
    ['catalogue', 'export'],
    ['providers', 'check'],
    ['installation', 'adopt', '--secret'],
  ];

  it.each(COMMANDS)('%s %s creates nothing, and names what is missing', async (...args) => {
    const parent = await temporaryDirectory();
    const directory = join(parent, 'missing');
    const env = { DATA_DIR: directory };
    const refused = await runIn(parent, args, env);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(
      /^There is no installation in \S+\/missing: set DATA_DIR or DATABASE_URL .*\n$/,
    );
    expect(refused.stderr.includes('--create')).toBe(args[1] === 'create');
    expect(await readdir(parent)).toEqual([]);
  });

  it('none fills an empty database', async () => {
    const server = await startPostgres({ directory: await temporaryDirectory(), database: 'empty' });
    const parent = await temporaryDirectory();
    try {
      const env = { DATA_DIR: join(parent, 'missing'), DATABASE_URL: server.url };
      const refused = await runIn(parent, ['ledger', 'verify'], env);
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toMatch(/^There is no installation in the database "empty": set DATABASE_URL /);
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      const { rows } = await client.query(`select count(*) from pg_tables where schemaname = 'public'`);
      await client.end();
      expect(rows).toEqual([{ count: '0' }]);
      expect(await readdir(parent)).toEqual([]);

      const made = await runIn(parent, ['users', 'create', '--email', 'a@b.test', '--create'], env);
      expect(made).toMatchObject({ code: 0 });
      expect(made.stderr).toMatch(/^on the installation in the database "empty" on 127\.0\.0\.1:\d+\n$/);
      const { JWT_SECRET, ...others } = { JWT_SECRET: 'x'.repeat(40), ...env };
      expect(await runIn(parent, ['installation', 'adopt', '--secret'], others)).toMatchObject({
        code: 0,
      });
      expect(await runIn(parent, ['ledger', 'verify'], { ...env, JWT_SECRET })).toMatchObject({ code: 0 });
    } finally {
      await server.stop();
    }
  });

  it('users create makes one when it is told to', async () => {
    const parent = await temporaryDirectory();
    const directory = join(parent, 'new');
    const args = ['users', 'create', '--email', 'a@b.test', '--role', 'admin', '--create'];
    const made = await runIn(parent, args, { DATA_DIR: directory });
    expect(made).toMatchObject({ code: 0, stderr: saysIts(directory) });
    expect(made.stdout).toMatch(/^created a@b\.test/);
    expect(await runIn(parent, ['ledger', 'verify'], { DATA_DIR: directory })).toMatchObject({ code: 0 });
  });
});

it('the log of a command is on standard error', async () => {
  const directory = await temporaryDirectory();
  const service = await spawnService({ DATA_DIR: directory });
  const program = `
    const { withAppContext } = await import('./dist/app.js');
    const { loadConfig } = await import('./dist/platform/config/index.js');
    const { Logger } = await import('@nestjs/common');
    await withAppContext(loadConfig(process.env), async () => new Logger('database').warn('slow'));
    process.stdout.write('result');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { PATH: process.env.PATH, DATA_DIR: directory },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([toText(child.stdout), toText(child.stderr)]);
  await service.end('SIGTERM');
  expect(out).toBe('result');
  // A starved machine may add lines of its own.
  const lines = err.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
    expect.objectContaining({ context: 'database', msg: 'slow' }),
  );
});

describe('a service that cannot start', () => {
  it('names every invalid setting, not only the first, and exits 1', async () => {
    const wrong = {
      PORT: '70000',
      HOST: 'a b',
      DATABASE_URL: 'mysql://localhost/x',
      JWT_SECRET: 'short',
      SIGNUP_CREDITS: '-1',
      PLATFORM_RATE_LIMIT: '0',
      ROLES: 'api,painter',
      LEASE_SECONDS: '1.5',
      REGISTRATION: 'maybe',
      LOG_LEVEL: 'loud',
      ENABLE_FAULT_MODEL: 'yes',
    };
    const { code, stderr } = await run('dist/main.js', [], wrong);
    expect(code).toBe(1);
    const named = stderr.split('\n').map((line) => /^ {2}- (?:each value in )?([A-Z_]+) /.exec(line)?.[1]);
    expect([...new Set(named.filter(Boolean))].sort()).toEqual(Object.keys(wrong).sort());
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('names wrong settings, files of the catalogue and a slip in a name at once, before anything is made', async () => {
    const parent = await temporaryDirectory();
    const catalogue = join(parent, 'catalogue');
    await cp('catalogue', catalogue, { recursive: true });
    await writeFile(join(catalogue, 'broken.yaml'), 'provider: x\nmodels: [\n');
    const embedded = join(catalogue, 'embedded.yaml');
    await writeFile(
      embedded,
      (await readFile(embedded, 'utf8')).replace('modality: image', 'modality: imge'),
    );
    const env = { CATALOGUE_DIR: catalogue, DATA_DIR: join(parent, 'data'), SIGNUP_CREDIT: '5', PORT: 'x' };
    for (const [script, args] of [
      ['dist/main.js', []],
      ['scripts/cli.mjs', ['ledger', 'verify']],
    ] as const) {
      const { code, stdout, stderr } = await run(script, [...args], env, parent);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^ {2}- PORT /m);
      expect(stderr).toMatch(/^ {2}- catalogue\/broken\.yaml: line \d+: /m);
      expect(stderr).toMatch(/^ {2}- catalogue\/embedded\.yaml: .*must be one of image, video, audio, 3d/m);
      expect(stderr).toMatch(/^ {2}- SIGNUP_CREDIT is not a setting; did you mean SIGNUP_CREDITS\?$/m);
      expect(stderr).not.toMatch(/^\s+at /m);
    }
    expect(await readdir(parent)).toEqual(['catalogue']);
  });

  it.each([
    [
      'COMFYUI_URL',
      { COMFYUI_URL: 'localhost:8188' },
      /COMFYUI_URL, the address of the engine comfyui must be/,
    ],
    [
      'CATALOGUE_DIR',
      { CATALOGUE_DIR: '/nowhere' },
      /CATALOGUE_DIR must name a directory .* \/nowhere \(ENOENT\)/,
    ],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of .*fatal, error/],
  ])('names %s', async (_name, env, sentence) => {
    const { code, stderr } = await run('dist/main.js', [], { ...env, DATA_DIR: await temporaryDirectory() });
    expect(code).toBe(1);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('never prints the value of an invalid setting, which may be a secret', async () => {
    const { code, stderr } = await run('dist/main.js', [], { JWT_SECRET: 'hunter2', PORT: 'three thousand' });
    expect(code).toBe(1);
    expect(stderr).toContain('PORT');
    expect(stderr).not.toMatch(/hunter2|three thousand/);
  });

  it('reports a port in use, exits 1, and stops its database', async () => {
    const directory = await temporaryDirectory();
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { code, stderr } = await run('dist/main.js', [], { DATA_DIR: directory, PORT: String(port) });
    taken.close();
    expect(code).toBe(1);
    expect(stderr).toContain(`Port ${port} of 127.0.0.1 is in use by another program.`);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(await postgresOf(directory)).toBeUndefined();
  });

  it('reports that another service uses its data directory', async () => {
    const directory = await temporaryDirectory();
    const service = await spawnService({ DATA_DIR: directory });
    const { code, stderr } = await run('dist/main.js', [], { DATA_DIR: directory, PORT: '0' });
    expect(code).toBe(1);
    expect(stderr).toContain(`pid ${service.pid}`);
    expect(stderr).toContain('set DATA_DIR to another directory');
    expect((await call(service.base, 'GET', '/health/ready')).status).toBe(200);
    await service.end('SIGTERM');
  });
});
