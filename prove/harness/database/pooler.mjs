// PgBouncer in transaction mode between the service and PostgreSQL, configured as in docs/operating.md, and its fault: a kill and a
// restart on the same port. PGBOUNCER selects a program other than Debian's.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../cluster/ports.mjs';

const PROGRAM = process.env.PGBOUNCER || '/usr/sbin/pgbouncer';
const MANUAL = fileURLToPath(new URL('../../../docs/operating.md', import.meta.url));

export class Pooler {
  /** @param {{url: string, directory: string}} options `url` of PostgreSQL; `directory` gets the configuration */
  constructor(options) {
    Object.assign(this, options);
  }

  async start() {
    this.port ??= await freePort();
    this.file ??= await this.writeConfiguration();
    const child = spawn(PROGRAM, [this.file], {
      ...(await accountOf()),
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.child = child;
    process.once('exit', this.killAtExit);
    let log = '';
    await new Promise((resolve, reject) => {
      child.stderr.on('data', (text) => {
        log += text;
        if (/process up/.test(log)) resolve();
      });
      child.once('error', reject);
      child.once('exit', () => reject(new Error(`PgBouncer ended: ${log}`)));
    });
  }

  killAtExit = () => this.child?.kill('SIGKILL');

  /** Kills the process, which cuts the connections of both sides. */
  async kill() {
    const { child } = this;
    process.off('exit', this.killAtExit);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Settings of a process that uses it. */
  get settings() {
    const pooled = new URL(this.url);
    pooled.port = this.port;
    return {
      DATABASE_URL: pooled.href,
      DATABASE_DIRECT_URL: this.url,
      DATABASE_POOL_MODE: 'transaction',
      DATABASE_PREPARED: 'false',
    };
  }

  /** Writes the configuration of the document, with the addresses and the name of the database. */
  async writeConfiguration() {
    const { username, password, port, pathname } = new URL(this.url);
    let [, text] = /```ini\n([^`]+)```/.exec(await readFile(MANUAL, 'utf8'));
    const [user, secret] = [username, password].map(decodeURIComponent);
    const address = `host=127.0.0.1 port=${port} user=${user}${secret ? ` password=${secret}` : ''}`;
    for (const [given, wanted] of [
      ['offprint = ', `${pathname.slice(1)} = `],
      ['host=db port=5432', address],
    ]) {
      if (!text.includes(given)) throw new Error(`docs/operating.md has no ${given} for PgBouncer`);
      text = text.replace(given, wanted);
    }
    const own = [
      'listen_addr = 127.0.0.1',
      `listen_port = ${this.port}`,
      'unix_socket_dir =',
      'auth_type = any',
      '',
    ];
    const file = join(this.directory, 'pgbouncer.ini');
    await writeFile(file, [text, ...own].join('\n'));
    return file;
  }
}

/** Returns the account that runs PgBouncer, which refuses to run as root. */
async function accountOf() {
  if (process.getuid() !== 0) return {};
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((one) => one.startsWith('postgres:'));
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}
