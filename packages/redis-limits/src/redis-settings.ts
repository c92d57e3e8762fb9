/** The settings of the extension, from the `REDIS_…` variables or written in code, validated before the first connection. */
import { ConfigError } from 'offprint';

/** What happens to counted requests while Redis is away: `closed` rejects them with 503, `open` admits them uncounted. */
export const FAILURE_MODES = ['closed', 'open'] as const;

/** Which Redis, and what happens without it. */
export interface RedisSettings {
  /** `redis://` or `rediss://` (TLS), with user, password, port and number of the database as needed. It is a secret. */
  url: string;
  /** Begins every key and channel. Installations that share a Redis need different ones. Default: `offprint:`. */
  prefix?: string;
  /** Default: `closed`. */
  onFailure?: (typeof FAILURE_MODES)[number];
}

/** Valid settings with their defaults. */
export type ResolvedSettings = Required<RedisSettings>;

/** Characters without a meaning in patterns of channels and keys, but for the braces of a hash tag. */
const PREFIX = /^[A-Za-z0-9_.:{}-]{1,60}$/;

/**
 * Reads the `REDIS_…` variables. @param variable returns a variable, or null when it is unset.
 * @throws {ConfigError} naming every wrong one, without values.
 */
export function readSettings(variable: (name: string) => string | null): ResolvedSettings {
  return resolveSettings({
    url: variable('REDIS_URL') ?? '',
    prefix: variable('REDIS_PREFIX') ?? undefined,
    onFailure: (variable('REDIS_LIMITS_ON_FAILURE') ?? undefined) as RedisSettings['onFailure'],
  });
}

/** Validates settings and adds the defaults. @throws {ConfigError} naming every wrong one, without values. */
export function resolveSettings(given: RedisSettings): ResolvedSettings {
  const settings: ResolvedSettings = {
    url: given.url,
    prefix: given.prefix ?? 'offprint:',
    onFailure: given.onFailure ?? 'closed',
  };
  const problems = [
    isRedisUrl(settings.url) ? null : 'REDIS_URL must be a redis:// or rediss:// URL with a host',
    PREFIX.test(settings.prefix)
      ? null
      : 'REDIS_PREFIX must be 1 to 60 letters, digits and characters of "_.:{}-"',
    FAILURE_MODES.includes(settings.onFailure) ? null : 'REDIS_LIMITS_ON_FAILURE must be closed or open',
  ].filter((problem) => problem !== null);
  if (problems.length > 0) throw new ConfigError(problems);
  return settings;
}

function isRedisUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname } = new URL(text);
  return /^rediss?:$/.test(protocol) && hostname !== '' && /^(\/\d{0,4})?$/.test(pathname);
}
