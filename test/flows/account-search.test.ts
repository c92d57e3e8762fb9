/**
 * The search of accounts reads the newest users, then an index of the parts of emails. Emails are random here: each search must
 * return the accounts that a plain reading of all users returns, newest first, page after page.
 */
import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import { startApp, type TestApp } from '../support/app.js';
import type { Person } from '../support/client.js';
import { registerAdmin } from '../support/dashboard.js';
import { pagesOf } from '../support/lists.js';
import { uuidOf } from '../support/public-ids.js';

/** More than are read before the index. */
const NEWER = 2_100;
const OLDER = 200;
const START = Date.UTC(2026, 0, 1);
const LETTERS = ['a', 'b', 'ab', 'ba', '.', '_', '%', 'é', '日本', '😀', '\\', "'"];

let app: TestApp;
let admin: Person;
let users: { id: string; account: string; email: string | null }[];

beforeAll(async () => {
  app = await startApp({ ROLES: 'api' });
  admin = await registerAdmin(app);
  const random = () =>
    Array.from({ length: randomInt(1, 9) }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  users = Array.from({ length: OLDER + NEWER }, (_, at) => {
    const account = v7({ msecs: START + at });
    const email = at < OLDER ? `${random()}@${at}.old` : `user${at}@new.example`;
    return { id: account, account, email: at % 50 === 7 ? null : email };
  });
  for (const at of [3, 90, OLDER + 5])
    // Of the same account as another.
    users.push({ id: v7(), account: users[at + 1]!.account, email: `second-${at}@${at}.old` });
  await app.database.query(
    `insert into accounts (id, plan) select distinct account, 'free' from jsonb_to_recordset($1::jsonb) as r (account uuid)`,
    [JSON.stringify(users)],
  );
  await app.database.query(
    `insert into users (id, account_id, email, password_hash, issuer, subject)
     select id, account, email, 'x', 'issuer', id::text from jsonb_to_recordset($1::jsonb) as r (id uuid, account uuid, email text)`,
    [JSON.stringify(users)],
  );
  users.push({ id: v7(), account: uuidOf(admin.accountId), email: admin.email });
});
afterAll(() => app.close());

const expectAccounts = async (search: string, limit: number) => {
  const matching = users.filter(({ email }) => email?.includes(search.toLowerCase()));
  const expected = [...new Set(matching.map(({ account }) => account))].sort().reverse();
  const path = `/api/admin/accounts?search=${encodeURIComponent(search)}`;
  const found = (await pagesOf(app, admin.accessToken, path, limit))
    .flat()
    .map(({ id }) => uuidOf(id as string));
  expect({ search, found }).toEqual({ search, found: expected });
  return expected.length;
};

it('finds every part of one, two, three and more characters, in pages', async () => {
  let found = 0;
  for (let at = 0; at < 150; at += 1) {
    const email = users[randomInt(OLDER)]!.email ?? 'nobody';
    const characters = [...email];
    const first = randomInt(characters.length);
    const part = characters.slice(first, first + randomInt(1, 7)).join('');
    if (part.trim() === part) found += await expectAccounts(part, 100);
  }
  expect(found).toBeGreaterThan(150);
});

it('finds accounts among the newest and the others together, in pages', async () => {
  expect(await expectAccounts('.old', 7)).toBeGreaterThan(190);
  expect(await expectAccounts('1@', 50)).toBeGreaterThan(200);
  expect(await expectAccounts('second-', 1)).toBe(3);
});

it('finds nothing where no email contains the text, also when one has all its parts', async () => {
  for (const none of ['aaaaaaaaaaaaaaaaaa', 'ld.old.ol', 'x'.repeat(254), 'ZQ', '~']) {
    expect(await expectAccounts(none, 20)).toBe(0);
  }
});
