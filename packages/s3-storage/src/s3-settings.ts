/** The settings of the storage, from the `S3_…` variables or written in code, validated before the first request. */
import { ConfigError } from 'offprint';

/** How parts and files are checksummed on their way; `none` for stores that reject checksums. */
export const CHECKSUMS = ['CRC32', 'SHA256', 'none'] as const;
/** `redirect` to presigned links, or `stream` through the service. */
export const DOWNLOADS = ['redirect', 'stream'] as const;
/** Server-side encryption with keys of the store, or of AWS KMS. */
export const ENCRYPTIONS = ['AES256', 'aws:kms'] as const;

/** Where and how files are stored. */
export interface S3Settings {
  bucket: string;
  /** Default: `us-east-1` with an endpoint, else the region of the AWS SDK's own chain (`AWS_REGION`, the profile). */
  region?: string;
  /** URL of a compatible store. Default: Amazon S3. */
  endpoint?: string;
  /** URL of the store as callers reach it, for presigned links. Default: `endpoint`. */
  publicEndpoint?: string;
  /** `https://store/bucket/key` instead of `https://bucket.store/key`. Default: with an endpoint. */
  pathStyle?: boolean;
  /** Begins every key. Default: `offprint/`. `/` stands for none. */
  prefix?: string;
  /** Default: the chain of the AWS SDK (environment, profile, container, instance). */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
  encryption?: (typeof ENCRYPTIONS)[number];
  /** Only with `aws:kms`. Default: the key of the bucket. */
  kmsKeyId?: string;
  /** Default: `redirect`. */
  downloads?: (typeof DOWNLOADS)[number];
  /** Default: `CRC32`. */
  checksum?: (typeof CHECKSUMS)[number];
  /** Size of a part in megabytes (2^20 bytes), 5 to 512; two are in memory per upload. Default: 8. */
  partMb?: number;
  /** After this long without a byte a request fails and is repeated. Default: 30. */
  timeoutSeconds?: number;
}

