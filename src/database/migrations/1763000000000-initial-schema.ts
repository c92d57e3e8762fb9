import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the schema. Every rule about money and predictions is a constraint, a unique index or a trigger, so that a bug
 * in the code cannot lose or double anything. Credits are whole thousandths (bigint) everywhere.
 */
export class InitialSchema1763000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ACCOUNTS);
    await runner.query(SIGN_IN);
    await runner.query(KEYS);
    await runner.query(LEDGER);
    await runner.query(PREDICTIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table if exists idempotency_keys, predictions, queue_clock, ledger_transfers, rate_windows,
      api_keys, refresh_tokens, sign_in_families, users, accounts cascade;
      drop function if exists refuse_ledger_change, refuse_final_change`);
  }
}

const ACCOUNTS = `
-- Owners of credits. balance is spendable, held is the cost of all processing predictions.
create table accounts (
  id uuid constraint accounts_pkey primary key,
  plan text not null,
  balance bigint not null default 0 constraint accounts_balance_not_negative check (balance >= 0),
  held bigint not null default 0 constraint accounts_held_not_negative check (held >= 0),
  -- Position of this account's next prediction in the fair line (prediction.queue.sql.ts), in milliseconds of work.
  fair_tag bigint not null default 0,
  balance_updated_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp()
) with (fillfactor = 70);
`;

const SIGN_IN = `
create table users (
  id uuid constraint users_pkey primary key,
  account_id uuid not null constraint users_account_id_fkey references accounts,
  email text constraint users_email_lower check (email = lower(email)),
  password_hash text,
  role text not null default 'user' constraint users_role_known check (role in ('user', 'admin')),
  -- Set for users of an external identity provider.
  issuer text,
  subject text,
  created_at timestamptz not null default clock_timestamp(),
  constraint users_can_sign_in check (password_hash is not null and email is not null or subject is not null and issuer is not null)
);
-- Emails are unique among users with a password; users of external providers are identified by issuer and subject.
create unique index users_email_unique on users (email) where password_hash is not null;
create unique index users_subject_unique on users (issuer, subject) where subject is not null;
create index users_account on users (account_id);

-- One sign-in on one device: each refresh token replaces the one before it, and all end together.
create table sign_in_families (
  id uuid constraint sign_in_families_pkey primary key,
  user_id uuid not null constraint sign_in_families_user_id_fkey references users on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sign_in_families_user on sign_in_families (user_id);

create table refresh_tokens (
  hash bytea constraint refresh_tokens_pkey primary key constraint refresh_tokens_hash_is_sha256 check (length(hash) = 32),
  family_id uuid not null constraint refresh_tokens_family_id_fkey references sign_in_families on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz
);
create index refresh_tokens_family on refresh_tokens (family_id);
`;

const KEYS = `
create table api_keys (
  id uuid constraint api_keys_pkey primary key,
  account_id uuid not null constraint api_keys_account_id_fkey references accounts,
  name text not null constraint api_keys_name_length check (char_length(name) between 1 and 100),
  env text not null constraint api_keys_env_known check (env in ('live', 'test')),
  last_four text not null constraint api_keys_last_four_length check (char_length(last_four) = 4),
  secret_hash bytea not null constraint api_keys_secret_hash_is_sha256 check (length(secret_hash) = 32),
  scopes text[] not null constraint api_keys_scopes_known check (
    cardinality(scopes) > 0 and scopes <@ array['read','write','generate:image','generate:video','generate:audio','generate:3d','billing']),
  rate_limit integer not null constraint api_keys_rate_limit_range check (rate_limit between 10 and 6000),
  -- An active key has one of 20 places of its account, so that concurrent requests cannot create a 21st key.
  place smallint not null constraint api_keys_place_range check (place between 1 and 20),
  created_at timestamptz not null default clock_timestamp(),
  revoked_at timestamptz
);
create unique index api_keys_secret_hash_unique on api_keys (secret_hash);
create unique index api_keys_active_place_unique on api_keys (account_id, place) where revoked_at is null;
create index api_keys_account on api_keys (account_id, created_at desc);

-- 61 one-second buckets per budget: their sum covers any sliding 60 s, so a limit is never exceeded.
-- A logged table on purpose: a crash of the database must not reset budgets.
create table rate_windows (
  -- key:<id>, platform, account:<id> or ip:<address>
  subject text constraint rate_windows_pkey primary key,
  -- The second (since 1970) of the newest bucket; bucket of second s is buckets[1 + s % 61].
  head bigint not null default 0,
  buckets integer[] not null default array_fill(0, array[61]) constraint rate_windows_has_61_buckets check (cardinality(buckets) = 61),
  -- All requests that the key authenticated, rejected ones included.
  requests bigint not null default 0,
  last_used_at timestamptz
) with (fillfactor = 40);
insert into rate_windows (subject) values ('platform');
`;

const LEDGER = `
-- Double entry: every row moves an amount from one side to another. wallet and held belong to the account; system
-- (grants) and revenue have no row and no running balance, because all charges would wait for the lock of that row.
create table ledger_transfers (
  id bigint generated always as identity constraint ledger_transfers_pkey primary key,
  account_id uuid not null constraint ledger_transfers_account_id_fkey references accounts,
  prediction_id uuid,
  kind text not null,
  source text not null,
  destination text not null,
  amount bigint not null constraint ledger_transfers_amount_not_negative check (amount >= 0),
  -- Balance after this transfer. The rows of an account form a chain, in which a missing row shows.
  balance_after bigint not null constraint ledger_transfers_balance_after_not_negative check (balance_after >= 0),
  note text,
  created_at timestamptz not null default clock_timestamp(),
  constraint ledger_transfers_kind_moves check (
    (kind, source, destination) in (
      ('grant', 'system', 'wallet'),
      ('charge', 'wallet', 'held'),
      ('capture', 'held', 'revenue'),
      ('refund', 'held', 'wallet'),
      ('adjustment', 'system', 'wallet'),
      ('adjustment', 'wallet', 'system'))),
  constraint ledger_transfers_prediction_iff_generation check ((prediction_id is not null) = (kind in ('charge', 'capture', 'refund')))
);
create unique index ledger_one_transfer_per_kind on ledger_transfers (prediction_id, kind) where prediction_id is not null;
create unique index ledger_one_settlement on ledger_transfers (prediction_id) where kind in ('capture', 'refund');
create index ledger_transfers_account on ledger_transfers (account_id, id desc);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % refused', tg_op using errcode = 'P0001';
end $$;
create trigger ledger_is_append_only before update or delete on ledger_transfers
  for each row execute function refuse_ledger_change();
create trigger ledger_is_never_emptied before truncate on ledger_transfers
  for each statement execute function refuse_ledger_change();
`;

const PREDICTIONS = `
-- The prediction and its queue entry are one row: one write to create, one to settle.
create table predictions (
  id uuid constraint predictions_pkey primary key,
  account_id uuid not null constraint predictions_account_id_fkey references accounts,
  key_id uuid not null constraint predictions_key_id_fkey references api_keys,
  env text not null constraint predictions_env_known check (env in ('live', 'test')),
  model_key text not null,
  model text not null,
  modality text not null constraint predictions_modality_known check (modality in ('image', 'video', 'audio', '3d')),
  operation text not null,
  provider text not null,
  input jsonb not null,
  -- Media sent inside the request, by field; a column of its own, so that reads of the input stay small.
  inline_media jsonb,
  metadata jsonb not null default '{}',
  external_user_id text,
  cost bigint not null constraint predictions_cost_not_negative check (cost >= 0),
  status text not null default 'processing' constraint predictions_status_known check (status in ('processing', 'completed', 'failed')),

  -- The queue.
  fair_tag bigint not null,
  run_at timestamptz not null default clock_timestamp(),
  deadline_at timestamptz not null,
  lease_until timestamptz,
  leased_by integer,
  -- Incremented by every claim and every cancel: a write that names an older fence matches no row.
  fence integer not null default 0,
  -- Submits begun; transient errors of the engine; leases that expired or whose worker died.
  attempts smallint not null default 0,
  errors smallint not null default 0,
  crashes smallint not null default 0,
  -- The intent: set before the submit and cleared by the response. A later worker sees that a submit may have happened.
  submit_open boolean not null default false,
  -- The engine's reference, after its response.
  provider_ref jsonb,
  progress smallint not null default 0 constraint predictions_progress_range check (progress between 0 and 100),
  provider_queue_position integer,
  -- Attempt events for the timeline, free of provider secrets: [{at, event, attempt, message}].
  events jsonb not null default '[]',

  -- The end.
  outputs jsonb,
  output_expires_at timestamptz,
  outputs_removed_at timestamptz,
  error_code text,
  error_message text,
  error_retryable boolean,
  -- For the operator: the engine's error message. The API never returns it.
  error_internal text,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  completed_at timestamptz,

  constraint predictions_final_iff_completed_at check ((status = 'processing') = (completed_at is null)),
  constraint predictions_failed_iff_error check ((status = 'failed') = (error_code is not null)),
  constraint predictions_completed_iff_outputs check ((status = 'completed') = (outputs is not null)),
  constraint predictions_final_has_no_lease check (status = 'processing' or lease_until is null)
) with (fillfactor = 80);

-- The two indexes of a claim: begun predictions that are due again, then predictions not yet begun, in fair order.
create index predictions_due on predictions (provider, run_at) where status = 'processing' and started_at is not null;
create index predictions_waiting on predictions (provider, fair_tag, id) where status = 'processing' and started_at is null;
create index predictions_deadline on predictions (deadline_at) where status = 'processing';
-- History, newest first, one index per filter that may be rare among a million.
create index predictions_history on predictions (account_id, created_at desc, id desc);
create index predictions_history_modality on predictions (account_id, modality, created_at desc, id desc);
create index predictions_history_failed on predictions (account_id, created_at desc, id desc) where status = 'failed';
create index predictions_history_reframe on predictions (account_id, created_at desc, id desc) where operation = 'reframe';
create index predictions_history_external_user on predictions (account_id, external_user_id, created_at desc, id desc) where external_user_id is not null;
create index predictions_expiring on predictions (output_expires_at) where outputs is not null and outputs_removed_at is null;

-- A final prediction does not change; only the removal of its expired outputs is still recorded in its row.
create function refuse_final_change() returns trigger language plpgsql as $$
begin
  if new.status is distinct from old.status or new.cost <> old.cost or new.account_id <> old.account_id
     or new.outputs is distinct from old.outputs or new.error_code is distinct from old.error_code
     or new.completed_at is distinct from old.completed_at then
    raise exception 'prediction % is final', old.id using errcode = 'P0001';
  end if;
  return new;
end $$;
create trigger predictions_final_is_final before update on predictions
  for each row when (old.status <> 'processing') execute function refuse_final_change();

-- Progress of the fair line, in milliseconds of work: a new account starts here, not at zero.
create table queue_clock (
  only_row boolean constraint queue_clock_pkey primary key default true constraint queue_clock_only_row check (only_row),
  tag bigint not null default 0
);
insert into queue_clock default values;

-- The prediction of an Idempotency-Key, for 24 h.
create table idempotency_keys (
  account_id uuid not null,
  key text not null constraint idempotency_keys_key_length check (char_length(key) between 1 and 255),
  fingerprint bytea not null,
  prediction_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint idempotency_keys_pkey primary key (account_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
`;
