// The extensions of the repository, installed from their tarballs beside the service's: the types of four, a service with OpenAI's routes
// that counts its requests in a real Redis, sells packs and sends its traces, and a service with all of them.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, it } from 'node:test';
import { RedisServer } from '../../prove/harness/redis/redis-server.mjs';
import { call, generate, newCaller } from './support/client.mjs';
import { compilerOf, COMPILERS, STRICT } from './support/compilers.mjs';
import { extendedApp, extensions } from './support/installation.mjs';
import { endAll, run, start } from './support/program.mjs';

after(endAll);

const PLUGINS = '@offprint/openai-front,@offprint/redis-limits,@offprint/stripe-billing,@offprint/telemetry';
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const HOST = `import { createApp, loadConfig, type Plugin, Tracing } from 'offprint';
import openai, { createOpenAiFrontPlugin, type FrontSettings } from '@offprint/openai-front';
import redis, { createRedisPlugin, RedisLimitStore, RedisNotices, type RedisSettings } from '@offprint/redis-limits';
import stripe, { createStripePlugin, StripePaymentProvider, type StripeSettings } from '@offprint/stripe-billing';
import telemetry, { createTelemetryPlugin, type TelemetrySettings } from '@offprint/telemetry';

const front: FrontSettings = { aliases: { 'gpt-image-1': 'embedded-image' }, maxImages: 2 };
const limits: RedisSettings = { url: 'redis://127.0.0.1:6379', onFailure: 'open' };
const sales: StripeSettings = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', invoices: true };
const traces: TelemetrySettings = { ratio: 0.5, sampler: 'parentbased_traceidratio' };
export const defaults: Plugin[] = [openai, redis, stripe, telemetry];
export const ports = [RedisLimitStore, RedisNotices, StripePaymentProvider, Tracing];
export const app = await createApp(loadConfig(process.env), {
  ...createOpenAiFrontPlugin(front),
  replace: {
    ...createRedisPlugin(limits).replace,
    ...createStripePlugin(sales).replace,
    ...createTelemetryPlugin(traces).replace,
  },
});
`;

it('a strict project with the extensions compiles, libraries checked', async () => {
  const project = join(extendedApp, 'host');
  mkdirSync(project);
  writeFileSync(join(project, 'host.ts'), HOST);
  const compilerOptions = { ...STRICT, noEmit: true };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const { code, stdout } = await run('node', [compilerOf(COMPILERS.at(-1)), '-p', project]);
  assert.equal(stdout, '');
  assert.equal(code, 0);
});

it('a service with all in PLUGINS counts a request in Redis, sells packs and sends its trace', async () => {
  const redis = await RedisServer.start();
  const collector = await startCollector();
  try {
    const env = {
      PLUGINS,
      ...STRIPE,
      REDIS_URL: redis.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER: 'always_on',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    };
    const service = await start('npx', ['offprint'], { cwd: extendedApp, env });
    const { key, token } = await newCaller(service.url);
    const packs = await call(service.url, '/api/billing/packs', { token });
    assert.equal(packs.body.available, true);
    const models = await call(service.url, '/v1/models', { token: key });
    assert.ok(models.body.data.some(({ id }) => id === 'embedded-image'));
    const done = await generate(service.url, key, { modelKey: 'embedded-image', prompt: 'a lighthouse' });
    assert.equal(done.status, 'completed');
    assert.equal((await call(service.url, '/api/credits/balance', { token: key })).status, 200);
    assert.ok((await redis.command('KEYS', 'offprint:limit:key:*')).length > 0);
    const body = await collector.received('GET /api/credits/balance');
    assert.ok(body.includes('offprint.prediction_id'));
    await service.stop();
  } finally {
    await collector.stop();
    await redis.stop();
  }
});

it('a service with all extensions of the repository in PLUGINS starts without a warning, and serves what they add', async () => {
  const settings = Object.assign({}, ...Object.values(extensions));
  const env = { ...settings, PLUGINS: Object.keys(extensions).join(), DATA_DIR: './data-all' };
  const service = await start('npx', ['offprint'], { cwd: extendedApp, env });
  const answer = await call(service.url, '/v1/models');
  await service.stop();
  assert.equal(answer.status, 401);
  assert.equal(service.output.stderr, '');
});

it('wrong settings of an extension stop the start with one sentence', async () => {
  const offprint = join(extendedApp, 'node_modules/.bin/offprint');
  const env = { PLUGINS, ...STRIPE, REDIS_URL: 'http://127.0.0.1', PORT: '0', DATA_DIR: './data-wrong' };
  const { code, stderr } = await run(offprint, [], { cwd: extendedApp, env });
  assert.equal(code, 1);
  assert.match(stderr, /REDIS_URL must be a redis/);
});

/** Collects what is sent by OTLP. Names and attributes are readable in its Protobuf. */
async function startCollector() {
  let text = '';
  let onReceived = () => {};
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      assert.equal(request.url, '/v1/traces');
      text += body.toString('latin1');
      response.setHeader('content-type', 'application/x-protobuf').end();
      onReceived();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** Resolves with all that was sent, when it contains `part`. The test's time limit bounds it. */
    async received(part) {
      while (!text.includes(part)) await new Promise((resolve) => (onReceived = resolve));
      return text;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
