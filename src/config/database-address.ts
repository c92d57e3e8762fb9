/**
 * The address of a database as libpq writes it, with one host or several: postgres://role:password@a:5432,b:5432/database.
 * The driver knows neither several hosts nor target_session_attrs. Messages never contain the password.
 */

export interface Host {
  host: string;
  port: number;
}

export interface DatabaseAddress {
  /** In the order in which they are tried. */
  hosts: readonly Host[];
  /** The same address with one of the hosts, as the driver takes it. */
  urlOf(host: Host): string;
}

/** A cluster has fewer; a search tries them all within one timeout. */
const MAX_HOSTS = 9;
const DEFAULT_PORT = 5432;
const PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*)([^?#]*)(?:\?([^#]*))?/;
const HOST = /^(\[[0-9a-f:.]+\]|[^:[\]\s]+)(?::(\d{1,5}))?$/i;
/** Of a session on the primary. Others would let a standby serve reads. */
const WRITABLE = new Set(['read-write', 'primary']);

/** @throws {Error} whose message completes "DATABASE_URL …". */
export function parseAddress(url: string): DatabaseAddress {
  const [, scheme, authority = '', path = '', search = ''] = PARTS.exec(url) ?? [];
  if (!scheme) throw new Error('must start with postgres://');
  const parameters = search.split('&').filter((parameter) => parameter !== '');
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
    const single = wanted.length > 0 ? `${head}${list}${tail}` : url;
    return { hosts: [hostOfOne(list)], urlOf: () => single };
  }
  const hosts = list.split(',').map(hostOf);
  if (hosts.length > MAX_HOSTS) throw new Error(`must name at most ${MAX_HOSTS} hosts`);
  return { hosts, urlOf: ({ host, port }) => `${head}${bracketed(host)}:${port}${tail}` };
}

/** "a:5432, b:5432", for messages. */
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
  const [, host = '', port = String(DEFAULT_PORT)] = HOST.exec(text) ?? [];
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
