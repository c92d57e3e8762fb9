/** GET /metrics: the metrics of a process in the text format of Prometheus, and access to them. */
import { readFile } from 'node:fs/promises';
import { Database } from '../../src/platform/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, finished, generate, newCaller } from '../support/client.js';
import { createDatabase } from '../support/database.js';
import { startEngine } from '../support/engine-process.js';
import { type Figure, figureOf, figuresOf, readFigures } from '../support/metrics.js';
import { refusal } from '../support/refusals.js';
import { endServices, until } from '../support/service-process.js';
import { writeTrialCatalogue } from '../support/trial-catalogue.js';

const TOKEN = 'a-token-for-the-figures';
const DASHBOARD = new URL('../../deploy/grafana/offprint.json', import.meta.url);
const NAME = /^(offprint|process|nodejs)_[a-z0-9_]+$/;

interface Selector {
  name: string;
  matchers: { label: string; operator: string; value: string }[];
}

async function queriesOfDashboard(): Promise<string[]> {
  const { panels } = JSON.parse(await readFile(DASHBOARD, 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

/** Returns the names of our metrics in a query, with the labels that they must have. */
function selectorsOf(query: string): Selector[] {
  return [...query.matchAll(/\b((?:offprint|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name, labels = '']) => ({
      name: name!,
      matchers: [...labels.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(([, label, operator, value]) => ({
        label: label!,
        operator: operator!,
        value: value!,
      })),
    }),
  );
}

function hasSeries(figures: readonly Figure[], { name, matchers }: Selector): boolean {
  const fits = (labels: Record<string, string>) =>
    matchers.every(({ label, operator, value }) => {
      const pattern = operator.includes('~') ? value : value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      return new RegExp(`^(?:${pattern})$`).test(labels[label] ?? '') !== operator.startsWith('!');
    });
  return figures.some((figure) => figure.name === name && fits(figure.labels));
}

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
afterAll(endServices);

describe('GET /metrics', () => {
  it('200: to a caller on this machine, in the text format of Prometheus, never cached', async () => {
    const answer = await call(app.base, 'GET', '/metrics');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const names = [...answer.text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram|summary)$/gm)];
    expect(names.length).toBeGreaterThan(30);
    for (const [, name, type] of names) {
      expect(name).toMatch(NAME);
      // https://prometheus.io/docs/practices/naming: what only grows ends in _total, and nothing else does.
      expect([name, name!.endsWith('_total')]).toEqual([name, type === 'counter']);
    }
    const ours = readFigures(answer.text).filter(({ name }) => name.startsWith('offprint_'));
    expect(ours.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
  });

  it.each(['x-forwarded-for', 'forwarded', 'via'])(
    '404: to a caller behind a proxy (%s), as for an unknown route',
    async (name) => {
      const answer = await call(app.base, 'GET', '/metrics', { headers: { [name]: '127.0.0.1' } });
      expect(answer.body).toEqual(refusal(404, 'not_found'));
    },
  );

  it('with METRICS_TOKEN: 200 to callers with the token, 404 to all others, also on this machine', async () => {
    const guarded = await startApp({ METRICS_TOKEN: TOKEN }, app.database);
    try {
      const ask = (headers: Record<string, string>) => call(guarded.base, 'GET', '/metrics', { headers });
      const shown = await ask({ authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '203.0.113.7' });
      expect(shown.status).toBe(200);
      for (const headers of [
        {},
        { authorization: 'Bearer a-token-for-the-figurez' },
        { authorization: TOKEN },
      ])
        expect((await ask(headers as Record<string, string>)).body).toEqual(refusal(404, 'not_found'));
      expect(shown.text).not.toContain(TOKEN);
    } finally {
      await guarded.close();
    }
  });
});

describe('the metrics of a service that has done nothing', () => {
  it('have a series for every query of the dashboard', async () => {
    const idle = await startApp({ ENABLE_FAULT_MODEL: 'false' });
    try {
      const figures = await figuresOf(idle.base);
      const queries = await queriesOfDashboard();
      expect(queries.length).toBeGreaterThan(30);
      // Of alternatives (`or`), one suffices.
      const isEmpty = (query: string) =>
        query
          .split(' or ')
          .every((part) => selectorsOf(part).some((selector) => !hasSeries(figures, selector)));
      expect(queries.filter(isEmpty)).toEqual([]);
    } finally {
      await idle.close();
    }
  });

  it('have a zero for each kind of event that is counted', async () => {
    const idle = await startApp({ ENABLE_FAULT_MODEL: 'false' });
    try {
      const figures = await figuresOf(idle.base);
      const provider = 'embedded';
      const zeros: [string, Record<string, string>][] = [
        ['offprint_engine_exchanges_total', { provider, exchange: 'submit', outcome: 'refuse' }],
        ['offprint_engine_exchanges_total', { provider, exchange: 'poll', outcome: 'threw' }],
        ['offprint_engine_submit_seconds_count', { provider }],
        ['offprint_predictions_settled_total', { provider, status: 'completed', code: '' }],
        ['offprint_predictions_settled_total', { provider, status: 'failed', code: 'deadline_exceeded' }],
        ['offprint_predictions_processing', { provider, state: 'waiting_for_plan' }],
        ['offprint_recorded_requests_total', { outcome: 'dropped' }],
        ['offprint_payment_events_rejected_total', { reason: 'unknown_subscription' }],
        ['offprint_payment_events_rejected_total', { reason: 'wrong_amount' }],
        ['nodejs_gc_duration_seconds_count', { kind: 'weakcb' }],
      ];
      const found = zeros.map(([name, labels]) => [name, labels, figureOf(figures, name, labels) ?? null]);
      // Garbage is collected whenever Node.js wants to.
      expect(found.slice(0, -1)).toEqual(zeros.slice(0, -1).map(([name, labels]) => [name, labels, 0]));
      expect(found.at(-1)![2]).toEqual(expect.any(Number));
    } finally {
      await idle.close();
    }
  });
});

describe('the metrics', () => {
  it('count requests by route and status, without path parameters', async () => {
    const { key } = await newCaller(app.base);
    const { predictionId } = await generate(app.base, key, { modelKey: 'embedded-fault', mode: 'ok' });
    await finished(app.base, key, predictionId);
    await call(app.base, 'GET', '/api/generate/status/pred_0123456789abcdef0123456789abcdef');
    await call(app.base, 'GET', '/api/nothing-here?secret=1', { undescribed: true });
    const figures = await figuresOf(app.base);
    const requests = 'offprint_http_request_duration_seconds_count';
    const status = '/api/generate/status/:predictionId';
    expect(figureOf(figures, requests, { method: 'POST', route: '/api/generate', status: '201' })).toBe(1);
    expect(figureOf(figures, requests, { method: 'GET', route: status, status: '401' })).toBe(1);
    expect(figureOf(figures, requests, { method: 'GET', route: status, status: '200' })).toBeGreaterThan(0);
    expect(figureOf(figures, requests, { method: 'GET', route: 'none', status: '404' })).toBe(1);
    expect(JSON.stringify(figures)).not.toMatch(/pred_|nothing-here|secret/);
  });

  it('count calls of engines, and settled predictions', async () => {
    const { key } = await newCaller(app.base);
    const before = await figuresOf(app.base);
    for (const mode of ['ok', 'permanent']) {
      const { predictionId } = await generate(app.base, key, { modelKey: 'embedded-fault', mode });
      await finished(app.base, key, predictionId);
    }
    const figures = await figuresOf(app.base);
    const more = (name: string, labels: Record<string, string>) =>
      (figureOf(figures, name, labels) ?? 0) - (figureOf(before, name, labels) ?? 0);
    const provider = 'fault';
    const exchanges = 'offprint_engine_exchanges_total';
    expect(more(exchanges, { provider, exchange: 'submit', outcome: 'done' })).toBe(1);
    expect(more(exchanges, { provider, exchange: 'submit', outcome: 'refuse' })).toBe(1);
    expect(more('offprint_engine_submit_seconds_count', { provider })).toBe(2);
    const settled = 'offprint_predictions_settled_total';
    expect(more(settled, { provider, status: 'completed', code: '' })).toBe(1);
    expect(more(settled, { provider, status: 'failed' })).toBe(1);
    expect(figureOf(figures, 'offprint_leases_lost_total')).toBe(0);
  });

  it('include values from the database', async () => {
    const figures = await figuresOf(app.base);
    const { max } = app.app.get(Database).pool.options;
    expect(figureOf(figures, 'offprint_database_up')).toBe(1);
    expect(figureOf(figures, 'offprint_database_connections_max')).toBe(max);
    expect(figureOf(figures, 'offprint_database_connections', { state: 'in_use' })).toBeGreaterThanOrEqual(0);
    expect(figureOf(figures, 'offprint_circuit_state', { provider: 'embedded' })).toBe(0);
  });

  it('omit values of the database during its outage, and keep the others', async () => {
    const database = await createDatabase();
    const orphan = await startApp({}, database);
    try {
      expect(figureOf(await figuresOf(orphan.base), 'offprint_circuit_state')).toBe(0);
      await database.drop();
      const figures = await figuresOf(orphan.base);
      expect(figureOf(figures, 'offprint_database_up')).toBe(0);
      expect(figures.filter(({ name }) => /circuit_state|predictions_processing/.test(name))).toEqual([]);
      expect(figureOf(figures, 'process_start_time_seconds')).toBeGreaterThan(0);
    } finally {
      await orphan.close();
    }
  });

  it('an API process reports the waiting predictions by engine, and their age', async () => {
    const serving = await startApp({ ROLES: 'api' });
    try {
      const { key } = await newCaller(serving.base);
      for (let count = 0; count < 3; count += 1)
        await generate(serving.base, key, { modelKey: 'embedded-fault', mode: 'ok' });
      await serving.database.query(`update predictions set created_at = created_at - interval '90 s'`);
      const figures = await figuresOf(serving.base);
      const provider = 'fault';
      expect(figureOf(figures, 'offprint_predictions_processing', { provider, state: 'waiting' })).toBe(3);
      expect(figureOf(figures, 'offprint_predictions_due', { provider })).toBe(0);
      expect(figureOf(figures, 'offprint_oldest_waiting_seconds', { provider })).toBeGreaterThanOrEqual(90);
    } finally {
      await serving.close();
    }
  });

  it('count predictions that a worker drops because it lost the lease', async () => {
    const engine = await startEngine('openai-compatible');
    const like = 'catalogue/openai-compatible.yaml';
    const trial = { provider: 'slow', like, url: `${engine.url}/v1`, models: [{ modelKey: 'slow' }] };
    const { env } = await writeTrialCatalogue([trial]);
    const worker = await startApp({ ...env, LEASE_SECONDS: '5' });
    try {
      await engine.fault('hang', Infinity);
      const { key } = await newCaller(worker.base);
      await generate(worker.base, key, { modelKey: 'slow', prompt: 'a lighthouse' });
      await until(async () => (await engine.state()).hanging === 1);
      await worker.database.query('update predictions set fence = fence + 1');
      // It aborts the engine call, too.
      await until(async () => (await engine.state()).hanging === 0);
      expect(figureOf(await figuresOf(worker.base), 'offprint_leases_lost_total')).toBe(1);
    } finally {
      await worker.close();
      await engine.end();
    }
  });

  it('are served by a worker process', async () => {
    const working = await startApp({ ROLES: 'worker' }, app.database);
    try {
      const figures = await figuresOf(working.base);
      expect(figureOf(figures, 'offprint_database_up')).toBe(1);
      expect((await call(working.base, 'GET', '/api/models', { undescribed: true })).status).toBe(404);
    } finally {
      await working.close();
    }
  });
});
