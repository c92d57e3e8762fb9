/**
 * Every route of a signed-in user with every role, and with a member of another account. The routes and who may call them come from
 * the table of docs/roles.md, which openapi.json has too.
 */
import { readFile } from 'node:fs/promises';
import { withRoles } from '../../scripts/roles-table.mjs';
import { ACCOUNT_ROLES, type AccountRole } from '../../src/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, createKey, generate, type Json, type Person, register } from '../support/client.js';
import { addMember, invite, signInTo } from '../support/members.js';
import { DESCRIPTION_FILE } from '../support/openapi.js';

const ROLES_FILE = new URL('../../docs/roles.md', import.meta.url);

let app: TestApp;
let owner: Person;
let members: Record<AccountRole, Person>;
/** What the paths name: of the owner's account. */
let ids: Record<string, string>;
beforeAll(async () => {
  // Without a worker: the prediction stays processing.
  app = await startApp({ ROLES: 'api', TRUST_PROXY: 'true' });
  owner = await register(app.base);
  const added = await Promise.all(
    ACCOUNT_ROLES.map(async (role) => [role, await addMember(app, owner, role)] as const),
  );
  members = Object.fromEntries(added) as typeof members;
  const key = await createKey(app.base, owner);
  const prediction = await generate(app.base, key.key, {
    modelKey: 'embedded-image',
    prompt: 'a lighthouse',
  });
  const invitation = await invite(app.base, owner, 'invited@example.test', 'viewer');
  ids = {
    key: key.id,
    predictionId: prediction.predictionId,
    userId: owner.userId,
    invitation: invitation.body.id,
    externalUserId: 'customer-1',
  };
});
afterAll(() => app.close());

interface Route {
  method: string;
  template: string;
  roles: AccountRole[];
}

/** Reads the first table of the document; that of operator keys is tested in operator-keys.test.ts. */
async function routes(): Promise<Route[]> {
  const [document] = (await readFile(ROLES_FILE, 'utf8')).split('<!-- end of routes -->') as [string];
  return [...document.matchAll(/^\| ([A-Z]+) `(\S+)` +\|(.*)\|$/gm)].map(([, method, template, cells]) => ({
    method: method!,
    template: template!,
    roles: cells!.split('|').flatMap((cell, index) => (cell.trim() === 'yes' ? [ACCOUNT_ROLES[index]!] : [])),
  }));
}

function pathOf({ template }: Route, own: Record<string, string> = ids): string {
  return template.replace(/\{(\w+)\}/g, (_all, name: string) => {
    if (name !== 'id') return own[name]!;
    if (template.includes('/keys/')) return own.key!;
    return template.includes('/invitations/') ? own.invitation! : `ses_${'0'.repeat(32)}`;
  });
}

const UNKNOWN = {
  key: `key_${'0'.repeat(32)}`,
  predictionId: `pred_${'0'.repeat(32)}`,
  userId: `usr_${'0'.repeat(32)}`,
  invitation: `inv_${'0'.repeat(32)}`,
  externalUserId: 'customer-1',
};

/** Calls a route with a body that no route accepts, and with the token of a new session, which the route may end. */
async function tryRoute(route: Route, person: Person, path: string) {
  const token = await signInTo(app, person, person.accountId);
  const body = route.method === 'GET' || route.method === 'DELETE' ? {} : { body: { nothing: true } };
  return call(app.base, route.method, path, { token, ...body });
}

it('the tables of docs/roles.md are current', async () => {
  const document = await readFile(ROLES_FILE, 'utf8');
  expect(document).toBe(withRoles(document, JSON.parse(await readFile(DESCRIPTION_FILE, 'utf8'))));
});

it('each role is allowed on the routes of the table, and gets 403 on every other before anything is counted', async () => {
  const [wrong, refused]: [string[], string[]] = [[], []];
  const table = await routes();
  for (const route of table) {
    for (const role of ACCOUNT_ROLES) {
      // Unknown ids: an allowed call changes nothing.
      const { status, body, headers } = await tryRoute(route, members[role], pathOf(route, UNKNOWN));
      const isAllowed = ![401, 403].includes(status) && status < 500;
      if (isAllowed !== route.roles.includes(role))
        wrong.push(`${role}: ${route.method} ${route.template} ${status}`);
      if (isAllowed) continue;
      refused.push(route.template);
      expect(body).toMatchObject({ code: 'forbidden', message: expect.stringContaining(`role ${role}`) });
      expect([...headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
    }
  }
  expect(wrong).toEqual([]);
  const closed = table.map(({ roles }) => ACCOUNT_ROLES.length - roles.length);
  expect(refused).toHaveLength(closed.reduce((sum, count) => sum + count, 0));
  expect(refused.length).toBeGreaterThan(40);
}, 300_000);

it('a member of another account gets 404 for everything that a path names, and nothing of the account in lists', async () => {
  const stranger = await register(app.base);
  const [wrong, leaks, named]: [string[], string[], string[]] = [[], [], []];
  for (const route of await routes()) {
    const { status, text } = await tryRoute(route, stranger, pathOf(route));
    const isNamed =
      /\{(id|predictionId|userId)\}/.test(route.template) && !route.template.includes('sessions');
    if (isNamed) named.push(route.template);
    // 400: of a body, which is judged before anything is looked up.
    if (isNamed && ![404, 400].includes(status)) wrong.push(`${route.method} ${route.template} ${status}`);
    for (const id of [ids.key, ids.predictionId, ids.invitation, owner.accountId, owner.userId, owner.email])
      if (!isNamed && text.includes(id!)) leaks.push(`${route.method} ${route.template} ${id}`);
  }
  expect({ wrong, leaks }).toEqual({ wrong: [], leaks: [] });
  expect(named.length).toBeGreaterThan(7);
  expect((await call(app.base, 'GET', '/api/keys', { token: owner.accessToken })).body.keys).toMatchObject([
    { id: ids.key, status: 'active' },
  ]);
}, 120_000);

it('what each role may see, it sees: the account of its sign-in and no other', async () => {
  for (const role of ACCOUNT_ROLES) {
    const token = await signInTo(app, members[role], owner.accountId);
    const { body } = await call(app.base, 'GET', '/api/auth/me', { token });
    expect(body.account).toMatchObject({ id: owner.accountId, role });
    const keys: Json[] = (await call(app.base, 'GET', '/api/keys', { token })).body.keys;
    expect(keys.map(({ id }) => id as string)).toEqual([ids.key]);
  }
});
