/** Two workers on one database: one refund per failure, and a fair queue. */
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, finished, generate, newCaller } from '../support/client.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { until } from '../support/service-process.js';

it('two competing workers refund each of 20 failing predictions once', async () => {
  const one = await startApp();
  const two = await startApp({}, one.database);
  try {
    const { key, person } = await newCaller(one.base);
    const modes = ['permanent', 'broken-output'];
    const started = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        generate([one, two][index % 2]!.base, key, {
          modelKey: 'embedded-fault',
          mode: modes[index % 4 > 1 ? 1 : 0],
        }),
      ),
    );
    expect(
      await Promise.all(started.map(({ predictionId }) => finished(two.base, key, predictionId))),
    ).toEqual(
      Array.from({ length: 20 }, () => expect.objectContaining({ status: 'failed', creditsRefunded: 1 })),
    );
    const transfers = await one.database.query<{ kind: string; entries: number; of: number }>(
      `select kind, count(*)::int as entries, count(distinct prediction_id)::int as of from ledger_transfers
       where account_id = $1 and prediction_id is not null group by kind order by kind`,
      [person.accountId.slice(4)],
    );
    const audit = await expectSoundLedger(one.url);
    console.log(
      `20 failures under 2 workers: ${transfers.map(({ kind, entries, of }) => `${entries} ${kind}s of ${of}`).join(', ')}; ${audit}`,
    );
    expect(transfers).toEqual([
      { kind: 'charge', entries: 20, of: 20 },
      { kind: 'refund', entries: 20, of: 20 },
    ]);
    expect(await balanceOf(one.base, key)).toBe(1000);
  } finally {
    await two.close();
    await one.close();
  }
});

describe('the fair queue', () => {
  let database: TestDatabase;
  let api: TestApp;
  beforeAll(async () => {
    database = await createDatabase();
    api = await startApp({ ROLES: 'api' }, database);
  });
  afterAll(async () => {
    await api.close();
    await database.drop();
  });

  const worker = () => startApp({ ROLES: 'worker', WORKER_CONCURRENCY: '1' }, database);
  const started = async () =>
    (
      await database.query<{ id: string }>(
        'select id from predictions where started_at is not null order by started_at, fair_tag, id',
      )
    ).map(({ id }) => `pred_${id.replaceAll('-', '')}`);

  it('serves one prediction of a later account before the end of another account’s backlog of 60', async () => {
    const many = await newCaller(api.base);
    const single = await newCaller(api.base);
    const body = { modelKey: 'embedded-fault', mode: 'ok' };
    await Promise.all(Array.from({ length: 60 }, () => generate(api.base, many.key, body)));

    // The worker runs some of the backlog, then stops until the later account's prediction is in the queue.
    const first = await worker();
    await until(async () => (await started()).length >= 3);
    await first.close();
    const before = (await started()).length;
    const { predictionId } = await generate(api.base, single.key, body);

    const second = await worker();
    await finished(api.base, single.key, predictionId);
    await until(async () => (await started()).length === 61);
    await second.close();
    const place = (await started()).indexOf(predictionId) - before + 1;
    console.log(
      `fair queue: ${before} of A's 60 served, then B came: B was number ${place} of the ${61 - before} still waiting`,
    );
    expect(before).toBeLessThan(55);
    expect(place).toBeLessThanOrEqual(2);
  });
});
