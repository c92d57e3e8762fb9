/** One request is one trace, across the processes that serve and run it. */
import { call, finished, generate, newCaller } from '../support/client.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { type EngineProcess, startEngine } from '../support/engine-process.js';
import { endServices, type ServiceProcess, spawnService } from '../support/service-process.js';
import { installPlugin } from './installed-plugin.js';
import { OtlpReceiver, type ReceivedSpan } from './otlp-receiver.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const TOKEN = 'r8_a-secret-of-an-engine-in-the-tests';
const PROMPT = 'a prompt that nobody else may read';

let receiver: OtlpReceiver;
let engine: EngineProcess;
let database: TestDatabase;
let api: ServiceProcess;
let worker: ServiceProcess;
let key: string;

beforeAll(async () => {
  [receiver, engine, database] = await Promise.all([
    OtlpReceiver.start(),
    startEngine('replicate'),
    createDatabase(),
  ]);
  const env = {
    DATABASE_URL: database.url,
    PLUGINS: await installPlugin(),
    REPLICATE_URL: `${engine.url}/v1`,
    REPLICATE_API_TOKEN: TOKEN,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_SERVICE_NAME: 'offprint-of-the-tests',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=tests',
  };
  api = await spawnService({ ...env, ROLES: 'api' });
  worker = await spawnService({ ...env, ROLES: 'worker' });
  ({ key } = await newCaller(api.base));
});
afterAll(async () => {
  await endServices();
  await engine.end();
  await receiver.stop();
  await database.drop();
});

let traces = 0;
/** Returns the headers of a caller that records a trace of its own. */
const recorded = () => {
  const traceId = `${TRACE.slice(0, -4)}${String(++traces).padStart(4, '0')}`;
  return { traceId, headers: { traceparent: `00-${traceId}-${PARENT}-01`, tracestate: 'vendor=value' } };
};
const named = (spans: ReceivedSpan[], name: string) => spans.filter((span) => span.name === name);
const pidOf = ({ resource }: ReceivedSpan) => resource['process.pid'];
const HTTP = 'POST /api/generate';

it('continues the caller’s trace from the request to the settlement, in two processes and at the engine', async () => {
  const { traceId, headers } = recorded();
  const body = { modelKey: 'replicate-flux-schnell', prompt: PROMPT };
  const { predictionId } = await generate(api.base, key, body, headers);
  expect(await finished(api.base, key, predictionId)).toMatchObject({ status: 'completed' });
  const spans = await receiver.trace(traceId, HTTP, 'settle', 'store');

  const [request] = named(spans, HTTP);
  expect(request).toMatchObject({
    kind: 2,
    parentSpanId: PARENT,
    hasFailed: false,
    traceState: 'vendor=value',
  });
  expect(request!.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/api/generate',
    'http.response.status_code': 201,
    'offprint.request_id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(request!.resource).toMatchObject({
    'service.name': 'offprint-of-the-tests',
    'deployment.environment.name': 'tests',
    'process.pid': api.pid,
  });
  const [create] = named(spans, 'create');
  for (const name of ['admission', 'create']) {
    const [span] = named(spans, name);
    expect([span!.parentSpanId, pidOf(span!)]).toEqual([request!.spanId, api.pid]);
  }
  expect(create!.attributes).toMatchObject({
    'offprint.prediction_id': predictionId,
    'offprint.model_key': 'replicate-flux-schnell',
  });
  const life = ['queue', 'submit', 'poll', 'store', 'settle'].map((name) => named(spans, name).at(-1)!);
  for (const span of life) {
    expect([span.name, span.parentSpanId, pidOf(span)]).toEqual([span.name, create!.spanId, worker.pid]);
    expect(span.attributes['offprint.prediction_id']).toBe(predictionId);
    expect(span.hasFailed).toBe(false);
    expect(span.endMs).toBeGreaterThanOrEqual(span.startMs);
  }
  expect(life.at(-1)!.attributes).toMatchObject({ 'offprint.outcome': 'completed', 'offprint.attempt': 1 });

  const exchanges = (await engine.state()).requests.filter(({ isSubmit, isPoll }) => isSubmit || isPoll);
  const sent = exchanges.map(({ headers: { traceparent, tracestate } }) => [traceparent, tracestate]);
  const expected = ['submit', 'poll'].flatMap((name) => named(spans, name));
  expect(sent).toEqual(expected.map(({ spanId }) => [`00-${traceId}-${spanId}-01`, 'vendor=value']));
});

