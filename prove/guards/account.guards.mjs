// Guards of members and of the deletion of an account: what each role may do, and that a deletion leaves nothing behind.
import { createHash, randomBytes } from 'node:crypto';
import { expectHolds, expectRejected } from './broken-guarantee.mjs';
import { publicIdOf, randomUUID } from './world.mjs';

const RULES = 'members/member-rules.js';
const INVITATIONS_SQL = 'members/invitations.sql.js';
const DELETIONS = 'account-data/deletion/account-deletions.js';

const GRANT = `with a as (update wallets set balance = balance + 5000 where account_id = $1 returning account_id as id, balance)
  insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after)
  select id, 'grant', 'system', 'wallet', 5000, balance from a`;

const memberPath = ({ userId }) => `/api/account/members/${publicIdOf('usr', userId)}`;

async function join(world, person, accountId, role) {
  await world.query('insert into memberships (user_id, account_id, role) values ($1, $2, $3)', [
    person.userId,
    accountId,
    role,
  ]);
}

async function countOwners(world, accountId) {
  const owners = await world.query(`select 1 from memberships where account_id = $1 and role = 'owner'`, [
    accountId,
  ]);
  return owners.length;
}

/** Invites an email as an administrator. @returns the token of the link */
async function createInvitation(world, { accountId, userId }, email, hours = 1) {
  const token = randomBytes(32).toString('base64url');
  await world.query(
    `insert into invitations (id, account_id, email, role, invited_by, expires_at, hash)
     values (gen_random_uuid(), $1, $2, 'admin', $3, clock_timestamp() + make_interval(hours => $4), $5)`,
    [accountId, email, userId, hours, createHash('sha256').update(token).digest()],
  );
  return token;
}

/** Requires that a person cannot accept an invitation. */
async function expectNotAccepted(world, person, token, what) {
  const path = '/api/account/invitations/accept';
  const { status, text } = await world.request('POST', path, person.accessToken, { token });
  expectHolds(status === 400, `${what} was answered ${status} ${text}`);
}

async function deleteByOperator(world, accountId, order = {}) {
  const deletions = await world.service.part(DELETIONS, 'AccountDeletions');
  const { SYSTEM_SOURCE } = await world.service.load('audit/index.js');
  await deletions.deleteByOperator(
    accountId,
    { isForced: false, mayMoveCredits: true, ...order },
    SYSTEM_SOURCE,
  );
}

