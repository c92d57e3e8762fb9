/** The settings of the traces, from OpenTelemetry's variables or written in code, validated before the first request. */
import { ConfigError } from 'offprint';

/**
 * Which requests are recorded. `traceidratio`: a share of all, whatever callers ask for. `parentbased_…`: a request with a
 * `traceparent` follows its sampled flag, so every caller can have all of its requests recorded.
 */
export const SAMPLERS = [
  'traceidratio',
  'parentbased_traceidratio',
  'always_on',
  'parentbased_always_on',
  'always_off',
  'parentbased_always_off',
] as const;

/** What is recorded, and where it is sent. */
export interface TelemetrySettings {
  /** URL of the collector; `/v1/traces` is appended. Default: `http://localhost:4318`. */
  endpoint?: string;
  /** URL of the collector's traces, used as it is. Default: from `endpoint`. */
  tracesEndpoint?: string;
  /** Of the requests to the collector, such as its credentials. */
  headers?: Record<string, string>;
  compression?: 'gzip' | 'none';
  /** Of a request to the collector. Default: 10000. */
  timeoutMs?: number;
  /** Default: `offprint`. */
  serviceName?: string;
  /** Of the resource, such as `deployment.environment.name`. */
  resource?: Record<string, string>;
  /** Default: `traceidratio`. */
  sampler?: (typeof SAMPLERS)[number];
  /** The share of the requests that are recorded, 0 to 1. Default: 0.01. */
  ratio?: number;
  /** Finished spans that wait to be sent; further ones are dropped. Default: 2048. */
  maxQueue?: number;
  /** Spans of a request to the collector. Default: 512. */
  maxBatch?: number;
  /** The longest a finished span waits. Default: 5000. */
  delayMs?: number;
  /** Records and sends nothing. */
  isDisabled?: boolean;
}

/** Valid settings with their defaults. */
export interface ResolvedSettings extends Required<
  Omit<TelemetrySettings, 'endpoint' | 'tracesEndpoint' | 'compression'>
> {
  /** Where traces are sent. */
  url: string;
  compression: 'gzip' | 'none';
}

const COMPRESSIONS: readonly string[] = ['gzip', 'none'];
const ENDPOINT = 'http://localhost:4318';
const DEFAULTS = {
  compression: 'none',
  timeoutMs: 10_000,
  serviceName: 'offprint',
  headers: {},
  resource: {},
  sampler: 'traceidratio',
  ratio: 0.01,
  maxQueue: 2_048,
  maxBatch: 512,
  delayMs: 5_000,
  isDisabled: false,
} as const;

/**
 * Reads OpenTelemetry's variables. @param variable returns a variable, or null when it is unset.
 * @throws {ConfigError} naming every wrong one, without values: headers are secrets.
 */
export function readSettings(variable: (name: string) => string | null): ResolvedSettings {
  const text = (name: string) => variable(name) ?? undefined;
  const traces = (name: string) =>
    text(`OTEL_EXPORTER_OTLP_TRACES_${name}`) ?? text(`OTEL_EXPORTER_OTLP_${name}`);
  const number = (value: string | undefined) => (value === undefined ? undefined : Number(value));
  const problems: string[] = [];
  if ((traces('PROTOCOL') ?? 'http/protobuf') !== 'http/protobuf')
    problems.push('OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf: no other protocol is supported');
  const pairs = (value: string | undefined, name: string) =>
    readPairs(value, (problem) => problems.push(`${name} ${problem}`));
  const { 'service.name': serviceName, ...resource } = pairs(
    text('OTEL_RESOURCE_ATTRIBUTES'),
    'OTEL_RESOURCE_ATTRIBUTES',
  );
  const settings = withDefaults({
    endpoint: text('OTEL_EXPORTER_OTLP_ENDPOINT'),
    tracesEndpoint: text('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'),
    headers: pairs(traces('HEADERS'), 'OTEL_EXPORTER_OTLP_HEADERS'),
    compression: traces('COMPRESSION') as TelemetrySettings['compression'],
    timeoutMs: number(traces('TIMEOUT')),
    serviceName: text('OTEL_SERVICE_NAME') ?? serviceName,
    resource,
    sampler: text('OTEL_TRACES_SAMPLER') as TelemetrySettings['sampler'],
    ratio: number(text('OTEL_TRACES_SAMPLER_ARG')),
    maxQueue: number(text('OTEL_BSP_MAX_QUEUE_SIZE')),
    maxBatch: number(text('OTEL_BSP_MAX_EXPORT_BATCH_SIZE')),
    delayMs: number(text('OTEL_BSP_SCHEDULE_DELAY')),
    isDisabled: text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true',
  });
  return checked(settings, problems);
}