/** Valid settings with their defaults. */
export interface ResolvedSettings extends S3Settings {
  pathStyle: boolean;
  /** Empty or ends with a slash. */
  prefix: string;
  downloads: (typeof DOWNLOADS)[number];
  checksum: (typeof CHECKSUMS)[number];
  partMb: number;
  timeoutSeconds: number;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Characters that every store accepts and no URL escapes. */
const PREFIX = /^([A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/;

/** Names of the variables, for messages. */
const VARIABLES = {
  bucket: 'S3_BUCKET',
  region: 'S3_REGION',
  endpoint: 'S3_ENDPOINT',
  publicEndpoint: 'S3_PUBLIC_ENDPOINT',
  pathStyle: 'S3_PATH_STYLE',
  prefix: 'S3_PREFIX',
  encryption: 'S3_ENCRYPTION',
  kmsKeyId: 'S3_KMS_KEY_ID',
  downloads: 'S3_DOWNLOADS',
  checksum: 'S3_CHECKSUM',
  partMb: 'S3_PART_MB',
  timeoutSeconds: 'S3_TIMEOUT_SECONDS',
} as const;

/**
 * Reads the `S3_…` variables. @param variable returns a variable, or null when it is unset.
 * @throws {ConfigError} naming every wrong one, without values.
 */
export function readSettings(variable: (name: string) => string | null): ResolvedSettings {
  const text = (name: keyof typeof VARIABLES) => variable(VARIABLES[name]) ?? undefined;
  const number = (name: keyof typeof VARIABLES) => {
    const written = text(name);
    return written === undefined ? undefined : Number(written);
  };
  return resolveSettings({
    bucket: text('bucket') ?? '',
    region: text('region'),
    endpoint: text('endpoint'),
    publicEndpoint: text('publicEndpoint'),
    pathStyle: readFlag(text('pathStyle')),
    prefix: text('prefix'),
    credentials: readCredentials(variable),
    encryption: text('encryption') as S3Settings['encryption'],
    kmsKeyId: text('kmsKeyId'),
    downloads: text('downloads') as S3Settings['downloads'],
    checksum: text('checksum') as S3Settings['checksum'],
    partMb: number('partMb'),
    timeoutSeconds: number('timeoutSeconds'),
  });
}

/** A value that is neither `true` nor `false` stays a text, which `resolveSettings` rejects. */
function readFlag(written: string | undefined): boolean | undefined {
  if (written === undefined) return undefined;
  return written === 'true' || (written === 'false' ? false : (written as unknown as boolean));
}

/** One that is missing is empty, which `resolveSettings` rejects. */
function readCredentials(variable: (name: string) => string | null): S3Settings['credentials'] {
  const accessKeyId = variable('S3_ACCESS_KEY_ID') ?? '';
  const secretAccessKey = variable('S3_SECRET_ACCESS_KEY') ?? '';
  const sessionToken = variable('S3_SESSION_TOKEN') ?? undefined;
  return accessKeyId + secretAccessKey === '' ? undefined : { accessKeyId, secretAccessKey, sessionToken };
}

/** Validates settings and adds the defaults. @throws {ConfigError} naming every wrong one, without values. */
export function resolveSettings(given: S3Settings): ResolvedSettings {
  const prefix = given.prefix ?? 'offprint/';
  const settings: ResolvedSettings = {
    ...given,
    region: given.region ?? (given.endpoint ? 'us-east-1' : undefined),
    pathStyle: given.pathStyle ?? given.endpoint !== undefined,
    prefix: prefix.replace(/^\/+|\/+$/g, '').replace(/.$/, '$&/'),
    downloads: given.downloads ?? 'redirect',
    checksum: given.checksum ?? 'CRC32',
    partMb: given.partMb ?? 8,
    timeoutSeconds: given.timeoutSeconds ?? 30,
  };
  const problems = problemsOf(settings);
  if (problems.length > 0) throw new ConfigError(problems);
  return settings;
}

function problemsOf(settings: ResolvedSettings): string[] {
  const { bucket, endpoint, publicEndpoint, prefix, encryption, kmsKeyId, partMb, timeoutSeconds } = settings;
  const { pathStyle, credentials } = settings;
  const oneOf = (name: keyof typeof VARIABLES, values: readonly string[]) =>
    settings[name] === undefined || values.includes(String(settings[name]))
      ? null
      : `${VARIABLES[name]} must be one of ${values.join(', ')}`;
  const problems = [
    bucket === '' ? 'S3_BUCKET must be set to the name of a bucket' : null,
    bucket === '' || BUCKET.test(bucket) ? null : 'S3_BUCKET is not the name of a bucket',
    isWebUrl(endpoint) ? null : 'S3_ENDPOINT must be an http or https URL without path and credentials',
    isWebUrl(publicEndpoint)
      ? null
      : 'S3_PUBLIC_ENDPOINT must be an http or https URL without path and credentials',
    typeof pathStyle === 'boolean' ? null : 'S3_PATH_STYLE must be true or false',
    credentials && (credentials.accessKeyId === '' || credentials.secretAccessKey === '')
      ? 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together'
      : null,
    PREFIX.test(prefix)
      ? null
      : 'S3_PREFIX may have letters, digits, "." , "_", "-" between slashes, and no part may start with a dot',
    oneOf('encryption', ENCRYPTIONS),
    kmsKeyId === undefined || encryption === 'aws:kms' ? null : 'S3_KMS_KEY_ID needs S3_ENCRYPTION=aws:kms',
    oneOf('downloads', DOWNLOADS),
    oneOf('checksum', CHECKSUMS),
    Number.isInteger(partMb) && partMb >= 5 && partMb <= 512
      ? null
      : 'S3_PART_MB must be a whole number from 5 to 512',
    timeoutSeconds >= 1 && timeoutSeconds <= 600 ? null : 'S3_TIMEOUT_SECONDS must be a number from 1 to 600',
  ];
  return problems.filter((problem) => problem !== null);
}

function isWebUrl(text: string | undefined): boolean {
  if (text === undefined) return true;
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && search + username + password === '';
}
