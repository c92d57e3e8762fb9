// Guards in the database: constraints and triggers. They hold even when the service's code has a defect.
import { expectHolds, expectRejected } from './broken-guarantee.mjs';
import { randomUUID } from './world.mjs';

const SCHEMA = 'platform/database/schema/baseline.sql';
const WALLETS = 'platform/database/migrations/1765000100000-wallets.js';
const LEDGER_GUARDS = 'platform/database/migrations/1765000200000-ledger-guards.js';

const ENTRY = `insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
  values ($1, $2, $3, $4, $5, 1000, 0)`;

/** Creates a failed and refunded prediction. */
async function createFailedPrediction(world) {
  const { accountId, key } = await world.createCaller(10);
  const prediction = await world.startPrediction(key);
  const cancelled = { code: 'cancelled', message: 'Cancelled.', ending: 'cancelled' };
  await (await world.settlement()).fail({ id: prediction.id, fence: null, ...cancelled });
  return { accountId, ...prediction };
}

/** Runs a statement that the database must reject. */
const mustReject = (world, broken, text, values) => expectRejected(() => world.query(text, values), broken);

export const DATABASE_GUARDS = [
  {
    name: 'unique index per prediction and kind',
    edits: [
      {
        file: SCHEMA,
        find: 'create unique index ledger_one_transfer_per_kind',
        put: 'create index ledger_one_transfer_per_kind',
      },
    ],
    async probe(world) {
      const { accountId, id } = await createFailedPrediction(world);
      await mustReject(world, 'a prediction was charged twice', ENTRY, [
        accountId,
        id,
        'charge',
        'wallet',
        'held',
      ]);
    },
  },
  {
    name: 'unique settlement index',
    edits: [
      {
        file: SCHEMA,
        find: 'create unique index ledger_one_settlement',
        put: 'create index ledger_one_settlement',
      },
    ],
    async probe(world) {
      const { accountId, id } = await createFailedPrediction(world);
      await mustReject(world, 'a prediction was refunded and captured', ENTRY, [
        accountId,
        id,
        'capture',
        'held',
        'revenue',
      ]);
    },
  },
  {
    name: 'the ledger is append-only',
    edits: [
      {
        file: SCHEMA,
        find: /create trigger ledger_is_append_only before delete or update on ledger_transfers\s+for each row execute function refuse_ledger_change\(\);/,
        put: '',
      },
    ],
    async probe(world) {
      const { id } = await createFailedPrediction(world);
      await mustReject(
        world,
        'an entry was changed',
        'update ledger_transfers set amount = 1 where prediction_id = $1',
        [id],
      );
      await mustReject(
        world,
        'an entry was removed',
        'delete from ledger_transfers where prediction_id = $1',
        [id],
      );
    },
  },
  {
    name: 'the ledger cannot be truncated',
    edits: [
      {
        file: SCHEMA,
        find: /create trigger ledger_is_never_emptied before truncate on ledger_transfers\s+for each statement execute function refuse_ledger_change\(\);/,
        put: '',
      },
      // `truncate … cascade` includes the transfer references, which have the same trigger.
      {
        file: SCHEMA,
        find: /create trigger transfer_references_are_never_emptied before truncate on transfer_references\s+for each statement execute function refuse_ledger_change\(\);/,
        put: '',
      },
    ],
    probe: (world) => mustReject(world, 'the ledger was emptied', 'truncate ledger_transfers cascade', []),
  },
  {
    name: 'a final prediction is immutable',
    edits: [
      {
        file: SCHEMA,
        find: /create trigger predictions_final_is_final before update on predictions\n\s*for each row when \(old\.status <> 'processing'\) execute function refuse_final_change\(\);/,
        put: '',
      },
    ],
    async probe(world) {
      const { id } = await createFailedPrediction(world);
      const text = `update predictions set status = 'completed', outputs = '[]', error_code = null where id = $1`;
      await mustReject(world, 'a failed prediction became completed', text, [id]);
    },
  },
  {
    name: 'no wallet is negative',
    edits: [
      { file: WALLETS, find: 'constraint wallets_balance_not_negative check (balance >= 0),', put: '' },
    ],
    async probe(world) {
      const accountId = await world.createAccount(1);
      await mustReject(
        world,
        'a wallet went below zero',
        'update wallets set balance = -1 where account_id = $1',
        [accountId],
      );
    },
  },
  {
    name: 'an entry moves credits between the sides of its kind',
    edits: [
      {
        file: SCHEMA,
        find: `('grant', 'system', 'wallet')`,
        put: `('grant', 'system', 'wallet'), ('grant', 'revenue', 'wallet')`,
      },
    ],
    async probe(world) {
      const accountId = await world.createAccount(1);
      await mustReject(world, 'credits were granted out of the revenue', ENTRY, [
        accountId,
        null,
        'grant',
        'revenue',
        'wallet',
      ]);
    },
  },
  {
    name: 'an account has one wallet',
    edits: [
      {
        file: WALLETS,
        find: /create trigger wallets_are_one before insert or update of account_id on wallets\s+for each row execute function refuse_second_wallet\(\);/,
        put: '',
      },
    ],
    async probe(world) {
      const text = 'insert into wallets (account_id, epoch, balance) values ($1, 1, 123000)';
      await mustReject(world, 'an account got a second wallet', text, [await world.createAccount(1)]);
    },
  },
  {
    name: 'an entry has its account',
    edits: [{ file: LEDGER_GUARDS, find: /,\s+'ledger_transfers'/, put: '' }],
    probe: (world) =>
      mustReject(world, 'credits were granted to no account', ENTRY, [
        randomUUID(),
        null,
        'grant',
        'system',
        'wallet',
      ]),
  },
  {
    name: 'an entry of a prediction has its account and its cost',
    edits: [
      {
        file: LEDGER_GUARDS,
        find: /create trigger entries_have_predictions after insert on ledger_transfers\s+referencing new table as entered_transfers for each statement execute function require_prediction\(\);/,
        put: '',
      },
    ],
    async probe(world) {
      const accountId = await world.createAccount(1);
      const charge = (id) => [accountId, id, 'charge', 'wallet', 'held'];
      await mustReject(world, 'a charge without a prediction was entered', ENTRY, charge(randomUUID()));
    },
  },
  {
    name: 'active key index',
    edits: [
      {
        file: SCHEMA,
        find: 'create unique index api_keys_active_place_unique',
        put: 'create index api_keys_active_place_unique',
      },
      {
        file: 'keys/keys.sql.js',
        find: 'on conflict (account_id, place) where revoked_at is null do nothing',
        put: '',
      },
    ],
    async probe(world) {
      const { accessToken, accountId } = await world.signUp();
      for (let place = 1; place <= 19; place += 1) await world.query(...newKey(accountId, place));
      const body = { name: 'the twenty-first', scopes: ['read'] };
      const { status } = await world.besideTransaction(
        (query) => query(...newKey(accountId, 20)),
        () => world.request('POST', '/api/keys', accessToken, body),
      );
      expectHolds(status === 409, `a key beside 20 active ones was answered ${status}`);
    },
  },
];

/** Inserts a key as a concurrent process would: invisible to others until its commit. */
function newKey(accountId, place) {
  const text = `insert into api_keys (id, account_id, name, env, last_four, secret_hash, scopes, rate_limit, place)
    values ($1::uuid, $2, 'a probe', 'live', '0000', sha256($1::uuid::text::bytea), '{read}', 120, $3)`;
  return [text, [randomUUID(), accountId, place]];
}