/** Reads `name=value,name=value`, percent-encoded, as the specification has it. Without what `reject` hears about. */
function readPairs(text: string | undefined, reject: (problem: string) => void): Record<string, string> {
  const pairs: Record<string, string> = {};
  for (const pair of (text ?? '').split(',').filter((part) => part.trim() !== '')) {
    const at = pair.indexOf('=');
    if (at < 1) {
      reject('must be a list of name=value');
      return {};
    }
    try {
      pairs[pair.slice(0, at).trim()] = decodeURIComponent(pair.slice(at + 1).trim());
    } catch {
      reject('has a value that is not percent-encoded');
      return {};
    }
  }
  return pairs;
}

/** Validates settings and adds the defaults. @throws {ConfigError} naming every wrong one, without values. */
export function resolveSettings(given: TelemetrySettings): ResolvedSettings {
  return checked(withDefaults(given));
}

function withDefaults(given: TelemetrySettings): ResolvedSettings {
  const { endpoint = ENDPOINT, tracesEndpoint, ...rest } = given;
  const set = Object.fromEntries(
    Object.entries(rest as Record<string, unknown>).filter(([, value]) => value !== undefined),
  );
  const url = tracesEndpoint ?? `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  return { ...DEFAULTS, ...set, url };
}

function checked(settings: ResolvedSettings, found: readonly string[] = []): ResolvedSettings {
  const problems = [...found, ...problemsOf(settings)];
  if (problems.length > 0) throw new ConfigError(problems);
  return settings;
}

function problemsOf(settings: ResolvedSettings): string[] {
  const { url, headers, compression, timeoutMs, sampler, ratio, maxQueue, maxBatch, delayMs } = settings;
  const isWhole = (value: number, least: number, most: number) =>
    Number.isInteger(value) && value >= least && value <= most;
  const problems = [
    isWebUrl(url) ? null : 'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL without credentials',
    Object.entries(headers).every(isHeader) ? null : 'OTEL_EXPORTER_OTLP_HEADERS has an invalid header',
    COMPRESSIONS.includes(compression) ? null : 'OTEL_EXPORTER_OTLP_COMPRESSION must be gzip or none',
    isWhole(timeoutMs, 100, 60_000) ? null : 'OTEL_EXPORTER_OTLP_TIMEOUT must be 100 to 60000 milliseconds',
    SAMPLERS.includes(sampler) ? null : `OTEL_TRACES_SAMPLER must be one of ${SAMPLERS.join(', ')}`,
    ratio >= 0 && ratio <= 1 ? null : 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
    isWhole(maxQueue, 1, 100_000) ? null : 'OTEL_BSP_MAX_QUEUE_SIZE must be a whole number from 1 to 100000',
    isWhole(maxBatch, 1, maxQueue)
      ? null
      : 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE must be a whole number from 1 to OTEL_BSP_MAX_QUEUE_SIZE',
    isWhole(delayMs, 10, 60_000) ? null : 'OTEL_BSP_SCHEDULE_DELAY must be 10 to 60000 milliseconds',
  ];
  return problems.filter((problem) => problem !== null);
}

function isWebUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username + password === '';
}

const isHeader = ([name, value]: [string, string]): boolean =>
  /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value);
