/** What a collector that is away or hangs costs: its spans, and nothing else. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { balanceOf, finished, generate, newCaller } from '../support/client.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/ports.js';
import { endServices, spawnService, until } from '../support/service-process.js';
import { installPlugin } from './installed-plugin.js';

const PREDICTIONS = 20;
const SECRET = 'a secret of the collector';

let database: TestDatabase;
let hanging: Server;
let exports = 0;

beforeAll(async () => {
  database = await createDatabase();
  hanging = createServer(() => (exports += 1)).listen(0, '127.0.0.1');
  await once(hanging, 'listening');
});
afterAll(async () => {
  await endServices();
  hanging.closeAllConnections();
  hanging.close();
  await database.drop();
});

it.each(['away', 'hanging'])(
  'with a collector that is %s every prediction completes and the stop ends in time',
  async (kind) => {
    const port = kind === 'away' ? await freePort() : (hanging.address() as AddressInfo).port;
    const service = await spawnService({
      DATABASE_URL: database.url,
      PLUGINS: await installPlugin(),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${encodeURIComponent(SECRET)}`,
      OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
      OTEL_TRACES_SAMPLER: 'always_on',
      OTEL_BSP_SCHEDULE_DELAY: '20',
      OTEL_BSP_MAX_QUEUE_SIZE: '16',
      OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '8',
    });
    const { key } = await newCaller(service.base);
    const before = await balanceOf(service.base, key);
    const started = await Promise.all(
      Array.from({ length: PREDICTIONS }, () =>
        generate(service.base, key, { modelKey: 'embedded-fault', mode: 'ok' }),
      ),
    );
    const done = await Promise.all(
      started.map(({ predictionId }) => finished(service.base, key, predictionId)),
    );
    expect(done.map(({ status }) => status)).toEqual(Array(PREDICTIONS).fill('completed'));
    expect(await balanceOf(service.base, key)).toBe(before - PREDICTIONS);
    await until(() => service.log().includes('the collector did not take spans'));
    expect(service.log()).not.toContain(SECRET);
    // 1: a stop that took longer than it may.
    expect((await service.end('SIGTERM')).code).toBe(0);
    if (kind === 'hanging') expect(exports).toBeGreaterThan(0);
  },
);
