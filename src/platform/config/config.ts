import { isAbsolute, resolve } from 'node:path';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { packagePath, readSecret } from '../env/index.js';
import { Environment } from './environment.js';
import { parsePublicUrl } from './public-url.js';
import { registrationOf } from './registration.js';
import { listSettings } from './setting.decorator.js';

const TOOL_CONNECTIONS = 4;

/** One session listens; one is in reserve for its successor while the old one is kept, or for the probe of a rejected role. */
export const CONNECTIONS_BESIDE_POOL = 2;

/** The validated settings in the shape that the code uses; the class is its own injection token. */
export class Config {
  constructor(
    private readonly environment: Environment,
    private readonly read: VariableReader = () => null,
    /** False: files that are missing in the data directory stay so. */
    readonly mayCreate = true,
  ) {}

  /**
   * Returns a variable named in a catalogue file (the URL, the secret or an option of an engine) or a setting of an extension, perhaps from
   * the file that `NAME_FILE` names. It is read once, held by the adapter, and never shown. @returns null when it is unset or empty.
   */
  variable(name: string): string | null {
    return this.read(name);
  }

  /** Suits a process that neither serves nor claims predictions, and needs few connections. */
  withoutRoles(): Config {
    return this.with({ ROLES: [], DATABASE_CONNECTIONS: TOOL_CONNECTIONS });
  }

  /**
   * Suits a command: without roles, on sessions of its own instead of a pooler's.
   * @param mayCreate false: nothing is created in the data directory.
   */
  forCommand(mayCreate: boolean): Config {
    const changes = {
      ROLES: [],
      DATABASE_CONNECTIONS: TOOL_CONNECTIONS,
      DATABASE_URL: this.environment.DATABASE_DIRECT_URL ?? this.environment.DATABASE_URL,
      DATABASE_POOL_MODE: 'session' as const,
      ...(this.environment.DATABASE_DIRECT_URL && { DATABASE_PREPARED: true }),
    };
    return this.with(changes, mayCreate);
  }

  private with(changes: Partial<Environment>, mayCreate = true): Config {
    const environment = Object.assign(new Environment(), this.environment, changes);
    return new Config(environment, this.read, mayCreate);
  }

  private readonly publicUrl =
    this.environment.PUBLIC_URL === undefined ? null : parsePublicUrl(this.environment.PUBLIC_URL);

  readonly http = {
    port: this.environment.PORT,
    host: this.environment.HOST,
    /** Without a trailing slash; null while PORT is 0 and the port is not known. */
    publicUrl: this.publicUrl,
    /** The dashboard's address in mails, without a trailing slash. */
    pageUrl: this.publicUrl ?? `http://localhost:${this.environment.PORT}`,
    trustProxy: parseTrustProxy(this.environment.TRUST_PROXY),
    maxConnections: this.environment.MAX_CONNECTIONS,
    keepAliveSeconds: this.environment.KEEP_ALIVE_SECONDS,
    /** Their pages may call the routes of a signed-in user, as the service's own may. */
    corsOrigins: this.environment.CORS_ORIGINS ?? [],
  };

  readonly database = {
    url: this.environment.DATABASE_URL ?? null,
    /** For what needs a session. Null: the same address. */
    directUrl: this.environment.DATABASE_DIRECT_URL ?? null,
    isTransactionPooled: this.environment.DATABASE_POOL_MODE === 'transaction',
    isPrepared: this.environment.DATABASE_PREPARED,
    connections: this.environment.DATABASE_CONNECTIONS,
    /** Counts connections to PostgreSQL itself. */
    serverConnections:
      this.environment.DATABASE_POOL_MODE === 'transaction'
        ? CONNECTIONS_BESIDE_POOL
        : this.environment.DATABASE_CONNECTIONS,
  };

  /** Absolute. */
  readonly dataDirectory = isAbsolute(this.environment.DATA_DIR)
    ? this.environment.DATA_DIR
    : resolve(this.environment.DATA_DIR);

  /** Absolute. */
  readonly catalogueDirectory = this.environment.CATALOGUE_DIR
    ? resolve(this.environment.CATALOGUE_DIR)
    : packagePath('catalogue');

  readonly auth = {
    secret: this.environment.JWT_SECRET ?? null,
    outside: this.environment.AUTH_JWKS_URI
      ? {
          jwksUri: this.environment.AUTH_JWKS_URI,
          issuer: this.environment.AUTH_ISSUER!,
          audience: this.environment.AUTH_AUDIENCE!,
        }
      : null,
    registration: registrationOf(this.environment.REGISTRATION, this.environment.HOST, this.publicUrl),
  };

  readonly credits = { signup: this.environment.SIGNUP_CREDITS };

  readonly subscriptions = { graceDays: this.environment.SUBSCRIPTION_GRACE_DAYS };

  readonly limits = {
    platform: this.environment.PLATFORM_RATE_LIMIT,
    per: this.environment.PLATFORM_RATE_LIMIT_PER,
  };

  readonly roles: ReadonlySet<'api' | 'worker'> = new Set(this.environment.ROLES);

  /** 1: the program is the service itself, without a supervisor. */
  readonly processes: number | 'auto' =
    this.environment.PROCESSES === 'auto' ? 'auto' : Number(this.environment.PROCESSES);

