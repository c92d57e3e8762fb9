/** The settings of the extension, from the environment or written in code, validated before the first connection. */
import { ConfigError } from 'offprint';

/**
 * How connections are encrypted. `starttls`: the server must offer STARTTLS. `implicit`: TLS from the first byte. `none`: not at
 * all, for a server on the same machine.
 */
export const TLS_MODES = ['starttls', 'implicit', 'none'] as const;
/** See {@link TLS_MODES}. */
export type TlsMode = (typeof TLS_MODES)[number];

/** Which SMTP server, and who the sender is. */
export interface SmtpSettings {
  /** Instead of host, port, user and password: `smtp://user:password@host:port`, or `smtps://` for implicit TLS. A secret. */
  url?: string;
  host?: string;
  /** Default: 465 with implicit TLS, else 587. */
  port?: number;
  user?: string;
  password?: string;
  /** Default: `implicit` for `smtps://` and port 465, `none` for this machine, else `starttls`. */
  tls?: TlsMode;
  /** PEM of the certificate authorities to trust instead of those of Node.js. */
  ca?: string;
  /** The sender: `noreply@example.com` or `Example <noreply@example.com>`. */
  from: string;
  /** Open at once, at most: 1 to 20. Default: 4. */
  connections?: number;
  /** A mail that is not accepted within it counts as not sent: 1 to 50. Default: 20. */
  timeoutSeconds?: number;
}

/** Valid settings with their defaults. */
export interface ResolvedSettings {
  host: string;
  port: number;
  credentials: { user: string; password: string } | null;
  tls: TlsMode;
  ca: string | undefined;
  from: { name: string; address: string };
  connections: number;
  timeoutSeconds: number;
}

/** One address without a name, and nothing that could end it or begin another. */
export const ADDRESS = /^[^\s<>@",;:()[\]\\]+@[^\s<>@",;:()[\]\\]+$/;
const NAMED = /^([^<>"\p{Cc}]{1,100}?)\s*<([^<>]+)>$/u;
const HOST = /^([A-Za-z0-9]([A-Za-z0-9.-]{0,252}[A-Za-z0-9])?|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]+)$/;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i;

/**
 * Reads the `SMTP_…` variables and `MAIL_FROM`. @param variable returns a variable, or null when it is unset.
 * @throws {ConfigError} naming every wrong one, without values.
 */
export function readSettings(variable: (name: string) => string | null): ResolvedSettings {
  const text = (name: string) => variable(name) ?? undefined;
  const number = (name: string) => {
    const value = variable(name);
    if (value === null) return undefined;
    return /^\d{1,6}$/.test(value) ? Number(value) : NaN;
  };
  return resolveSettings({
    url: text('SMTP_URL'),
    host: text('SMTP_HOST'),
    port: number('SMTP_PORT'),
    user: text('SMTP_USER'),
    password: text('SMTP_PASSWORD'),
    tls: text('SMTP_TLS') as TlsMode | undefined,
    from: text('MAIL_FROM') ?? '',
    connections: number('SMTP_CONNECTIONS'),
    timeoutSeconds: number('SMTP_TIMEOUT_SECONDS'),
  });
}

/** Validates settings and adds the defaults. @throws {ConfigError} naming every wrong one, without values. */
export function resolveSettings(given: SmtpSettings): ResolvedSettings {
  const server = given.url === undefined ? serverOf(given) : parseUrl(given.url);
  const from = parseSender(given.from);
  const { connections = 4, timeoutSeconds = 20 } = given;
  const { host = '', user, password } = server ?? {};
  const tls = given.tls ?? defaultTls(host, server?.isImplicit || server?.port === 465);
  const port = server?.port ?? (tls === 'implicit' ? 465 : 587);
  const problems = [
    ...serverProblems(given, server),
    isWhole(port, 1, 65_535) ? null : 'SMTP_PORT must be a whole number from 1 to 65535',
    TLS_MODES.includes(tls) ? null : `SMTP_TLS must be one of ${TLS_MODES.join(', ')}`,
    server?.isImplicit && tls !== 'implicit' ? 'SMTP_TLS must be implicit, or unset, with smtps://' : null,
    from
      ? null
      : 'MAIL_FROM must be an email address, such as noreply@example.com or Example <noreply@example.com>',
    isWhole(connections, 1, 20) ? null : 'SMTP_CONNECTIONS must be a whole number from 1 to 20',
    isWhole(timeoutSeconds, 1, 50) ? null : 'SMTP_TIMEOUT_SECONDS must be a whole number from 1 to 50',
  ].filter((problem) => problem !== null);
  if (problems.length > 0) throw new ConfigError(problems);
  const credentials = user === undefined ? null : { user, password: password! };
  return { host, port, credentials, tls, ca: given.ca, from: from!, connections, timeoutSeconds };
}

interface Server {
  host: string;
  port?: number;
  user?: string;
  password?: string;
  isImplicit: boolean;
}

function serverProblems(given: SmtpSettings, server: Server | null): string[] {
  const { host, port, user, password } = given;
  if (given.url !== undefined) {
    const others = [host, port, user, password].some((value) => value !== undefined);
    if (others) return ['SMTP_URL cannot be combined with SMTP_HOST, SMTP_PORT, SMTP_USER and SMTP_PASSWORD'];
    return server ? [] : ['SMTP_URL must be an smtp:// or smtps:// URL with a host, without path and query'];
  }
  const problems: string[] = [];
  if (host === undefined) problems.push('SMTP_URL or SMTP_HOST must be set');
  else if (!HOST.test(host)) problems.push('SMTP_HOST must be the name or the address of a server');
  if ((user === undefined) !== (password === undefined))
    problems.push('SMTP_USER and SMTP_PASSWORD must be set together');
  return problems;
}

const serverOf = ({ host = '', port, user, password }: SmtpSettings): Server => ({
  host,
  port,
  user,
  password,
  isImplicit: false,
});

/** Returns null for a URL that names no server, or has parts without a meaning. */
function parseUrl(text: string): Server | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isComplete = /^smtps?:$/.test(protocol) && HOST.test(host) && /^\/?$/.test(pathname);
  if (!isComplete || search + hash !== '' || (username === '') !== (password === '')) return null;
  const [user, secret] = [decode(username), decode(password)];
  if (user === null || secret === null) return null;
  return {
    host,
    port: port === '' ? undefined : Number(port),
    ...(user !== '' && { user, password: secret }),
    isImplicit: protocol === 'smtps:',
  };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function parseSender(text: string): ResolvedSettings['from'] | null {
  const [, name = '', address = text] = NAMED.exec(text.trim()) ?? [];
  return ADDRESS.test(address.trim()) && address.length <= 254 ? { name, address: address.trim() } : null;
}

function defaultTls(host: string, isImplicit = false): TlsMode {
  if (isImplicit) return 'implicit';
  return LOOPBACK.test(host) ? 'none' : 'starttls';
}

const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;