it('a retry is a failed submit, a retry with its delay, and a second submit', async () => {
  const { traceId, headers } = recorded();
  const body = { modelKey: 'embedded-fault', mode: 'transient', times: 1 };
  const { predictionId } = await generate(api.base, key, body, headers);
  expect(await finished(api.base, key, predictionId)).toMatchObject({ status: 'completed' });
  const spans = await receiver.trace(traceId, HTTP, 'settle');
  const submits = named(spans, 'submit');
  expect(submits.map(({ hasFailed, attributes }) => [hasFailed, attributes['offprint.attempt']])).toEqual([
    [true, 1],
    [false, 2],
  ]);
  expect(submits[0]!.attributes).toMatchObject({
    'error.type': 'provider_error',
    'offprint.outcome': 'retry',
  });
  const [retry] = named(spans, 'retry');
  expect(retry!.attributes['offprint.delay_ms']).toBeGreaterThan(0);
  expect(named(spans, 'queue')).toHaveLength(2);
});

it('a failure is a failed settlement with its code, a cancel too, in the process that settles it', async () => {
  const failure = recorded();
  const body = { modelKey: 'embedded-fault', mode: 'permanent' };
  const failing = await generate(api.base, key, body, failure.headers);
  await finished(api.base, key, failing.predictionId);
  const [settle] = named(await receiver.trace(failure.traceId, 'settle'), 'settle');
  expect(settle).toMatchObject({ hasFailed: true, attributes: { 'error.type': 'content_rejected' } });
  expect(pidOf(settle!)).toBe(worker.pid);

  const cancelled = recorded();
  const hanging = { modelKey: 'embedded-fault', mode: 'hang' };
  const { predictionId } = await generate(api.base, key, hanging, cancelled.headers);
  await call(api.base, 'POST', `/api/generate/${predictionId}/cancel`, { token: key });
  const [cancel] = named(await receiver.trace(cancelled.traceId, 'settle'), 'settle');
  expect(cancel).toMatchObject({ hasFailed: true, attributes: { 'error.type': 'cancelled' } });
  expect(pidOf(cancel!)).toBe(api.pid);
});

it('a rejected request is a trace without a prediction', async () => {
  const { traceId, headers } = recorded();
  const answer = await call(api.base, 'POST', '/api/generate', { token: `${key}x`, body: {}, headers });
  expect(answer.status).toBe(401);
  const [request] = await receiver.trace(traceId, HTTP);
  expect(request).toMatchObject({ hasFailed: false, attributes: { 'http.response.status_code': 401 } });
});

it('ignores a traceparent that is none', async () => {
  for (const traceparent of [
    '',
    '00-',
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `ff-${TRACE}-${PARENT}-01`,
    'x'.repeat(4_000),
  ])
    await generate(api.base, key, { modelKey: 'embedded-fault', mode: 'ok' }, { traceparent });
});

it('a row carries a context only when its request is recorded', async () => {
  const untraced = await generate(api.base, key, { modelKey: 'embedded-fault', mode: 'ok' });
  const refused = { traceparent: `00-${TRACE}-${PARENT}-00` };
  const unsampled = await generate(api.base, key, { modelKey: 'embedded-fault', mode: 'ok' }, refused);
  await finished(api.base, key, untraced.predictionId);
  const rows = await database.query<{ id: string; trace_context: string | null }>(
    'select id, trace_context from predictions',
  );
  const contextOf = (predictionId: string) =>
    rows.find(({ id }) => id.replaceAll('-', '') === predictionId.slice(5).replaceAll('-', ''))!
      .trace_context;
  expect([untraced, unsampled].map(({ predictionId }) => contextOf(predictionId))).toEqual([null, null]);
  expect(rows.filter(({ trace_context: context }) => context !== null)).toHaveLength(4);
  expect(receiver.spans.every(({ traceId }) => traceId.startsWith(TRACE.slice(0, -4)))).toBe(true);
});

it('no span holds a prompt, a key, a secret or an address', () => {
  expect(receiver.text).toContain('replicate-flux-schnell');
  for (const secret of [PROMPT, key, TOKEN, engine.url, database.url, 'authorization'])
    expect(receiver.text).not.toContain(secret);
});