  readonly worker = {
    concurrency: this.environment.WORKER_CONCURRENCY,
    leaseSeconds: this.environment.LEASE_SECONDS,
  };

  readonly outputs = {
    retentionDays: this.environment.OUTPUT_RETENTION_DAYS,
    /** Null: links work as long as the output is kept. */
    linkHours: this.environment.OUTPUT_LINK_HOURS ?? null,
    areMarked: this.environment.OUTPUT_MARKS,
  };

  readonly predictions = {
    /** Null: kept for ever. */
    retentionDays: this.environment.PREDICTION_RETENTION_DAYS ?? null,
  };

  readonly requestLog = {
    /** 0: nothing is recorded. */
    days: this.environment.REQUEST_LOG_DAYS,
    /** Per second and kind of requests. */
    rate: this.environment.REQUEST_LOG_RATE,
  };

  readonly uploads = {
    maxBytes: Math.round(this.environment.UPLOAD_MAX_MB * 1_000_000),
    retentionSeconds: this.environment.UPLOAD_RETENTION_HOURS * 3600,
    /** All unpaid accounts together have this space. */
    unpaidBytes: Math.round(this.environment.UPLOAD_UNPAID_MB * 1_000_000),
    /** Stays free on the disk. */
    reserveBytes: Math.round(this.environment.DISK_RESERVE_MB * 1_000_000),
  };

  /** Null: ffmpeg on PATH. */
  readonly ffmpegPath = this.environment.FFMPEG_PATH ?? null;

  readonly log = { level: this.environment.LOG_LEVEL, format: this.environment.LOG_FORMAT };

  /** A listener that no process runs stops holding back the removal of events after this time. */
  readonly events = { listenerDays: this.environment.LISTENER_DAYS };

  /** False: the built-in engine is left out, and its models are not offered. */
  readonly builtInEngine = this.environment.BUILT_IN_ENGINE === 'on';

  readonly plugins: readonly string[] = this.environment.PLUGINS ?? [];

  /** Null: only callers on this machine may read the metrics. */
  readonly metricsToken = this.environment.METRICS_TOKEN ?? null;

  readonly faultModel = this.environment.ENABLE_FAULT_MODEL;
}

/** Describes invalid settings, one line per variable; `main` prints it and exits with 1. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(`Wrong settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Reads and validates the settings. @throws {ConfigError} naming every invalid variable, without values: some are secrets. */
export function loadConfig(variables: Record<string, string | undefined>): Config {
  const raw: Record<string, string> = {};
  const problems: string[] = [];
  const unreadable = new Set<string>();
  for (const setting of listSettings()) {
    const { value, problem } = setting.secret
      ? readSecret(variables, setting.name)
      : { value: variables[setting.name]?.trim() || setting.default };
    if (problem !== undefined) {
      problems.push(problem);
      unreadable.add(setting.name);
    }
    if (value) raw[setting.name] = value;
  }
  const environment = plainToInstance(Environment, raw);
  // The last is of the decorator nearest to the setting's text, such as of its type.
  problems.push(
    ...validateSync(environment).flatMap(({ constraints }) => Object.values(constraints ?? {}).slice(-1)),
  );
  if (environment.AUTH_JWKS_URI && !(environment.AUTH_ISSUER && environment.AUTH_AUDIENCE)) {
    problems.push('AUTH_JWKS_URI needs AUTH_ISSUER and AUTH_AUDIENCE beside it');
  }
  const isMissing = (name: 'DATABASE_URL' | 'DATABASE_DIRECT_URL') =>
    !environment[name] && !unreadable.has(name);
  if (environment.DATABASE_DIRECT_URL && isMissing('DATABASE_URL'))
    problems.push('DATABASE_DIRECT_URL needs DATABASE_URL beside it');
  if (environment.DATABASE_POOL_MODE === 'transaction' && isMissing('DATABASE_DIRECT_URL'))
    problems.push('DATABASE_POOL_MODE=transaction needs DATABASE_DIRECT_URL beside it');
  if ((environment.PREDICTION_RETENTION_DAYS ?? Infinity) < environment.OUTPUT_RETENTION_DAYS)
    problems.push('PREDICTION_RETENTION_DAYS must not be below OUTPUT_RETENTION_DAYS');
  if (Array.isArray(environment.ROLES) && environment.ROLES.length === 0)
    problems.push('ROLES must not be empty');
  if (problems.length > 0) throw new ConfigError(problems);
  return new Config(environment, variableReader({ ...variables }));
}

/** Null when the variable is unset or empty. */
type VariableReader = (name: string) => string | null;

/**
 * Reads each variable once, because its file may be replaced while the service runs. @throws {ConfigError} for a file that cannot be read.
 */
export function variableReader(variables: Readonly<Record<string, string | undefined>>): VariableReader {
  const values = new Map<string, string | null>();
  return (name) => {
    const known = values.get(name);
    if (known !== undefined) return known;
    const { value, problem } = readSecret(variables, name);
    if (problem !== undefined) throw new ConfigError([problem]);
    values.set(name, value);
    return value;
  };
}

/** Accepts a boolean, a number of hops, or a list of addresses. */
function parseTrustProxy(text: string): boolean | number | string {
  if (text === 'true') return true;
  if (text === 'false') return false;
  return /^\d+$/.test(text) ? Number(text) : text;
}
