import { ConfigError } from 'offprint';
import { readSettings } from './telemetry-settings.js';

const read = (variables: Record<string, string> = {}) => readSettings((name) => variables[name] ?? null);
const problemsOf = (variables: Record<string, string>) => {
  try {
    read(variables);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).problems;
  }
};

it('needs nothing: 1 % of the requests, to a collector on this machine', () => {
  expect(read()).toMatchObject({
    url: 'http://localhost:4318/v1/traces',
    sampler: 'traceidratio',
    ratio: 0.01,
    serviceName: 'offprint',
    compression: 'none',
    isDisabled: false,
  });
});

it('reads OpenTelemetry’s variables; those of traces take precedence', () => {
  const settings = read({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/base/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-tenant = a',
    OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '2000',
    OTEL_EXPORTER_OTLP_TIMEOUT: '3000',
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=prod',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.5',
    OTEL_SDK_DISABLED: 'TRUE',
  });
  expect(settings).toMatchObject({
    url: 'https://collector.example/base/v1/traces',
    headers: { authorization: 'Bearer abc', 'x-tenant': 'a' },
    timeoutMs: 2000,
    compression: 'gzip',
    serviceName: 'other',
    resource: { 'deployment.environment.name': 'prod' },
    sampler: 'parentbased_traceidratio',
    ratio: 0.5,
    isDisabled: true,
  });
  const traces = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/custom' };
  expect(read({ ...traces, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://other' }).url).toBe(
    'http://collector:4318/custom',
  );
});

it.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:a-secret@collector', /OTEL_EXPORTER_OTLP_ENDPOINT must be/],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317', /OTEL_EXPORTER_OTLP_ENDPOINT must be/],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', /must be http\/protobuf/],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a-secret', /must be a list of name=value/],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=a-secret%0d%0ax: y', /has an invalid header/],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=a-secret%zz', /not percent-encoded/],
  ['OTEL_EXPORTER_OTLP_COMPRESSION', 'zstd', /must be gzip or none/],
  ['OTEL_EXPORTER_OTLP_TIMEOUT', 'soon', /must be 100 to 60000/],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote', /must be one of/],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5', /from 0 to 1/],
  ['OTEL_TRACES_SAMPLER_ARG', 'much', /from 0 to 1/],
  ['OTEL_BSP_MAX_QUEUE_SIZE', '0', /OTEL_BSP_MAX_QUEUE_SIZE/],
  ['OTEL_BSP_MAX_EXPORT_BATCH_SIZE', '4096', /OTEL_BSP_MAX_EXPORT_BATCH_SIZE/],
])('rejects %s=%s in one sentence without its value', (name, value, expected) => {
  const problems = problemsOf({ [name]: value });
  expect(problems.join()).toMatch(expected);
  expect(problems.join()).not.toContain('a-secret');
});

it('names every wrong setting at once', () => {
  const problems = problemsOf({
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_HEADERS: 'a-secret',
    OTEL_RESOURCE_ATTRIBUTES: 'a=%zz',
    OTEL_TRACES_SAMPLER_ARG: '2',
  });
  expect(problems).toHaveLength(4);
});