export const ACCOUNT_GUARDS = [
  {
    name: 'an account keeps an owner',
    edits: [{ file: RULES, find: `if (member.role !== 'owner') return;`, put: 'return;' }],
    async probe(world) {
      const person = await world.signUp();
      const { status } = await world.request('DELETE', memberPath(person), person.accessToken);
      expectHolds(status === 409, `the last owner left: ${status}`);
    },
  },
  {
    name: 'members are locked before one is removed',
    edits: [
      {
        file: 'accounts/memberships/memberships.sql.js',
        find: 'order by m.user_id for no key update of m',
        put: 'order by m.user_id',
      },
    ],
    async probe(world) {
      const [one, two] = [await world.signUp(), await world.signUp()];
      await join(world, two, one.accountId, 'owner');
      await world.besideTransaction(
        (query) =>
          query('delete from memberships where account_id = $1 and user_id = $2', [
            one.accountId,
            two.userId,
          ]),
        () => world.request('DELETE', memberPath(one), one.accessToken),
      );
      expectHolds(
        (await countOwners(world, one.accountId)) === 1,
        'two owners who left at once left no owner',
      );
    },
  },
  {
    name: 'an admin creates no owner',
    edits: [
      {
        file: RULES,
        find: /if \(actor\.role === 'owner' \|\| roles\.every\([^;]*\)\) return;/,
        put: 'return;',
      },
    ],
    async probe(world) {
      const [owner, admin] = [await world.signUp(), await world.signUp()];
      await join(world, admin, owner.accountId, 'admin');
      const accountId = publicIdOf('acc', owner.accountId);
      const switched = await world.request('POST', '/api/auth/switch', admin.accessToken, { accountId });
      const { accessToken } = JSON.parse(switched.text);
      const { status } = await world.request('PATCH', memberPath(admin), accessToken, { role: 'owner' });
      expectHolds(status === 403, `an admin who became an owner was answered ${status}`);
    },
  },
  {
    name: 'an invitation belongs to one email',
    edits: [
      {
        file: INVITATIONS_SQL,
        find: 'and u.id = $user and lower(u.email) = i.email',
        put: 'and u.id = $user',
      },
    ],
    async probe(world) {
      const [owner, otherUser] = [await world.signUp(), await world.signUp()];
      const token = await createInvitation(world, owner, `${randomUUID()}@example.test`);
      await expectNotAccepted(world, otherUser, token, 'the invitation of another user');
    },
  },
  {
    name: 'an invitation expires',
    edits: [
      {
        file: INVITATIONS_SQL,
        find: 'where i.hash = $hash and i.expires_at > clock_timestamp() and',
        put: 'where i.hash = $hash and',
      },
    ],
    async probe(world) {
      const [owner, person] = [await world.signUp(), await world.signUp()];
      const token = await createInvitation(world, owner, person.email, -1);
      await expectNotAccepted(world, person, token, 'an invitation of an hour ago');
    },
  },
  {
    name: 'an account with credits is deleted only with force',
    edits: [{ file: DELETIONS, find: 'if (!isForced) {', put: 'if (false) {' }],
    async probe(world) {
      const accountId = await world.createAccount(1);
      await expectRejected(() => deleteByOperator(world, accountId), 'an account with credits was deleted');
    },
  },
  {
    name: 'only an operator who may move credits writes them off',
    edits: [{ file: DELETIONS, find: 'if (hasMoney && !mayMoveCredits)', put: 'if (false)' }],
    async probe(world) {
      const accountId = await world.createAccount(1);
      await expectRejected(
        () => deleteByOperator(world, accountId, { isForced: true, mayMoveCredits: false }),
        'credits were written off without the scope for it',
      );
    },
  },
  {
    name: 'the account is locked before its balance is checked',
    edits: [
      {
        file: 'account-data/deletion/account-deletions.js',
        find: /run\(LOCK_WALLET, \{\s*account:\s*accountId\s*\}\)/,
        put: 'query(LOCK_WALLET.text.replace(" for update", ""), [accountId])',
      },
    ],
    async probe(world) {
      const accountId = await world.createAccount(0);
      await expectRejected(
        () =>
          world.besideTransaction(
            (query) => query(GRANT, [accountId]),
            () => deleteByOperator(world, accountId),
          ),
        'an account was deleted with credits that were granted during the deletion',
      );
    },
  },
  {
    name: 'the keys of a deleted account end',
    edits: [
      {
        file: DELETIONS,
        find: /await tx\.run\(END_KEYS_OF_ACCOUNT, \{\s*account: accountId\s*\}\);/,
        put: '',
      },
    ],
    async probe(world) {
      const { accountId, key } = await world.createCaller(0);
      await deleteByOperator(world, accountId);
      const { status } = await world.request('GET', '/api/credits/balance', key.secret);
      expectHolds(status === 401, `a key of a deleted account was answered ${status}`);
    },
  },
  {
    name: 'a deleted account is granted nothing',
    edits: [
      {
        file: 'credits/operator-transfers.js',
        find: /if \(\(await tx\.run\(IS_DELETED, \{\s*account:\s*accountId\s*\}\)\)\.length > 0\) throw new AppError\('account_not_found'\);/,
        put: '',
      },
    ],
    async probe(world) {
      const accountId = await world.createAccount(0);
      await deleteByOperator(world, accountId);
      const transfers = await world.service.part('credits/index.js', 'OperatorTransfers');
      const grant = { kind: 'grant', accountId, amount: 1000n, note: 'a probe', reference: null };
      await expectRejected(() => transfers.deliver(grant), 'a deleted account was granted credits');
    },
  },
  {
    name: 'only one export of an account runs at a time',
    edits: [
      {
        file: 'account-data/export/export.sql.js',
        find: 'where e.lease_until <= clock_timestamp()',
        put: 'where e.lease_until is not null',
      },
    ],
    async probe(world) {
      const leases = await world.service.part('account-data/export/export-lease.js', 'ExportLeases');
      const accountId = await world.createAccount(0);
      await leases.hold(accountId, () =>
        expectRejected(() => leases.hold(accountId, async () => {}), 'two exports of an account ran'),
      );
    },
  },
];
