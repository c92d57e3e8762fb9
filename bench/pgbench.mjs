/** Runs pgbench. On Debian it is in postgresql-contrib; its version 15 works with our server 18. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from './debian.mjs';
import { cpuSecondsWithChildren } from './usage.mjs';

const run = promisify(execFile);

export const findPgbench = (log) => findProgram('pgbench', 'postgresql-contrib', log);

/** Runs a script. @returns transactions per second, and PostgreSQL's processor time in microseconds per transaction. */
export async function pgbench(
  program,
  { databaseUrl, postmasterPid },
  script,
  { clients, seconds, variables },
) {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const defines = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  const before = cpuSecondsWithChildren(postmasterPid);
  const { stdout } = await run(
    program,
    [
      ...['-h', hostname, '-p', port, '-U', username, '-n', '-M', 'prepared', '-f', script],
      ...['-c', String(clients), '-j', '2', '-T', String(Math.ceil(seconds)), ...defines, pathname.slice(1)],
    ],
    { env: { ...process.env, PGPASSWORD: decodeURIComponent(password) } },
  );
  const used = before === null ? null : cpuSecondsWithChildren(postmasterPid) - before;
  const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1];
  const transactions = Number(/actually processed: (\d+)/.exec(stdout)?.[1]);
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  if (!perSecond || (failed && failed !== '0')) throw new Error(`pgbench: ${stdout}`);
  return { perSecond, cpuDatabase: used === null ? null : (used * 1e6) / transactions };
}
