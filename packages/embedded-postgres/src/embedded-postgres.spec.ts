import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openTemporaryDirectory, run } from '../test/support/embedded-service.js';
import { type EmbeddedDatabase, startEmbeddedPostgres } from './embedded-postgres.js';
import { stopAnyServer } from './postmaster.js';

describe('embedded PostgreSQL', () => {
  let root: string;
  let directory: string;
  let database: EmbeddedDatabase;

  beforeAll(async () => {
    root = await openTemporaryDirectory();
    directory = join(root, 'data');
    database = await startEmbeddedPostgres({ directory, settings: { work_mem: '5MB' } });
  });
  afterAll(async () => {
    await database.stop();
    await stopAnyServer(join(directory, 'postgres/data'));
    await rm(root, { recursive: true });
  });

  const query = (text: string, url = database.url): Promise<Record<string, unknown>[]> => run(url, text);
  async function show(setting: string): Promise<unknown> {
    return Object.values((await query(`show ${setting}`))[0] ?? {})[0];
  }
  const state = async (): Promise<Record<string, unknown>> =>
    JSON.parse(await readFile(join(directory, 'postgres.json'), 'utf8')) as Record<string, unknown>;
  const serverPid = async (): Promise<number> =>
    Number.parseInt(await readFile(join(database.dataDirectory, 'postmaster.pid'), 'utf8'), 10);
  async function restart(options: object = { settings: { work_mem: '5MB' } }): Promise<string[]> {
    await database.stop();
    const lines: string[] = [];
    database = await startEmbeddedPostgres({ directory, log: (line) => lines.push(line), ...options });
    return lines;
  }

  it('is PostgreSQL 18 with UTF-8, checksums and the database of the client', async () => {
    expect(await show('server_version')).toMatch(/^18\./);
    expect(await show('server_encoding')).toBe('UTF8');
    expect(await show('data_checksums')).toBe('on');
    expect(await query('select current_database() as name, current_user as role')).toEqual([
      { name: 'offprint', role: 'offprint' },
    ]);
    expect(new URL(database.url).pathname).toBe('/offprint');
  });

  it('keeps every acknowledged commit, and applies the settings of the caller', async () => {
    expect(await Promise.all(['fsync', 'synchronous_commit', 'full_page_writes'].map(show))).toEqual([
      'on',
      'on',
      'on',
    ]);
    expect(await show('shared_buffers')).toBe('128MB');
    expect(await show('checkpoint_timeout')).toBe('15min');
    expect(await show('max_wal_size')).toBe('4GB');
    expect(await show('wal_compression')).toBe('pglz');
    expect(await show('max_connections')).toBe('200');
    expect(await show('work_mem')).toBe('5MB');
  });

  it('listens only on 127.0.0.1, below port 32768, and on no Unix socket', async () => {
    expect(database.port).toBeLessThan(32_768);
    expect(await show('listen_addresses')).toBe('127.0.0.1');
    const pidFile = await readFile(join(database.dataDirectory, 'postmaster.pid'), 'utf8');
    expect(pidFile.split('\n').slice(4, 6)).toEqual(['', '127.0.0.1']); // socket directory, address
    const others = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    for (const { address } of others.filter(({ internal, family }) => !internal && family === 'IPv4')) {
      const socket = connect(database.port, address);
      await expect(once(socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    }
  });

  it('rejects connections without the password, and stores it in a file that only the owner may read', async () => {
    const wrong = new URL(database.url);
    wrong.password = 'guess';
    await expect(query('select 1', wrong.href)).rejects.toMatchObject({ code: '28P01' });
    wrong.username = 'postgres';
    await expect(query('select 1', wrong.href)).rejects.toMatchObject({ code: '28P01' });
    const rules = await readFile(join(database.dataDirectory, 'pg_hba.conf'), 'utf8');
    const methods = rules.split('\n').filter((line) => /^(local|host)/.test(line));
    expect(methods.every((line) => line.endsWith('scram-sha-256'))).toBe(true);
    expect((await stat(join(directory, 'postgres.json'))).mode & 0o777).toBe(0o600);
    expect(database.url).toContain(String((await state())['password']));
  });

  it('connects clients as a role that is no superuser but may create databases', async () => {
    expect(await query('select rolsuper, rolcreatedb from pg_roles where rolname = current_user')).toEqual([
      { rolsuper: false, rolcreatedb: true },
    ]);
  });

  it('does not pass the environment of this process to the server', async () => {
    process.env['OFFPRINT_TEST_SECRET'] = 'do not hand on';
    await restart();
    delete process.env['OFFPRINT_TEST_SECRET'];
    if (process.platform !== 'linux') return;
    expect(await readFile(`/proc/${await serverPid()}/environ`, 'utf8')).not.toContain('do not hand on');
  });

  it('runs as an unprivileged account even when this process runs as root', async () => {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'uid=', '-p', String(await serverPid())]);
    expect(Number(stdout)).not.toBe(0);
    if (process.getuid?.() !== 0) expect(Number(stdout)).toBe(process.getuid?.());
  });

  it('keeps data, port and password over a restart', async () => {
    await query('create table kept (n int); insert into kept values (42)');
    const before = database.url;
    await restart();
    expect(database.url).toBe(before);
    expect(await query('select n from kept')).toEqual([{ n: 42 }]);
  });

  it('stops completely, and stops once when asked twice', async () => {
    const pid = await serverPid();
    await Promise.all([database.stop(), database.stop()]);
    await database.stop();
    expect(await readdir(database.dataDirectory)).not.toContain('postmaster.pid');
    if (process.platform === 'linux') {
      expect(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => 'gone')).toMatch(/gone|\) Z /);
    }
    await restart();
  });

  it('uses another port when its last one is in use, but fails when the caller chose the port', async () => {
    const port = database.port;
    await database.stop();
    const holder = createServer().listen(port, '127.0.0.1');
    await once(holder, 'listening');
    await restart();
    expect(database.port).not.toBe(port);
    expect((await state())['port']).toBe(database.port);
    await database.stop();
    await expect(startEmbeddedPostgres({ directory, port })).rejects.toThrow(`port ${port}`);
    await new Promise((resolve) => holder.close(resolve));
    await restart({ port });
    expect(database.port).toBe(port);
  });

  it('rejects a second owner of its data directory and does not affect the first', async () => {
    await expect(startEmbeddedPostgres({ directory })).rejects.toThrow(
      new RegExp(`pid ${process.pid}\\).*data directory.*PostgreSQL of your own`),
    );
    expect(await query('select 1 as up')).toEqual([{ up: 1 }]);
  });

  it('creates another database by option', async () => {
    await restart({ database: 'Another "one"' });
    expect(await query('select current_database() as name')).toEqual([{ name: 'Another "one"' }]);
    await restart();
  });

  it('replaces a postmaster.pid whose process is dead', async () => {
    await database.stop();
    await leavePidFile(2 ** 22 + 1);
    await restart();
    expect(await query('select n from kept')).toEqual([{ n: 42 }]);
  });

  it('replaces a postmaster.pid whose pid belongs to an unrelated process, and does not end that process', async () => {
    await database.stop();
    const { uid, gid } = await stat(database.dataDirectory);
    const stranger = spawn('sleep', ['600'], {
      ...(process.getuid?.() === 0 ? { uid, gid } : {}),
      stdio: 'ignore',
    });
    await leavePidFile(stranger.pid ?? 0);
    await restart();
    expect(await query('select n from kept')).toEqual([{ n: 42 }]);
    expect(stranger.exitCode).toBeNull();
    stranger.kill();
    await once(stranger, 'exit');
  });

  async function leavePidFile(pid: number): Promise<void> {
    const path = join(database.dataDirectory, 'postmaster.pid');
    const { uid, gid } = await stat(database.dataDirectory);
    await writeFile(
      path,
      `${pid}\n${database.dataDirectory}\n1700000000\n${database.port}\n\n127.0.0.1\n\nready\n`,
    );
    await promisify(execFile)('chown', [`${uid}:${gid}`, path]);
    await chmod(path, 0o600);
  }

  it('sets new passwords when postgres.json is lost, and keeps the data', async () => {
    await database.stop();
    await rm(join(directory, 'postgres.json'));
    const before = database.url;
    await restart();
    expect(database.url).not.toBe(before);
    expect(await query('select n from kept')).toEqual([{ n: 42 }]);
  });

  it('sets the stored passwords when those of the cluster differ', async () => {
    await database.stop();
    const changed = { ...(await state()), password: 'aa11', superuserPassword: 'bb22' };
    await writeFile(join(directory, 'postgres.json'), JSON.stringify(changed));
    await restart();
    expect(new URL(database.url).password).toBe('aa11');
    expect(await query('select n from kept')).toEqual([{ n: 42 }]);
  });

  it('fails when postgres.json cannot be read, instead of starting with an empty database', async () => {
    await database.stop();
    const path = join(directory, 'postgres.json');
    const before = await readFile(path, 'utf8');
    await writeFile(path, '{"home"');
    await expect(startEmbeddedPostgres({ directory })).rejects.toThrow(/postgres\.json.*cannot be read/);
    await writeFile(path, before);
    await restart();
    expect(await query('select n from kept')).toEqual([{ n: 42 }]);
  });

  it('reads settings of the operator from custom.conf', async () => {
    await database.stop();
    const path = join(database.dataDirectory, '../custom.conf');
    await writeFile(path, "work_mem = '7MB'\nlisten_addresses = '*'\n");
    await restart();
    expect([await show('work_mem'), await show('listen_addresses')]).toEqual(['7MB', '127.0.0.1']);
    await rm(path);
    await restart();
  });

  it('includes the output of a server that cannot start, and can be started again', async () => {
    await database.stop();
    await expect(startEmbeddedPostgres({ directory, settings: { work_mem: 'plenty' } })).rejects.toThrow(
      /did not start\.[^]*PostgreSQL of your own[^]*invalid value for parameter "work_mem": "plenty"/,
    );
    await restart();
  });

  it('keeps only the newest log files', async () => {
    await database.stop();
    const logs = join(database.dataDirectory, '../log');
    for (let hour = 10; hour < 20; hour++)
      await writeFile(join(logs, `postgresql-20200101-${hour}0000.log`), 'old');
    await restart();
    const names = await readdir(logs);
    expect(names.length).toBeLessThanOrEqual(6);
    expect(names).not.toContain('postgresql-20200101-100000.log');
  });

  it('rejects a cluster of another major version and does not change it', async () => {
    await database.stop();
    const path = join(database.dataDirectory, 'PG_VERSION');
    await writeFile(path, '17\n');
    await expect(startEmbeddedPostgres({ directory })).rejects.toThrow(
      /PostgreSQL 17.*PostgreSQL 18.*pg_dump/,
    );
    expect(await readFile(path, 'utf8')).toBe('17\n');
    await writeFile(path, '18\n');
    await restart();
    expect(await query('select n from kept')).toEqual([{ n: 42 }]);
  });

  it('does not replace a lost database with an empty one', async () => {
    await database.stop();
    await rm(database.dataDirectory, { recursive: true });
    await expect(startEmbeddedPostgres({ directory })).rejects.toThrow(
      /is gone.*backup.*delete postgres\.json/,
    );
    await rm(join(directory, 'postgres.json'));
    await restart();
    expect(await query("select to_regclass('kept') as kept")).toEqual([{ kept: null }]);
  });
});

describe('embedded PostgreSQL on an incomplete data directory', () => {
  it('repeats an interrupted initdb and keeps unknown files', async () => {
    const directory = await openTemporaryDirectory();
    await mkdir(join(directory, 'postgres/data.new-0123/base'), { recursive: true });
    await writeFile(join(directory, 'postgres/data.new-0123/PG_VERSION'), '18\n');
    await mkdir(join(directory, 'postgres/data/base'), { recursive: true });
    const database = await startEmbeddedPostgres({ directory });
    const names = await readdir(join(directory, 'postgres'));
    expect(names.filter((name) => /data\.new|password/.test(name))).toEqual([]);
    expect(names.filter((name) => name.startsWith('data.incomplete-'))).toHaveLength(1);
    await database.stop();
    await rm(directory, { recursive: true });
  });

  it('names the directory and a remedy when it cannot be used', async () => {
    const parent = await openTemporaryDirectory();
    await writeFile(join(parent, 'data'), 'a file');
    await expect(startEmbeddedPostgres({ directory: join(parent, 'data') })).rejects.toThrow(
      new RegExp(`${join(parent, 'data')}.*another data directory.*PostgreSQL of your own`),
    );
    await rm(parent, { recursive: true });
  });
});
