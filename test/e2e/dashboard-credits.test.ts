/** The credits of an account for signed-in users: balance, statement, CSV file, and spending by model, key and day. */
import { startApp, type TestApp } from '../support/app.js';
import {
  call,
  createKey,
  finished,
  generate,
  type Json,
  newCaller,
  type Person,
  register,
} from '../support/client.js';
import { itRequiresUserToken, registerAdmin, SUM_UP_ANEW } from '../support/dashboard.js';
import { itRejectsInvalidPages, pagesOf } from '../support/lists.js';
import { uuidOf } from '../support/public-ids.js';
import { requestRaw } from '../support/raw-request.js';
import { fieldsOf, refusal, TIME } from '../support/refusals.js';

const PATH = '/api/dashboard/credits';
const FAULT = { modelKey: 'embedded-fault', mode: 'ok' };
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await registerAdmin(app);
});
afterAll(() => app.close());

const ask = (token: string | undefined, path: string) => call(app.base, 'GET', `${PATH}/${path}`, { token });
const run = async (key: string, mode: string): Promise<string> => {
  const { predictionId } = await generate(app.base, key, { ...FAULT, mode });
  await finished(app.base, key, predictionId);
  return predictionId as string;
};
const grant = (person: Person, amount: number, note: string) =>
  call(app.base, 'POST', '/api/admin/credits/grants', {
    token: admin.accessToken,
    body: { accountId: person.accountId, amount, note },
  });
/** Inserts many entries. */
const enterMany = (person: Person, count: number) =>
  app.database.query(
    `with entered as (
       insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after, note)
       select $1, 'grant', 'system', 'wallet', 1, 1000000 + n, 'number ' || n from generate_series(1, $2) n)
     update wallets set balance = balance + $2 where account_id = $1`,
    [uuidOf(person.accountId), count],
  );

describe('GET /api/dashboard/credits/balance', () => {
  it('200: returns spendable and held credits', async () => {
    const { person, key } = await newCaller(app.base);
    const { predictionId } = await generate(app.base, key, { ...FAULT, mode: 'hang' });
    expect((await ask(person.accessToken, 'balance')).body).toEqual({
      success: true,
      balance: 999,
      held: 1,
      expiring: [],
      owed: 0,
      plan: expect.any(String),
      updatedAt: TIME,
      alertBelow: null,
      isLow: false,
    });
    await call(app.base, 'POST', `/api/generate/${predictionId}/cancel`, { token: key });
  });

  itRequiresUserToken(
    () => app,
    (token) => ask(token, 'balance'),
  );
});

