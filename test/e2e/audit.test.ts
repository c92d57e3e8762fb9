/** GET /api/audit and /api/admin/audit: lists of events, their filters, and their CSV. */
import { randomInt } from 'node:crypto';
import { newId } from '../../src/platform/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, createKey, type Json, type Person, register } from '../support/client.js';
import { itRequiresAdmin, itRequiresUserToken, registerAdmin } from '../support/dashboard.js';
import { itRejectsInvalidPages, pagesOf } from '../support/lists.js';
import { createOperatorKey } from '../support/operators.js';
import { uuidOf } from '../support/public-ids.js';
import { fieldsOf, TIME } from '../support/refusals.js';

const PATH = '/api/audit';
const ADMIN_PATH = '/api/admin/audit';
const START = Date.UTC(2026, 9, 1);
const MINUTE = 60_000;

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' });
  admin = await registerAdmin(app);
});
afterAll(() => app.close());

const ask = (token: string | undefined, query = '', path = PATH, accept?: string) =>
  call(app.base, 'GET', `${path}${query}`, { token, ...(accept && { headers: { accept } }) });

interface Named {
  person: Person;
  key: Json;
  operatorKey: Json;
}

interface Row {
  id: string;
  account_id: string | null;
  created_at: string;
  actor_kind: string;
  actor_id: string | null;
  address: string | null;
  action: string;
  target: string | null;
  after: object | null;
}

const row = (person: Person | null, at: number, more: Partial<Row> = {}): Row => ({
  id: newId(),
  account_id: person && uuidOf(person.accountId),
  created_at: new Date(START + at * MINUTE).toISOString(),
  actor_kind: 'user',
  actor_id: 'usr_1',
  address: '192.0.2.7',
  action: 'thing.changed',
  target: 'thing_1',
  after: { at },
  ...more,
});

const insert = (rows: Row[]) =>
  app.database.query(
    `insert into audit_events (id, account_id, created_at, actor_kind, actor_id, address, action, target, after)
     select id, account_id, created_at, actor_kind, actor_id, address, action, target, after
     from jsonb_to_recordset($1::jsonb) as r (id uuid, account_id uuid, created_at timestamptz, actor_kind text, actor_id text,
       address text, action text, target text, after jsonb)`,
    [JSON.stringify(rows)],
  );

/** The event of a row, in the order of the list. */
const placesOf = (items: Json[]): unknown[] => items.map(({ after }) => (after as { at: number }).at);

describe('GET /api/audit', () => {
  itRequiresUserToken(
    () => app,
    (token) => ask(token),
  );
  itRejectsInvalidPages(
    () => app,
    PATH,
    async () => (await register(app.base)).accessToken,
  );

  it('200: returns the events of the account, newest first, and of no other', async () => {
    const [person, other] = [await register(app.base), await register(app.base)];
    await insert([row(person, 1), row(other, 2), row(null, 3), row(person, 4)]);
    const { status, body } = await ask(person.accessToken);
    expect([status, placesOf(body.items)]).toEqual([200, [4, 1]]);
    expect(body.items[0]).toEqual({
      id: expect.stringMatching(/^aud_[0-9a-f]{32}$/),
      createdAt: TIME,
      actor: { kind: 'user', id: 'usr_1' },
      address: '192.0.2.7',
      action: 'thing.changed',
      target: 'thing_1',
      before: null,
      after: { at: 4 },
      requestId: null,
    });
    expect(body.nextCursor).toBeNull();
  });

  it('200: hides the addresses of the operator’s people', async () => {
    const person = await register(app.base);
    await insert([
      row(person, 1, { actor_kind: 'admin', address: '198.51.100.1' }),
      row(person, 2, { actor_kind: 'operator_key', address: '198.51.100.2' }),
    ]);
    const { text } = await ask(person.accessToken);
    expect(text).not.toContain('198.51.100');
    const file = await ask(person.accessToken, '', PATH, 'text/csv');
    expect(file.text).not.toContain('198.51.100');
    const all = await ask(admin.accessToken, `?accountId=${person.accountId}`, ADMIN_PATH);
    expect((all.body.items as Json[]).map(({ address }) => address)).toEqual([
      '198.51.100.2',
      '198.51.100.1',
    ]);
  });

  it('400: for a time that is none, by its name', async () => {
    const { accessToken } = await register(app.base);
    for (const name of ['from', 'to'])
      expect(fieldsOf(await ask(accessToken, `?${name}=yesterday`))).toEqual([name]);
    expect(fieldsOf(await ask(accessToken, '?accountId=acc_1'))).toEqual(['accountId']);
    for (const to of ['2026-03-01', '2026-03-02'])
      expect(fieldsOf(await ask(accessToken, `?from=2026-03-02&to=${to}`))).toEqual(['from']);
  });
});

