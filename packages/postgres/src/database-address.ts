/**
 * The address of a database as libpq writes it, with one host or several: postgres://role:password@a:5432,b:5432/database.
 * The driver knows neither several hosts nor target_session_attrs. Messages never contain the password.
 */

import { readFileSync } from 'node:fs';

export interface Host {
  host: string;
  port: number;
}

export interface DatabaseAddress {
  hosts: readonly Host[];
  /** The address with one of the hosts, as the driver takes it. */
  urlOf(host: Host): string;
}

/** A cluster has fewer; a search tries them all within one timeout. */
const MAX_HOSTS = 9;
const DEFAULT_PORT = 5432;
const PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*)([^?#]*)(?:\?([^#]*))?/;
const HOST = /^(\[[0-9a-f:.]+\]|[^:[\]\s]+)(?::(\d{1,5}))?$/i;
/** Of a session on the primary. Others would let a standby serve reads. */
const WRITABLE = new Set(['read-write', 'primary']);

/** An address that cannot be parsed, most often by a password that is not escaped. */
const MALFORMED =
  'must be postgres://role:password@host:port/database, with a port from 1 to 65535, and with #, /, ?, @ and % of the role, the password and the database written as %23, %2F, %3F, %40 and %25';

const SSL_MODES =
  'must have sslmode=disable, require, verify-ca or verify-full, with their meaning in libpq; prefer and allow could go on without TLS';

const FILES = ['sslrootcert', 'sslcert', 'sslkey'];

/** @throws {Error} whose message completes "DATABASE_URL …". */
export function parseAddress(url: string): DatabaseAddress {
  const [, scheme, authority = '', path = '', search = ''] = PARTS.exec(url) ?? [];
  if (!scheme) throw new Error('must start with postgres://');
  if (isMalformed(url)) throw new Error(MALFORMED);
  const parameters = forDriver(search.split('&').filter((parameter) => parameter !== ''));
  const wanted = parameters.filter((parameter) => nameOf(parameter) === 'target_session_attrs');
  for (const parameter of wanted) {
    if (!WRITABLE.has(parameter.slice(parameter.indexOf('=') + 1)))
      throw new Error(
        'must have target_session_attrs=read-write or =primary, or none: the service writes, and never reads from a standby',
      );
  }
  if (parameters.some((parameter) => nameOf(parameter) === 'host' && /,|%2c/i.test(parameter)))
    throw new Error(
      'must name several hosts before the database, as in postgres://role@a:5432,b:5432/database',
    );
  const at = authority.lastIndexOf('@') + 1;
  const others = parameters.filter((parameter) => !wanted.includes(parameter));
  const tail = path + (others.length > 0 ? `?${others.join('&')}` : '');
  const list = authority.slice(at);
  const head = scheme + authority.slice(0, at);
  if (!list.includes(',')) {
    const single = head + list + tail;
    return { hosts: [hostOfOne(list)], urlOf: () => single };
  }
  const hosts = list.split(',').map(hostOf);
  if (hosts.length > MAX_HOSTS) throw new Error(`must name at most ${MAX_HOSTS} hosts`);
  return { hosts, urlOf: ({ host, port }) => `${head}${bracketed(host)}:${port}${tail}` };
}

function isMalformed(url: string): boolean {
  const [, , authority = '', path = '', search = ''] = PARTS.exec(url) ?? [];
  if (url.includes('#') || path.includes('@')) return true;
  if (search.split('&').some((parameter) => parameter !== '' && !parameter.includes('='))) return true;
  try {
    for (const part of [authority, path, search]) decodeURIComponent(part);
  } catch {
    return true;
  }
  return false;
}

/**
 * Gives `sslmode` libpq's meaning.
 * @throws {Error} for a mode that the driver does not have, and for a file that cannot be read.
 */
function forDriver(given: string[]): string[] {
  const valueOf = (name: string) => {
    const parameter = given.find((one) => nameOf(one) === name);
    return parameter === undefined ? undefined : decodeURIComponent(parameter.slice(name.length + 1));
  };
  const mode = valueOf('sslmode');
  const port = valueOf('port');
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535))
    throw new Error(MALFORMED);
  const isSystem = valueOf('sslrootcert') === 'system';
  if (isSystem && mode !== 'verify-full')
    throw new Error('must have sslmode=verify-full beside sslrootcert=system');
  for (const name of FILES) {
    const path = valueOf(name);
    if (path !== undefined && !(isSystem && name === 'sslrootcert')) requireReadable(name, path);
  }
  // The driver has the certificates of the system by itself.
  const parameters = isSystem ? given.filter((one) => nameOf(one) !== 'sslrootcert') : given;
  if (mode === undefined || mode === 'disable' || mode === 'verify-full' || mode === 'no-verify')
    return parameters;
  if (mode !== 'require' && mode !== 'verify-ca') throw new Error(SSL_MODES);
  if (mode === 'verify-ca' && valueOf('sslrootcert') === undefined)
    throw new Error('must name the file of the authority beside sslmode=verify-ca: sslrootcert=/path/ca.crt');
  return [...parameters.filter((one) => nameOf(one) !== 'uselibpqcompat'), 'uselibpqcompat=true'];
}

function requireReadable(name: string, path: string): void {
  try {
    readFileSync(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'it cannot be read';
    throw new Error(`must name a file that the service can read in ${name}: ${path} (${code})`, {
      cause: error,
    });
  }
}

export function describeHosts(hosts: readonly Host[]): string {
  return hosts.map(({ host, port }) => `${bracketed(host)}:${port}`).join(', ');
}

function nameOf(parameter: string): string {
  return parameter.split('=', 1)[0]!;
}

function hostOf(text: string): Host {
  const [, host, port = String(DEFAULT_PORT)] = HOST.exec(text) ?? [];
  if (!host) throw new Error('must name several hosts as host:port, with commas and no spaces between them');
  if (Number(port) < 1 || Number(port) > 65_535) throw new Error('must have ports from 1 to 65535');
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

/** The driver parses one host by itself, with more forms (a socket's directory). */
function hostOfOne(text: string): Host {
  const [, host, port = String(DEFAULT_PORT)] = text === '' ? [text, text] : (HOST.exec(text) ?? []);
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) throw new Error(MALFORMED);
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