describe('GET /api/dashboard/credits/ledger', () => {
  it('200: returns the account’s statement, newest first, with the model of each charge', async () => {
    const { person, key } = await newCaller(app.base);
    const id = await run(key, 'permanent');
    await grant(person, 5.5, 'thanks');
    const { body } = await ask(person.accessToken, 'ledger');
    expect(body.items).toMatchObject([
      {
        kind: 'grant',
        amount: 5.5,
        balanceAfter: 1005.5,
        predictionId: null,
        note: 'thanks',
        modelKey: null,
      },
      { kind: 'refund', amount: 1, balanceAfter: 1000, predictionId: id, modelKey: 'embedded-fault' },
      { kind: 'charge', amount: -1, balanceAfter: 999, predictionId: id, modelKey: 'embedded-fault' },
      { kind: 'grant', amount: 1000, balanceAfter: 1000, modelKey: null },
    ]);
    expect((await ask((await register(app.base)).accessToken, 'ledger')).body.items).toHaveLength(1);
  });

  it('200: every filter returns only matching entries', async () => {
    const { person, key } = await newCaller(app.base);
    const [done, failed] = [await run(key, 'ok'), await run(key, 'permanent')];
    const kinds = async (query: string) =>
      ((await ask(person.accessToken, `ledger?${query}`)).body.items as Json[]).map(
        ({ kind }) => kind as string,
      );
    expect(await kinds('kind=charge')).toEqual(['charge', 'charge']);
    expect(await kinds('kind=refund')).toEqual(['refund']);
    expect(await kinds('kind=adjustment')).toEqual([]);
    expect(await kinds(`predictionId=${done}`)).toEqual(['charge']);
    expect(await kinds(`predictionId=${failed}`)).toEqual(['refund', 'charge']);
    expect(await kinds('predictionId=nonsense')).toEqual([]);
    expect(await kinds('to=2020-01-01T00:00:00Z')).toEqual([]);
    expect(await kinds('from=2020-01-01T00:00:00Z&kind=grant')).toEqual(['grant']);
    const stranger = await register(app.base);
    const { body } = await ask(stranger.accessToken, `ledger?predictionId=${failed}`);
    expect(body.items).toEqual([]);
  });

  it('200: pages contain each entry exactly once, also with a filter', async () => {
    const person = await register(app.base);
    await enterMany(person, 24);
    for (const query of ['', '?kind=grant']) {
      const pages = await pagesOf(app, person.accessToken, `${PATH}/ledger${query}`, 10);
      expect(pages.map((page) => page.length)).toEqual([10, 10, 5]);
      expect(new Set(pages.flat().map(({ id }) => id as string)).size).toBe(25);
    }
  });

  it.each([
    ['kind=capture', 'kind'],
    ['from=yesterday', 'from'],
    ['to=2026-W01', 'to'],
    [`predictionId=${'x'.repeat(101)}`, 'predictionId'],
  ])('400: %s', async (query, field) => {
    const answer = await ask((await register(app.base)).accessToken, `ledger?${query}`);
    expect(answer.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
    expect([...new Set(fieldsOf(answer))]).toEqual([field]);
  });

  itRejectsInvalidPages(
    () => app,
    `${PATH}/ledger`,
    async () => (await register(app.base)).accessToken,
  );
  itRequiresUserToken(
    () => app,
    (token) => ask(token, 'ledger'),
  );
});

describe('GET /api/dashboard/credits/ledger.csv', () => {
  it('200: contains the same entries as the list, and no spreadsheet formula', async () => {
    const { person, key } = await newCaller(app.base);
    const id = await run(key, 'permanent');
    await grant(person, 1, '=HYPERLINK("http://evil.test","a, b")');
    const answer = await ask(person.accessToken, 'ledger.csv');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="offprint-ledger.csv"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { items } = (await ask(person.accessToken, 'ledger')).body as { items: Json[] };
    const [header, ...lines] = answer.text.split('\r\n');
    expect(header).toBe('id,createdAt,kind,amount,balanceAfter,predictionId,modelKey,note');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => line.split(',', 1)[0])).toEqual(items.map(({ id: entry }) => entry as string));
    expect(lines[0]).toContain(`grant,1,1001,,,"'=HYPERLINK(""http://evil.test"",""a, b"")"`);
    expect(lines[2]).toMatch(new RegExp(`,charge,-1,999,${id},embedded-fault,$`));
    expect((await ask(person.accessToken, 'ledger.csv?kind=refund')).text.split('\r\n')).toHaveLength(3);
  });

  it('200: begins with a byte order mark, so that a spreadsheet reads names in any script', async () => {
    const person = await register(app.base);
    await grant(person, 1, 'Зимний кредит 東京');
    const { accessToken } = person;
    const { bytes } = await requestRaw(app.base, `${PATH}/ledger.csv`, {
      authorization: `Bearer ${accessToken}`,
    });
    expect(bytes.subarray(0, 5).toString('hex')).toBe('efbbbf6964');
    expect(bytes.toString()).toContain('Зимний кредит 東京');
  });

  it('200: contains each of thousands of entries exactly once', async () => {
    const person = await register(app.base);
    await enterMany(person, 2_500);
    const lines = (await ask(person.accessToken, 'ledger.csv')).text.trimEnd().split('\r\n').slice(1);
    expect(lines).toHaveLength(2_501);
    expect(new Set(lines.map((line) => line.split(',', 1)[0])).size).toBe(2_501);
    expect(lines[0]).toContain('number 2500');
    expect(lines.at(-1)).toContain('Sign-up credits');
  });

  it('400: for an invalid filter, before the file is sent', async () => {
    for (const query of ['kind=capture', 'limit=5', 'from=x']) {
      const answer = await ask((await register(app.base)).accessToken, `ledger.csv?${query}`);
      expect(answer.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
      expect(fieldsOf(answer)).toEqual([query.split('=', 1)[0]]);
    }
    const week = await ask((await register(app.base)).accessToken, 'ledger.csv?from=2026-W01');
    expect(week.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
  });

  itRequiresUserToken(
    () => app,
    (token) => ask(token, 'ledger.csv'),
  );
});

describe('GET /api/dashboard/credits/spend', () => {
  const spend = async ({ accessToken }: Person, query: string) =>
    (await ask(accessToken, `spend?${query}`)).body;

  it('200: spending by model, by key and by day has the same sum, equal to the ledger’s', async () => {
    const { person, key, record } = await newCaller(app.base, { name: 'first' });
    const second = await createKey(app.base, person, { name: 'second' });
    await run(key, 'ok');
    await run(key, 'permanent');
    const music = { modelKey: 'embedded-sound', prompt: 'rain', duration: 1 };
    const { predictionId, creditCost } = await generate(app.base, second.key, music);
    await finished(app.base, second.key, predictionId);
    const { accessToken: token } = person;
    const body = { ...FAULT, mode: 'hang' };
    const started = await call(app.base, 'POST', '/api/dashboard/predictions', { token, body });

    const total = { charged: 3 + creditCost, refunded: 1, spent: 2 + creditCost, predictions: 4 };
    const byModel = await spend(person, 'by=model');
    expect(byModel).toMatchObject({
      success: true,
      by: 'model',
      timeZone: 'UTC',
      from: TIME,
      to: TIME,
      total,
    });
    expect(byModel.items).toHaveLength(2);
    expect(byModel.items).toEqual(
      expect.arrayContaining([
        {
          modelKey: 'embedded-fault',
          title: expect.stringContaining('Fault'),
          charged: 3,
          refunded: 1,
          spent: 2,
          predictions: 3,
        },
        expect.objectContaining({ modelKey: 'embedded-sound', spent: creditCost, predictions: 1 }),
      ]),
    );
    const byKey = await spend(person, 'by=key');
    expect(byKey.total).toEqual(total);
    expect(byKey.items).toHaveLength(3);
    expect(byKey.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ keyId: null, name: null, masked: null, charged: 1, spent: 1 }),
        expect.objectContaining({ keyId: record.id, name: 'first', masked: record.masked, refunded: 1 }),
        expect.objectContaining({ keyId: second.id, name: 'second', spent: creditCost }),
      ]),
    );
    const spent = byKey.items.map((item: Json) => item.spent as number);
    expect(spent).toEqual([...spent].sort((a, b) => b - a));
    const byDay = await spend(person, 'by=day');
    expect(byDay.total).toEqual(total);
    expect(byDay.items).toHaveLength(31);
    expect(byDay.items.at(-1)).toEqual({ date: new Date().toISOString().slice(0, 10), ...total });

    const { items } = (await ask(token, 'ledger?limit=100')).body as { items: Json[] };
    const sum = (kind: string) =>
      items.filter((entry) => entry.kind === kind).reduce((all, { amount }) => all + (amount as number), 0);
    expect([-sum('charge'), sum('refund')]).toEqual([total.charged, total.refunded]);
    await call(app.base, 'POST', `/api/dashboard/predictions/${started.body.predictionId}/cancel`, { token });
  });

  it('200: excludes predictions outside the period, and uses days of the caller’s time zone', async () => {
    const { person, key } = await newCaller(app.base);
    const id = await run(key, 'ok');
    await app.database.query(`update predictions set created_at = '2026-03-10T23:30:00Z' where id = $1`, [
      uuidOf(id),
    ]);
    await app.database.query(SUM_UP_ANEW);
    const on = async (query: string) =>
      ((await spend(person, `by=day&${query}`)).items as Json[])
        .filter(({ predictions }) => predictions > 0)
        .map(({ date }) => date as string);
    const range = 'from=2026-03-10T00:00:00Z&to=2026-03-12T00:00:00Z';
    expect(await on(range)).toEqual(['2026-03-10']);
    expect(await on(`${range}&timeZone=Europe/Berlin`)).toEqual(['2026-03-11']);
    expect(await on('from=2026-03-10T23:30:00Z&to=2026-03-10T23:30:01Z')).toEqual(['2026-03-10']);
    expect(await on('from=2026-03-10T00:00:00Z&to=2026-03-10T23:30:00Z')).toEqual([]);
    const stranger = await register(app.base);
    expect(await spend(stranger, `by=model&${range}`)).toMatchObject({
      items: [],
      total: { charged: 0, refunded: 0, spent: 0, predictions: 0 },
    });
  });

  it('200: returns all days of a year', async () => {
    const person = await register(app.base);
    const { items } = await spend(person, 'by=day&from=2025-01-01T00:00:00Z&to=2026-01-01T00:00:00Z');
    expect(items).toHaveLength(365);
  });

  it.each([
    ['', 'by'],
    ['by=colour', 'by'],
    ['by=day&by=key', 'by'],
    ['by=day&timeZone=nowhere', 'timeZone'],
    ['by=day&from=x', 'from'],
    ['by=day&to=x', 'to'],
    ['by=day&from=2026-01-02T00:00:00Z&to=2026-01-02T00:00:00Z', 'from'],
    ['by=day&from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'from'],
    ['by=day&from=2024-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'from'],
    ['by=day&to=0001-01-01T00:00:00Z', 'to'],
    ['by=day&limit=5', 'limit'],
  ])('400: %s', async (query, field) => {
    const answer = await ask((await register(app.base)).accessToken, `spend?${query}`);
    expect(answer.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
    expect([...new Set(fieldsOf(answer))]).toEqual([field]);
  });

  itRequiresUserToken(
    () => app,
    (token) => ask(token, 'spend?by=day'),
  );
});