describe('GET /api/admin/audit', () => {
  itRequiresAdmin(
    () => app,
    (token) => ask(token, '', ADMIN_PATH),
  );
  itRejectsInvalidPages(
    () => app,
    ADMIN_PATH,
    () => Promise.resolve(admin.accessToken),
  );

  it.each([
    ['a member', ({ person }: Named) => person.userId, ({ person }: Named) => person.email],
    ['an account', ({ person }: Named) => person.accountId, ({ person }: Named) => person.email],
    ['a key', ({ key }: Named) => key.id as string, () => 'Production'],
    ['an operator key', ({ operatorKey }: Named) => operatorKey.id as string, () => 'Shop'],
    ['a user who is none', () => `usr_${'0'.repeat(32)}`, () => null],
    ['a short id', () => 'usr_1', () => null],
    ['a prediction', () => `pred_${'0'.repeat(32)}`, () => null],
    ['a model', () => 'acc_embedded-image', () => null],
    ['nothing', () => null, () => null],
  ])(
    '200: names %s, as an actor and as what was changed, and the person of the account',
    async (_, idOf, nameOf) => {
      const person = await register(app.base);
      const key = await createKey(app.base, person, { name: 'Production' });
      const operatorKey = await createOperatorKey(app, admin, { name: 'Shop', scopes: ['usage:read'] });
      const [id, name] = [idOf({ person, key, operatorKey }), nameOf({ person, key, operatorKey })];
      await insert([row(person, 1, { target: id, actor_id: id })]);
      const query = `?accountId=${person.accountId}&action=thing.changed`;
      const [event] = (await ask(admin.accessToken, query, ADMIN_PATH)).body.items as Json[];
      expect([event?.email, event?.targetName]).toEqual([person.email, name]);
      expect(event?.actor).toEqual({ kind: 'user', id, ...(name !== null && { name }) });
      const limited = (await ask(operatorKey.key as string, query, ADMIN_PATH)).body.items as Json[];
      expect([limited[0]?.email, limited[0]?.targetName, limited[0]?.actor]).toEqual([
        ...[null, null],
        { kind: 'user', id },
      ]);
      const [own] = (await ask(person.accessToken, '?action=thing.changed')).body.items as Json[];
      expect(own?.actor).toEqual({ kind: 'user', id });
      await call(app.base, 'DELETE', `/api/admin/operator-keys/${operatorKey.id}`, {
        token: admin.accessToken,
      });
    },
  );

  it('200: returns the events of all accounts and of the installation', async () => {
    const person = await register(app.base);
    await insert([row(person, 5_000_001), row(null, 5_000_002)]);
    const { body } = await ask(admin.accessToken, '?limit=2', ADMIN_PATH);
    expect((body.items as Json[]).map(({ accountId }) => accountId)).toEqual([null, person.accountId]);
  });

  it('200: returns nothing for an account, a target and an actor that do not exist', async () => {
    for (const query of ['?accountId=acc_none', '?target=none', '?actor=none', '?action=none'])
      expect((await ask(admin.accessToken, query, ADMIN_PATH)).body.items).toEqual([]);
  });
});

describe('each combination of filters', () => {
  const ROWS = 300;
  const oneOf = <T>(choices: readonly T[]): T => choices[randomInt(choices.length)]!;
  const FILTERS: [string, string, (row: Row) => boolean][] = [
    ['action', 'thing.made', ({ action }) => action === 'thing.made'],
    ['actor', 'usr_2', ({ actor_id }) => actor_id === 'usr_2'],
    ['actor', 'command', ({ actor_kind }) => actor_kind === 'command'],
    ['target', 'thing_2', ({ target }) => target === 'thing_2'],
    ['from', new Date(START + 90 * MINUTE).toISOString(), ({ created_at }) => isFrom(created_at, 90)],
    ['to', new Date(START + 210 * MINUTE).toISOString(), ({ created_at }) => !isFrom(created_at, 210)],
  ];
  const isFrom = (time: string, minutes: number) => Date.parse(time) >= START + minutes * MINUTE;
  const combinations = Array.from({ length: 2 ** FILTERS.length }, (_, bits) =>
    FILTERS.filter((_filter, index) => (bits >> index) & 1),
  ).filter((filters) => filters.filter(([name]) => name === 'actor').length < 2);
  let person: Person;
  let rows: Row[];

  beforeAll(async () => {
    person = await register(app.base);
    rows = Array.from({ length: ROWS }, (_, at) => {
      const isCommand = randomInt(4) === 0;
      return row(person, at, {
        action: oneOf(['thing.made', 'thing.changed']),
        actor_kind: isCommand ? 'command' : 'user',
        actor_id: isCommand ? null : oneOf(['usr_1', 'usr_2']),
        target: oneOf(['thing_1', 'thing_2', null]),
      });
    });
    await insert(rows);
  });

  it('returns every matching event once, newest first, page after page and as a file', async () => {
    for (const filters of combinations) {
      const query = filters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
      const expected = rows
        .filter((one) => filters.every(([, , matches]) => matches(one)))
        .map(({ id }) => `aud_${id.replaceAll('-', '')}`)
        .reverse();
      const pages = await pagesOf(app, person.accessToken, `${PATH}?${query}`, randomInt(20, 100));
      expect([query, pages.flat().map(({ id }) => id as string)]).toEqual([query, expected]);
      const all = `${ADMIN_PATH}?accountId=${person.accountId}&${query}`;
      const pagesOfAll = await pagesOf(app, admin.accessToken, all, 100);
      expect([query, pagesOfAll.flat().map(({ id }) => id as string)]).toEqual([query, expected]);
      const file = await ask(person.accessToken, `?${query}`, PATH, 'text/csv');
      const ids = file.text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',', 1)[0]);
      expect([query, ids]).toEqual([query, expected]);
    }
  });
});

