import type { Memberships } from '../../accounts/index.js';
import { SigningSecret } from '../../platform/config/index.js';
import type { Database } from '../../platform/database/index.js';
import { RefreshTokens } from './refresh-tokens.js';
import type { CallerRow } from './refresh-tokens.sql.js';

const rows: CallerRow[] = [
  { family_id: 'sign-in-1', user_id: 'user-1', account_id: 'account-1', role: 'user', account_role: 'owner' },
  {
    family_id: 'sign-in-2',
    user_id: 'user-2',
    account_id: 'account-2',
    role: 'admin',
    account_role: 'viewer',
  },
];

/** The responses of the database leave out `ended` sign-ins. */
function create() {
  const [statements, ended]: [string[][], Set<string>] = [[], new Set()];
  const database = {
    run: (_statement: object, { families: ids }: { families: string[] }) => {
      statements.push(ids);
      return Promise.resolve(
        rows.filter(({ family_id: id }) => ids.includes(id) && !ended.has(id)).reverse(),
      );
    },
  };
  return {
    tokens: new RefreshTokens(
      database as unknown as Database,
      {} as Memberships,
      new SigningSecret('s'.repeat(32)),
    ),
    statements,
    ended,
  };
}

const user = {
  kind: 'dashboard',
  userId: 'user-1',
  accountId: 'account-1',
  role: 'user',
  accountRole: 'owner',
  familyId: 'sign-in-1',
};
const admin = {
  kind: 'dashboard',
  userId: 'user-2',
  accountId: 'account-2',
  role: 'admin',
  accountRole: 'viewer',
  familyId: 'sign-in-2',
};

describe('findCaller', () => {
  it('reads callers that arrive together in one statement, and each gets its own', async () => {
    const { tokens, statements } = create();
    const found = await Promise.all([
      tokens.findCaller('user-1', 'sign-in-1'),
      tokens.findCaller('user-2', 'sign-in-2'),
      tokens.findCaller('user-1', 'sign-in-3'),
      tokens.findCaller('user-1', 'sign-in-1'),
    ]);
    expect(found).toEqual([user, admin, null, user]);
    expect(statements).toHaveLength(1);
  });

  it('finds no caller for a sign-in of another user', async () => {
    expect(await create().tokens.findCaller('user-1', 'sign-in-2')).toBeNull();
  });

  it('reads again for a caller that arrives while a statement runs, so that an ended sign-in is rejected', async () => {
    const { tokens, statements, ended } = create();
    const first = tokens.findCaller('user-1', 'sign-in-1');
    await new Promise((resolve) => setImmediate(resolve));
    ended.add('sign-in-1');
    const second = tokens.findCaller('user-1', 'sign-in-1');
    expect(await first).toEqual(user);
    expect(await second).toBeNull();
    expect(statements).toHaveLength(2);
  });
});
