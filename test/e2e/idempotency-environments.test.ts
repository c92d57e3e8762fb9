/** Idempotency-Keys are separate for live and test keys of an account, also with rows of the previous release. */
import { startApp, type TestApp } from '../support/app.js';
import { call, createKey, newCaller, type Person } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';

const BODY = { modelKey: 'embedded-fault', mode: 'ok' };

let app: TestApp;
beforeAll(async () => (app = await startApp({ ROLES: 'api' })));
afterAll(() => app.close());

const post = (token: string, name: string, body: object = BODY) =>
  call(app.base, 'POST', '/api/generate', { token, body, headers: { 'idempotency-key': name } });

async function keysOf(): Promise<{ live: string; test: string; person: Person }> {
  const { key: live, person } = await newCaller(app.base);
  const { key: test } = await createKey(app.base, person, { env: 'test' });
  return { live, test, person };
}

it.each([
  ['live', 'test'],
  ['test', 'live'],
] as const)('a %s key’s Idempotency-Key starts another prediction for a %s key', async (first, second) => {
  const keys = await keysOf();
  const started = await post(keys[first], 'order 1');
  const other = await post(keys[second], 'order 1', { ...BODY, seconds: 1 });
  expect([started.status, other.status]).toEqual([201, 201]);
  expect(other.headers.get('idempotent-replayed')).toBeNull();
  expect(other.body.predictionId).not.toBe(started.body.predictionId);
  for (const [key, body, answer] of [
    [keys[first], BODY, started],
    [keys[second], { ...BODY, seconds: 1 }, other],
  ] as const) {
    const again = await post(key, 'order 1', body);
    expect(again.body.predictionId).toBe(answer.body.predictionId);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await post(key, 'order 1', { ...BODY, seconds: 2 })).status).toBe(422);
  }
});

it('concurrent requests of both environments: one prediction for each', async () => {
  const { live, test } = await keysOf();
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      for (;;) {
        const answer = await post(at % 2 ? live : test, 'at once');
        if (answer.status !== 409) return answer;
      }
    }),
  );
  expect(answers.every(({ status }) => status === 201)).toBe(true);
  const idsOf = (rest: number) =>
    new Set(answers.filter((_, at) => at % 2 === rest).map(({ body }) => body.predictionId));
  expect([idsOf(0).size, idsOf(1).size]).toEqual([1, 1]);
  expect([...idsOf(0)]).not.toEqual([...idsOf(1)]);
  await expectSoundLedger(app.url);
});

it('a key used by one environment is stored and found in the format of the previous release', async () => {
  const { test, person } = await keysOf();
  const started = await post(test, 'order 2');
  const rows = await app.database.query('select key from idempotency_keys where account_id = $1', [
    person.accountId.replace('acc_', ''),
  ]);
  expect(rows).toEqual([{ key: 'order 2' }]);
  expect((await post(test, 'order 2')).body.predictionId).toBe(started.body.predictionId);
});
