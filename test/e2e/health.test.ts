/** GET /health/live and /health/ready: for load balancers, without internals. */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LocalDiskAssetStorage, StorageUnavailable } from '../../src/assets/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, finished, generate, newCaller } from '../support/client.js';
import { figureOf, figuresOf } from '../support/metrics.js';
import { refusal } from '../support/refusals.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const ask = (path: string, options = {}) => call(app.base, 'GET', path, options);

describe('GET /health/live', () => {
  it('200: public, never cached', async () => {
    for (const token of [undefined, 'nonsense']) {
      const answer = await ask('/health/live', { token });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ status: 'ok' });
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
    }
  });
});

describe('GET /health/ready', () => {
  it('200: the database accepts writes, outputs can be stored, the worker claims work', async () => {
    const answer = await ask('/health/ready');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      status: 'ok',
      checks: { database: 'up', storage: 'up', worker: 'up' },
      engines: { embedded: 'accepting', fault: 'accepting' },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('200: shows the state of each engine; no engine makes the service unready', async () => {
    const row = `insert into provider_circuits (provider, failures, open_until, reason)
      values ('embedded', 3, clock_timestamp() + interval '1 hour', 'HTTP 401 of https://engine.example'), ('fault', 3, null, '')`;
    await app.database.query(row);
    const answer = await ask('/health/ready');
    expect([answer.status, answer.body.engines]).toEqual([200, { embedded: 'open', fault: 'half-open' }]);
    expect(answer.text).not.toContain('engine.example');
    await app.database.query('delete from provider_circuits');
  });

  it('200: has no worker check in a process without the role', async () => {
    const api = await startApp({ ROLES: 'api' }, app.database);
    try {
      const { body } = await call(api.base, 'GET', '/health/ready');
      expect(body.checks).toEqual({ database: 'up', storage: 'up' });
    } finally {
      await api.close();
    }
  });

  it('200: omits a configured engine without an offered model', async () => {
    const quiet = await startApp({ ENABLE_FAULT_MODEL: 'false' }, app.database);
    try {
      const { body } = await call(quiet.base, 'GET', '/health/ready');
      expect(body.engines).toEqual({ embedded: 'accepting' });
    } finally {
      await quiet.close();
    }
  });

  it('200: an object store that is away is a field and a figure; everything but files is served', async () => {
    let isAway = true;
    class ObjectStore extends LocalDiskAssetStorage {
      override readonly isShared = true;
      constructor() {
        super(join(app.directory, 'objects'));
      }
      override async check(): Promise<void> {
        if (isAway) throw new StorageUnavailable('503');
      }
      override put(...args: Parameters<LocalDiskAssetStorage['put']>) {
        return isAway ? Promise.reject(new StorageUnavailable('503')) : super.put(...args);
      }
    }
    const remote = await startApp({}, undefined, { replace: { AssetStorage: ObjectStore } });
    try {
      const { key } = await newCaller(remote.base);
      const ready = await call(remote.base, 'GET', '/health/ready');
      expect([ready.status, ready.body.checks.storage]).toEqual([200, 'down']);
      expect(figureOf(await figuresOf(remote.base), 'offprint_storage_up', {})).toBe(0);
      const started = await generate(remote.base, key, { modelKey: 'embedded-fault', mode: 'ok' });
      isAway = false;
      expect(await finished(remote.base, key, started.predictionId as string)).toMatchObject({
        status: 'completed',
      });
      expect((await call(remote.base, 'GET', '/health/ready')).body.checks.storage).toBe('up');
      expect(figureOf(await figuresOf(remote.base), 'offprint_storage_up', {})).toBe(1);
    } finally {
      await remote.close();
    }
  });

  it('503: when outputs cannot be stored, without the path; /health/live stays 200', async () => {
    const storage = join(app.directory, 'assets');
    await rename(storage, `${storage}-away`).catch(() => undefined);
    await writeFile(storage, 'a file where a directory should be');
    const answer = await ask('/health/ready');
    // Once it has found out, the worker claims nothing.
    const worker = expect.stringMatching(/^(up|down)$/);
    const checks = { database: 'up', storage: 'down', worker };
    expect(answer.body).toEqual(refusal(503, 'service_unavailable', { checks }));
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.text).not.toContain(app.directory);
    expect((await ask('/health/live')).status).toBe(200);
  });
});