it('a page of a filter that matches few of many events ends, and the next continues behind what was read', async () => {
  const person = await register(app.base);
  const account = uuidOf(person.accountId);
  await app.database.query(
    `insert into audit_events (id, account_id, created_at, actor_kind, actor_id, action, target, after)
     select gen_random_uuid(), $1, to_timestamp($2::float8 / 1000) + n * interval '1 second', 'user', 'usr_1',
       case when n in (3, 14000) then 'thing.rare' else 'thing.frequent' end, 'thing_1', jsonb_build_object('at', n)
     from generate_series(1, 25000) n`,
    [account, START],
  );
  const pages = await pagesOf(app, person.accessToken, `${PATH}?target=thing_1&action=thing.rare`, 20);
  expect(pages.length).toBeLessThan(20);
  expect(placesOf(pages.flat())).toEqual([14_000, 3]);
  const file = await ask(person.accessToken, '?target=thing_1&action=thing.rare', PATH, 'text/csv');
  expect(file.text.split('\r\n')).toHaveLength(4);
});

describe('Accept: text/csv', () => {
  it('returns all matching events in one file, safe for spreadsheets', async () => {
    const person = await register(app.base);
    await insert([
      row(person, 1, { target: '=1+1', actor_id: 'a "quoted", id' }),
      row(person, 2, { target: null, address: null, after: null }),
    ]);
    const { headers, text } = await ask(person.accessToken, '', PATH, 'text/csv');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="offprint-audit.csv"');
    expect(headers.get('vary')).toMatch(/accept/i);
    const [header, second, first, end] = text.split('\r\n');
    expect(header).toBe(
      'id,createdAt,actorKind,actorId,address,action,target,before,after,requestId,actorName,targetName',
    );
    expect(second).toMatch(/^aud_\w{32},2026-10-01T00:02:00\.000Z,user,usr_1,,thing\.changed,,,,,,$/);
    expect(first).toMatch(/,user,"a ""quoted"", id",192\.0\.2\.7,thing\.changed,'=1\+1,,"\{""at"":1\}",,,$/);
    expect(end).toBe('');
  });

  it('has the account in the file of administrators', async () => {
    const person = await register(app.base);
    await insert([row(person, 1)]);
    const query = `?accountId=${person.accountId}`;
    const { text } = await ask(admin.accessToken, query, ADMIN_PATH, 'text/csv');
    expect(text.split('\r\n')[0]).toMatch(/,requestId,accountId,actorName,targetName,accountEmail$/);
    expect(text.split('\r\n')[1]).toContain(`,${person.accountId},,,${person.email}`);
  });

  it('names people and keys beside their ids, to those who may know them', async () => {
    const person = await register(app.base);
    const key = await createKey(app.base, person, { name: 'Print shop' });
    const { userId } = person;
    await insert([
      row(person, 1, { actor_id: userId, target: String(key.id), action: 'thing.mine' }),
      row(person, 2, { actor_kind: 'admin', actor_id: userId, target: null, action: 'thing.theirs' }),
    ]);
    const namesIn = async (token: string, path: string) => {
      const query = path === PATH ? '' : `?accountId=${person.accountId}`;
      const { text } = await ask(token, query, path, 'text/csv');
      const lines = text.split('\r\n').filter((line) => /,thing\.(mine|theirs),/.test(line));
      return lines.map((line) => line.split(',').slice(path === PATH ? -2 : -3));
    };
    expect(await namesIn(person.accessToken, PATH)).toEqual([
      ['', ''],
      [person.email, 'Print shop'],
    ]);
    expect(await namesIn(admin.accessToken, ADMIN_PATH)).toEqual([
      [person.email, '', person.email],
      [person.email, 'Print shop', person.email],
    ]);
    const limited = await createOperatorKey(app, admin, { scopes: ['usage:read'] });
    expect(await namesIn(limited.key as string, ADMIN_PATH)).toEqual([
      ['', '', ''],
      ['', '', ''],
    ]);
  });

  it.each([undefined, '*/*', 'application/json, text/csv', 'image/png'])('%s: JSON', async (accept) => {
    const person = await register(app.base);
    const { headers } = await ask(person.accessToken, '', PATH, accept);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
  });
});
