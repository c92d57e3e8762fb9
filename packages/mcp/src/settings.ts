/** Settings of the program: arguments, and the environment for what an MCP client's configuration gives. The key is never an argument. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface HttpSettings {
  host: string;
  /** 0: a free one. */
  port: number;
  /** Names and addresses that the Host header may have, without port. */
  allowedHosts: ReadonlySet<string>;
  isLoopback: boolean;
  maxSessions: number;
  idleSeconds: number;
}

export interface Settings {
  /** Address of the installation. */
  url: string;
  /** Null over HTTP when each caller brings a key. */
  apiKey: string | null;
  /** Credits of one session; null: no ceiling. */
  maxCredits: number | null;
  /** Bytes of files that one result carries. */
  maxInlineBytes: number;
  /** Absolute directory for finished files; null: none are written. */
  saveDirectory: string | null;
  /** Null: stdio. */
  http: HttpSettings | null;
}

/** A setting is wrong; the message is one sentence for the operator. */
export class SettingsError extends Error {}

export const HELP = `A Model Context Protocol server of an Offprint installation.

  offprint-mcp                      stdio: started by an MCP client on this machine
  offprint-mcp --http --port 3333   Streamable HTTP at http://127.0.0.1:3333/mcp

Environment
  OFFPRINT_URL       address of the installation (http://127.0.0.1:3000)
  OFFPRINT_API_KEY   API key; over HTTP callers send their own as Authorization: Bearer

Options
  --max-credits N        spending ceiling of each session (OFFPRINT_MCP_MAX_CREDITS; none)
  --max-inline-bytes N   pictures and sound up to this size are in the result, larger ones a link
                         (OFFPRINT_MCP_MAX_INLINE_BYTES; 780000)
  --save-dir DIR         also writes finished files to this directory; stdio only (OFFPRINT_MCP_SAVE_DIR)
  --http                 serves Streamable HTTP
  --port N               its port (3333)
  --host ADDRESS         its address (127.0.0.1). On any other than loopback, OFFPRINT_API_KEY is not used.
  --allow-host NAME      a name under which callers reach it; can be repeated
  --max-sessions N       sessions at a time (100)
  --idle-seconds N       ends a session without a request for so long (1800)
  --help, --version
`;

const OPTIONS = {
  'max-credits': { type: 'string' },
  'max-inline-bytes': { type: 'string' },
  'save-dir': { type: 'string' },
  http: { type: 'boolean', default: false },
  port: { type: 'string' },
  host: { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  'max-sessions': { type: 'string' },
  'idle-seconds': { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const;

const HTTP_ONLY = ['port', 'host', 'allow-host', 'max-sessions', 'idle-seconds'] as const;
const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];
const ANY_ADDRESS = ['0.0.0.0', '::'];
const MAX_INLINE_BYTES = 20_000_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** @returns the settings, or what to print instead. @throws {SettingsError} */
export function readSettings(args: string[], env: Environment): Settings | 'help' | 'version' {
  const values = parsed(args);
  if (values.help) return 'help';
  if (values.version) return 'version';
  const stray = values.http ? undefined : HTTP_ONLY.find((name) => values[name] !== undefined);
  if (stray) throw new SettingsError(`--${stray} needs --http.`);
  const http = values.http ? httpSettings(values) : null;
  const apiKey = env.OFFPRINT_API_KEY?.trim() ? checkedKey(env.OFFPRINT_API_KEY.trim()) : null;
  if (!http && !apiKey) throw new SettingsError('Set OFFPRINT_API_KEY to an API key of the installation.');
  const saveDir = values['save-dir'] ?? optional(env.OFFPRINT_MCP_SAVE_DIR);
  if (http && saveDir)
    throw new SettingsError('--save-dir needs stdio: callers over HTTP cannot read the directory.');
  const maxCredits = values['max-credits'] ?? optional(env.OFFPRINT_MCP_MAX_CREDITS);
  return {
    url: checkedUrl(optional(env.OFFPRINT_URL) ?? 'http://127.0.0.1:3000'),
    apiKey: http && !http.isLoopback ? null : apiKey,
    maxCredits: maxCredits === undefined ? null : credits(maxCredits),
    maxInlineBytes: integer(
      'max-inline-bytes',
      values['max-inline-bytes'] ?? optional(env.OFFPRINT_MCP_MAX_INLINE_BYTES) ?? '780000',
      0,
      MAX_INLINE_BYTES,
    ),
    saveDirectory: saveDir === undefined ? null : resolve(saveDir),
    http,
  };
}

/** Only printable ASCII: an error of `fetch` about another header value would contain the key. */
export function isKeyShaped(text: string): boolean {
  return /^[\x21-\x7e]{8,256}$/.test(text);
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch (error) {
    throw new SettingsError((error as Error).message);
  }
}

function httpSettings(values: ReturnType<typeof parsed>): HttpSettings {
  const host = values.host ?? '127.0.0.1';
  const isLoopback = LOOPBACK.includes(host);
  const names = (values['allow-host'] ?? []).map((name) => name.toLowerCase());
  if (!isIP(host) && host !== 'localhost')
    throw new SettingsError('--host must be an IP address or localhost.');
  if (ANY_ADDRESS.includes(host) && names.length === 0)
    throw new SettingsError(
      `--host ${host} needs --allow-host: the name under which callers reach this server.`,
    );
  const own = isLoopback ? LOOPBACK : ANY_ADDRESS.includes(host) ? [] : [host];
  return {
    host,
    port: integer('port', values.port ?? '3333', 0, 65_535),
    allowedHosts: new Set([...own, ...names]),
    isLoopback,
    maxSessions: integer('max-sessions', values['max-sessions'] ?? '100', 1, 10_000),
    idleSeconds: integer('idle-seconds', values['idle-seconds'] ?? '1800', 1, 86_400),
  };
}

function checkedKey(key: string): string {
  if (!isKeyShaped(key)) throw new SettingsError('OFFPRINT_API_KEY is not an API key.');
  return key;
}

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new SettingsError('OFFPRINT_URL must begin with http:// or https://.');
  if (url.username || url.password || url.search || url.hash)
    throw new SettingsError('OFFPRINT_URL must have no credentials, query or fragment.');
  return text;
}

function credits(text: string): number {
  const value = Number(text);
  if (!/^\d{1,9}(\.\d{1,3})?$/.test(text) || value === 0)
    throw new SettingsError('--max-credits must be a number above 0 with at most three decimals.');
  return value;
}

function integer(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < least || value > most)
    throw new SettingsError(`--${name} must be a whole number from ${least} to ${most}.`);
  return value;
}

/** An MCP client sends an empty text for a setting that its user left out. */
function optional(text: string | undefined): string | undefined {
  return text?.trim() ? text.trim() : undefined;
}
