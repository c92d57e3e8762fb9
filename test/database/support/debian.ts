/**
 * Debian's PostgreSQL 15 and PgBouncer on the loopback address, in a directory of their own, under PostgreSQL's account when
 * the tests run as root: both refuse root.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const PROGRAMS = '/usr/lib/postgresql/15/bin';
/** Another version is tested by its path. */
const PGBOUNCER = process.env.PGBOUNCER || '/usr/sbin/pgbouncer';
const DATABASE = 'offprint';
/** The role of the service; its password is checked. */
const ROLE = 'offprint';
const PASSWORD = 'p,w@15';

type Account = { uid: number; gid: number } | object;

async function accountOf(): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((one) => one.startsWith('postgres:'));
  const [, , uid, gid] = line!.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A directory of the servers' account, removed with everything in it. */
export class Place {
  private constructor(
    readonly path: string,
    readonly account: Account,
  ) {}

  static async make(): Promise<Place> {
    const path = await mkdtemp(join(tmpdir(), 'offprint-debian-'));
    await chmod(path, 0o711);
    const place = new Place(path, await accountOf());
    await place.own(path);
    return place;
  }

  async own(path: string): Promise<void> {
    if ('uid' in this.account) await chown(path, this.account.uid, this.account.gid);
  }

  async write(name: string, text: string): Promise<string> {
    const path = join(this.path, name);
    await writeFile(path, text, { mode: 0o600 });
    await this.own(path);
    return path;
  }

  async run(program: string, args: string[]): Promise<void> {
    const env = { PATH: process.env.PATH, LC_ALL: 'C' };
    await promisify(execFile)(join(PROGRAMS, program), args, { ...this.account, cwd: '/', env });
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** A server of PostgreSQL 15: a primary, or a standby of another one. */
export class DebianPostgres {
  private constructor(
    private readonly place: Place,
    readonly port: number,
    private readonly data: string,
  ) {}

  /** Creates and starts a primary with the role and the database of the service. */
  static async primary(place: Place): Promise<DebianPostgres> {
    const port = await freePort();
    const server = new DebianPostgres(place, port, join(place.path, `data-${port}`));
    const access = [
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--no-locale',
      '--lc-ctype=C.UTF-8',
    ];
    await place.run('initdb', ['-D', server.data, ...access, '--no-sync', '--no-instructions']);
    await place.write(
      `data-${port}/pg_hba.conf`,
      `host all ${ROLE} 127.0.0.1/32 scram-sha-256\nhost all,replication postgres 127.0.0.1/32 trust\n`,
    );
    await server.start();
    await server.query(`create role ${ROLE} login password '${PASSWORD}'`, 'postgres');
    await server.query(`create database ${DATABASE} owner ${ROLE}`, 'postgres');
    return server;
  }

  /** Creates and starts a standby of `primary` by streaming. @param port by default a free one. */
  static async standby(primary: DebianPostgres, port?: number): Promise<DebianPostgres> {
    const own = port ?? (await freePort());
    const server = new DebianPostgres(primary.place, own, join(primary.place.path, `data-${own}`));
    await rm(server.data, { recursive: true, force: true });
    const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`;
    await primary.place.run('pg_basebackup', [
      '-d',
      source,
      '-D',
      server.data,
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
      '--no-sync',
    ]);
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    const options = `-p ${this.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=60`;
    const log = `${this.data}.log`;
    await this.place.run('pg_ctl', ['-D', this.data, '-l', log, '-o', options, '-w', '-t', '60', 'start']);
  }

  /** @param mode immediate: sessions are cut and nothing is flushed, as in a crash. */
  async stop(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    await this.place.run('pg_ctl', ['-D', this.data, '-m', mode, '-w', '-t', '60', 'stop']);
  }

  async promote(): Promise<void> {
    await this.place.run('pg_ctl', ['-D', this.data, '-w', '-t', '60', 'promote']);
  }

  /** Commits are acknowledged after the standby has them on disk. */
  async requireStandby(): Promise<void> {
    await this.query("alter system set synchronous_standby_names = '*'");
    await this.query('select pg_reload_conf()');
    while ((await this.query("select from pg_stat_replication where sync_state = 'sync'")).length === 0)
      await sleep(20);
  }

  /** Runs a statement as the superuser. */
  async query<R extends object = Record<string, unknown>>(text: string, database = DATABASE): Promise<R[]> {
    const client = new pg.Client({
      connectionString: `postgres://postgres@127.0.0.1:${this.port}/${database}`,
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<R>(text)).rows;
    } finally {
      await client.end();
    }
  }

  get url(): string {
    return urlOf([this]);
  }
}

/** As DATABASE_URL names several servers. */
export function urlOf(servers: readonly { port: number }[], parameters = ''): string {
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return `postgres://${ROLE}:${encodeURIComponent(PASSWORD)}@${hosts}/${DATABASE}${parameters}`;
}

/** @returns whether PgBouncer carries prepared statements over to other sessions, as 1.21 and newer do. */
export async function pgBouncerPrepares(): Promise<boolean> {
  const { stdout } = await promisify(execFile)(PGBOUNCER, ['--version']);
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout)!;
  return Number(major) > 1 || Number(minor) >= 21;
}

/** PgBouncer in front of a server. */
export class PgBouncer {
  private child: ChildProcess | null = null;

  private constructor(
    private readonly place: Place,
    readonly port: number,
    private readonly config: string,
  ) {}

  /**
   * @param connectQuery runs on each new session of the server. @param mode of the pool.
   * @param isPreparing false: as a version that carries no prepared statements over.
   */
  static async start(
    place: Place,
    server: DebianPostgres,
    {
      connectQuery = '',
      mode = 'transaction',
      isPreparing = true,
    }: { connectQuery?: string; mode?: string; isPreparing?: boolean } = {},
  ): Promise<PgBouncer> {
    const port = await freePort();
    const query = connectQuery && ` connect_query='${connectQuery.replaceAll("'", "''")}'`;
    const users = await place.write(`users-${port}`, `"${ROLE}" "${PASSWORD}"\n`);
    const unprepared = !isPreparing && (await pgBouncerPrepares()) ? 'max_prepared_statements = 0\n' : '';
    const text = `[databases]
${DATABASE} = host=127.0.0.1 port=${server.port} dbname=${DATABASE}${query}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = 8
${unprepared}server_login_retry = 1
log_connections = 0
log_disconnections = 0
`;
    const bouncer = new PgBouncer(place, port, await place.write(`pgbouncer-${port}.ini`, text));
    await bouncer.run();
    return bouncer;
  }

  async run(): Promise<void> {
    const child = spawn(PGBOUNCER, [this.config], {
      ...this.place.account,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.child = child;
    let log = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr.on('data', (text: Buffer) => {
        log += text.toString();
        if (/process up/.test(log)) resolve();
      });
      child.once('error', reject);
      child.once('exit', () => reject(new Error(`PgBouncer ended: ${log}`)));
    });
  }

  /** Ends at once: clients and sessions are cut. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  get url(): string {
    return urlOf([this]);
  }
}
