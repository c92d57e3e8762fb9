/** Files that are sent while they are read: CSV and the export of an account. One at a time of an account, and few in all. */
import { Database } from '../../src/platform/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, createKey, type Person, register } from '../support/client.js';
import { registerAdmin } from '../support/dashboard.js';
import { uuidOf } from '../support/public-ids.js';
import { requestRaw } from '../support/raw-request.js';
import { refusal } from '../support/refusals.js';

let app: TestApp;
let admin: Person;
let person: Person;
let key: string;
beforeAll(async () => {
  app = await startApp();
  admin = await registerAdmin(app);
  person = await register(app.base);
  key = (await createKey(app.base, person, { scopes: ['billing'] })).key as string;
});
afterAll(() => app.close());

const OF_ACCOUNT = () => uuidOf(person.accountId);
const OF_ADMINISTRATORS = () => 'administrators';
const byPerson = () => person.accessToken;
const byAdmin = () => admin.accessToken;

const FILES: [path: string, token: () => string, owner: () => string][] = [
  ['/api/dashboard/credits/ledger.csv', byPerson, OF_ACCOUNT],
  ['/api/credits/ledger', () => key, OF_ACCOUNT],
  ['/api/usage', byPerson, OF_ACCOUNT],
  ['/api/usage', () => key, OF_ACCOUNT],
  ['/api/audit', byPerson, OF_ACCOUNT],
  ['/api/admin/audit', byAdmin, OF_ADMINISTRATORS],
  ['/api/admin/usage', byAdmin, OF_ADMINISTRATORS],
];

const database = () => app.app.get(Database, { strict: false });
const get = (path: string, token: string) =>
  requestRaw(app.base, path, { accept: 'text/csv', authorization: `Bearer ${token}` });

/** Holds the place of an owner until `end` is called. */
function holdPlace(owner: string): { end: () => Promise<void> } {
  let open = () => {};
  const held = database().file(owner, () => new Promise<void>((resolve) => (open = resolve)));
  return {
    end: () => {
      open();
      return held;
    },
  };
}

describe.each(FILES)('%s as CSV', (path, token, owner) => {
  it('waits while another file of the account is sent; what does not fit is a 503 before its first byte', async () => {
    const place = holdPlace(owner());
    const answers = Array.from({ length: 5 }, () => get(path, token()));
    // Two wait, and three are refused meanwhile.
    const refused: Awaited<ReturnType<typeof get>>[] = [];
    await new Promise<void>((resolve) => {
      for (const answer of answers)
        void answer.then((given) => {
          if (given.status === 503) refused.push(given);
          if (refused.length === 3) resolve();
        });
    });
    for (const { headers, text } of refused) {
      expect(headers['retry-after']).toMatch(/^\d+$/);
      expect(JSON.parse(text)).toEqual(refusal(503, 'service_unavailable'));
    }
    await place.end();
    const statuses = (await Promise.all(answers)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, 503, 503, 503]);
  });

  it('does not wait for the file of another account', async () => {
    const place = holdPlace('somebody');
    const { status, bytes, headers } = await get(path, token());
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    await place.end();
  });
});

it('the export of an account takes the same place', async () => {
  const place = holdPlace(OF_ACCOUNT());
  let isAnswered = false;
  const answer = call(app.base, 'GET', '/api/account/export', {
    token: byPerson(),
    undescribed: true,
  }).finally(() => (isAnswered = true));
  expect((await get('/api/audit', admin.accessToken)).status).toBe(200);
  expect(isAnswered).toBe(false);
  await place.end();
  expect((await answer).status).toBe(200);
});

it('few files are sent in all', async () => {
  const places = ['a', 'b', 'c', 'd'].map(holdPlace);
  const answer = get('/api/dashboard/credits/ledger.csv', byPerson());
  expect((await call(app.base, 'GET', '/api/dashboard/credits/ledger', { token: byPerson() })).status).toBe(
    200,
  );
  await places[0]!.end();
  expect((await answer).status).toBe(200);
  await Promise.all(places.map(({ end }) => end()));
});

it('the batches of a file are read in the lane of lists, apart from the lists of the account', async () => {
  const owners: string[] = [];
  const { lists } = database() as unknown as { lists: { run(owner: string, ...rest: unknown[]): unknown } };
  const run = lists.run.bind(lists);
  lists.run = (owner, ...rest) => {
    owners.push(owner);
    return run(owner, ...rest);
  };
  try {
    await app.database.query(
      `with entered as (
         insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after, note)
         select $1, 'grant', 'system', 'wallet', 1, 1000000 + n, 'number ' || n from generate_series(1, 600) n)
       update wallets set balance = balance + 600 where account_id = $1`,
      [OF_ACCOUNT()],
    );
    const { text } = await get('/api/dashboard/credits/ledger.csv', byPerson());
    expect(text.trimEnd().split('\r\n')).toHaveLength(602);
  } finally {
    lists.run = run;
  }
  expect(owners).toEqual(Array(3).fill(`${OF_ACCOUNT()} file`));
});
