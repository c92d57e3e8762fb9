/** Limits under concurrency: the number of keys, the balance, and one prediction per Idempotency-Key. */
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, newCaller, register } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';

const OK = { modelKey: 'embedded-fault', mode: 'ok' };
let one: TestApp;
let two: TestApp;

/** Sign-up grants 1 credit, the price of one prediction. */
beforeAll(async () => {
  one = await startApp({ SIGNUP_CREDITS: '1' });
  two = await startApp({ SIGNUP_CREDITS: '1' }, one.database);
});
afterAll(async () => {
  await two.close();
  await one.close();
});

const either = (index: number) => (index % 2 === 0 ? one.base : two.base);
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const count = <T>(items: T[], matches: (item: T) => boolean) => items.filter(matches).length;

it('21 concurrent key creates: 20 active keys, one rejected', async () => {
  const person = await register(one.base);
  const answers = await times(21, (index) =>
    call(either(index), 'POST', '/api/keys', {
      token: person.accessToken,
      body: { name: `key ${index}`, scopes: ['read'] },
    }),
  );
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual([[409, 'active_key_limit_reached']]);
  const { body } = await call(one.base, 'GET', '/api/keys', { token: person.accessToken });
  const active = count(body.keys, (key: { status: string }) => key.status === 'active');
  console.log(
    `21 parallel key creates: created ${21 - refused.length}, refused ${refused.length}, active ${active}`,
  );
  expect(active).toBe(20);
});

it('200 concurrent creates with credits for one: one accepted, 199 rejected, the ledger is correct', async () => {
  const { key } = await newCaller(one.base);
  const answers = await times(200, (index) =>
    call(either(index), 'POST', '/api/generate', { token: key, body: OK }),
  );
  const accepted = count(answers, ({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status === 402);
  for (const { body } of refused) {
    expect(body).toMatchObject({ statusCode: 402, code: 'insufficient_credits' });
    expect(body.details).toContainEqual(expect.objectContaining({ required: 1, balance: 0 }));
  }
  const audit = await expectSoundLedger(one.url);
  console.log(
    `200 parallel generates with 1 credit over 2 processes: accepted ${accepted}, refused ${refused.length}, ${audit}`,
  );
  expect([accepted, refused.length]).toEqual([1, 199]);
  expect(await balanceOf(one.base, key)).toBe(0);
});

it('200 concurrent creates with credits for ten: exactly ten accepted', async () => {
  const { key, person } = await newCaller(one.base);
  await one.database.query(
    `with given as (
       update wallets set balance = balance + 9000 where account_id = $1::uuid returning account_id as id, balance)
     insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after)
     select id, 'grant', 'system', 'wallet', 9000, balance from given`,
    [person.accountId.slice(4)],
  );
  const answers = await times(200, (index) =>
    call(either(index), 'POST', '/api/generate', { token: key, body: OK }),
  );
  const accepted = count(answers, ({ status }) => status === 201);
  const refused = count(answers, ({ status }) => status === 402);
  console.log(
    `200 parallel generates with 10 credits: accepted ${accepted}, refused ${refused}, ${await expectSoundLedger(one.url)}`,
  );
  expect([accepted, refused]).toEqual([10, 190]);
});

it('100 concurrent requests with one Idempotency-Key at two processes create one prediction', async () => {
  const { key, person } = await newCaller(one.base);
  const post = (index: number) =>
    call(either(index), 'POST', '/api/generate', {
      token: key,
      body: OK,
      headers: { 'idempotency-key': 'order 4711' },
    });
  const answers = await times(100, post);
  const first = answers.filter(
    ({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'),
  );
  const replayed = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
  const running = answers.filter(
    ({ status, body }) => status === 409 && body.code === 'idempotency_in_progress',
  );
  const made = await one.database.query<{ id: string }>(
    `select p.id from predictions p join ledger_transfers t on t.prediction_id = p.id and t.kind = 'charge'
     where p.account_id = $1`,
    [person.accountId.slice(4)],
  );
  console.log(
    `100 parallel posts with one Idempotency-Key: first ${first.length}, replayed ${replayed.length}, 409 ${running.length}, predictions ${made.length}`,
  );
  expect(first).toHaveLength(1);
  expect(first.length + replayed.length + running.length).toBe(100);
  for (const answer of replayed) expect([answer.status, answer.body]).toEqual([201, first[0]!.body]);
  for (const answer of running) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(made).toHaveLength(1);

  const later = await post(1);
  expect([later.status, later.body]).toEqual([201, first[0]!.body]);
  const other = await call(two.base, 'POST', '/api/generate', {
    token: key,
    body: { ...OK, prompt: 'something else' },
    headers: { 'idempotency-key': 'order 4711' },
  });
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch']);
  await expectSoundLedger(one.url);
});
