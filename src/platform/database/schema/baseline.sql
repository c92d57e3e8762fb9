-- The schema that a fresh installation begins with. The first migration runs this file, the others come after it, so it is never
-- changed: a change of the schema is a migration (src/platform/database/migrations).
--
-- What each column means: the entities (src/**/*.entity.ts). Amounts of credits are in thousandths.

-- ---------- The installation

-- The state of one installation, which is one database. The table has one row.
create table installation (
  only_row boolean not null default true,
  secret_fingerprint bytea,
  ledger_id_key bytea not null 
    default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),
  counted_ledger_ids bigint not null default 0,
  database_id text,
  storage_id uuid,
  constraint installation_pkey primary key (only_row),
  constraint installation_ledger_id_key_length check (length(ledger_id_key) = 32),
  constraint installation_only_row check (only_row)
);
insert into installation default values;

-- ---------- Accounts and their people: who owns credits and keys, and who may act for whom

-- The owner of credits and keys. The statements that move money (`credits/`, `generation/`) write `balance`, `held` and `owed`, and
-- those that create predictions write `fair_tag`; nothing writes them through this entity.
create table accounts (
  id uuid not null,
  generation bigint not null default 0,
  plan text not null,
  balance bigint not null default 0,
  held bigint not null default 0,
  owed bigint not null default 0,
  credits_expire_at timestamptz,
  has_expired_held boolean not null default false,
  fair_tag bigint not null default 0,
  spend_limits bigint not null default 0,
  updates integer not null default 0,
  balance_updated_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  constraint accounts_pkey primary key (id, generation),
  constraint accounts_balance_not_negative check (balance >= 0),
  constraint accounts_held_not_negative check (held >= 0),
  constraint accounts_owed_not_negative check (owed >= 0)
) with (fillfactor=70);
create index accounts_plan on accounts (plan, id);
create function refuse_account_removal() returns trigger language plpgsql as $$
begin
  raise exception 'accounts are kept: % refused', tg_op using errcode = 'P0001';
end
$$;
create trigger accounts_are_kept before delete on accounts for each row execute function refuse_account_removal();
create function track_plan_month() returns trigger language plpgsql as $$
begin
  insert into plan_months (account_id, plan) values (new.id, new.plan)
  on conflict (account_id) do update set plan = excluded.plan, due_at = '-infinity' where plan_months.plan <> excluded.plan;
  return null;
end
$$;
create trigger accounts_plan_months_of_changed after update of plan on accounts for each row execute function track_plan_month();
create trigger accounts_plan_months_of_new after insert on accounts for each row execute function track_plan_month();

-- The parts of one to three characters of a text, by which the index of emails finds a part of an email.
create function text_parts(value text) returns text[] language sql immutable parallel safe strict as $$
  select array_agg(substr(value, first, length))
  from generate_series(1, 3) length, generate_series(1, char_length(value) - length + 1) first
$$;

-- A person who signs in, with email and password or with an outside identity provider as (issuer, subject).
create table users (
  id uuid not null,
  account_id uuid not null,
  email text,
  email_verified_at timestamptz default now(),
  signup_credits bigint not null default 0,
  password_hash text,
  role text not null default 'user',
  issuer text,
  subject text,
  created_at timestamptz not null default clock_timestamp(),
  constraint users_pkey primary key (id),
  constraint users_can_sign_in check ((password_hash is not null and email is not null) or (subject is not null and issuer is not null)),
  constraint users_email_lower check (email = lower(email)),
  constraint users_role_known check (role in ('user', 'admin')),
  constraint users_signup_credits_not_negative check (signup_credits >= 0)
);
create index users_account on users (account_id);
create index users_administrators on users (id) where (role = 'admin');
create index users_email_parts on users using gin (text_parts(email)) with (fastupdate=off);
create unique index users_email_unique on users (email) where (password_hash is not null);
create unique index users_subject_unique on users (issuer, subject) where (subject is not null);
create function add_owner() returns trigger language plpgsql as $$
begin
  insert into memberships (user_id, account_id, role, since) values (new.id, new.account_id, 'owner', new.created_at)
  on conflict do nothing;
  return null;
end
$$;
create trigger users_become_owners after insert on users for each row execute function add_owner();
create function require_account() returns trigger language plpgsql as $$
begin
  perform from accounts where id = new.account_id for key share;
  if not found then
    raise exception 'the account % does not exist', new.account_id using errcode = 'foreign_key_violation';
  end if;
  -- A deletion locks the account: what waited for it sees the deletion. The request gets a 503, and the next one a 401.
  if exists (select from account_deletions where account_id = new.account_id) then
    raise exception 'the account % is deleted', new.account_id using errcode = 'serialization_failure';
  end if;
  return null;
end
$$;
create trigger users_have_account after insert or update of account_id on users for each row execute function require_account();

-- Who belongs to which account, with which role. A trigger makes a new user the owner of its account.
create table memberships (
  user_id uuid not null,
  account_id uuid not null,
  role text not null,
  since timestamptz not null default clock_timestamp(),
  constraint memberships_pkey primary key (user_id, account_id),
  constraint memberships_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint memberships_role_known check (role in ('owner', 'admin', 'developer', 'viewer', 'billing'))
);
create index memberships_account on memberships (account_id);
create trigger memberships_have_account after insert or update of account_id on memberships
  for each row execute function require_account();

-- An account that is deleted, from the acceptance of the deletion on. What erases it goes on from `pass`, `step` and `position`. The
-- row stays for ever, as the account and its ledger do; triggers read it.
create table account_deletions (
  account_id uuid not null,
  requested_at timestamptz not null default clock_timestamp(),
  pass integer not null default 1,
  step text not null default '',
  position jsonb,
  due_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  constraint account_deletions_pkey primary key (account_id)
);
create index account_deletions_due on account_deletions (due_at) where (finished_at is null);

-- What the people of an account call it. A table of its own, because rows of `accounts` get a version with every charge.
create table account_names (
  account_id uuid not null,
  name text not null,
  constraint account_names_pkey primary key (account_id),
  constraint account_names_length check (char_length(name) >= 1 and char_length(name) <= 100)
);

-- An account's id in the operator's own systems. A table of its own, because rows of `accounts` get a version with every charge.
create table account_references (
  account_id uuid not null,
  external_id text not null,
  constraint account_references_pkey primary key (account_id),
  constraint account_references_external_id_length check (char_length(external_id) >= 1 and char_length(external_id) <= 200)
);
create unique index account_references_external_id_unique on account_references (external_id);
create trigger account_references_have_account after insert or update of account_id on account_references
  for each row execute function require_account();

-- The Idempotency-Key of an account that an operator created: one account per reference, for ever.
create table account_creations (
  reference text not null,
  fingerprint bytea not null,
  account_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint account_creations_pkey primary key (reference),
  constraint account_creations_fingerprint_is_sha256 check (length(fingerprint) = 32),
  constraint account_creations_reference_length check (char_length(reference) >= 1 and char_length(reference) <= 255)
);
create index account_creations_account on account_creations (account_id);
create trigger account_creations_have_account after insert or update of account_id on account_creations
  for each row execute function require_account();

-- An account whose API keys are rejected. A table of its own, because every admission reads it: a row of `accounts` gets a version
-- with every charge.
create table suspended_accounts (
  account_id uuid not null,
  since timestamptz not null default clock_timestamp(),
  by_user uuid,
  constraint suspended_accounts_pkey primary key (account_id)
);
create trigger suspended_accounts_have_account after insert or update of account_id on suspended_accounts
  for each row execute function require_account();

-- An export in progress: one per account, on all processes. The row of a killed process expires.
create table account_exports (
  account_id uuid not null,
  id uuid not null,
  lease_until timestamptz not null,
  constraint account_exports_pkey primary key (account_id)
);

-- An open invitation to an account. One that was accepted or withdrawn has no row.
create table invitations (
  id uuid not null,
  account_id uuid not null,
  email text not null,
  role text not null,
  invited_by uuid not null,
  hash bytea,
  is_mailed boolean not null default true,
  expires_at timestamptz not null,
  constraint invitations_pkey primary key (id),
  constraint invitations_email_unique unique (account_id, email),
  constraint invitations_hash_unique unique (hash),
  constraint invitations_invited_by_fkey foreign key (invited_by) references users(id) on delete cascade,
  constraint invitations_email_lower check (email = lower(email)),
  constraint invitations_hash_is_sha256 check (length(hash) = 32),
  constraint invitations_role_known check (role in ('owner', 'admin', 'developer', 'viewer', 'billing'))
);
create index invitations_email on invitations (email);
create index invitations_invited_by on invitations (invited_by);
create trigger invitations_have_account after insert or update of account_id on invitations
  for each row execute function require_account();

-- ---------- Sign-ins

-- A sign-in on one device, with a chain of refresh tokens that all end together.
create table sign_in_families (
  id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  address text,
  user_agent text,
  account_id uuid,
  continued_as uuid,
  constraint sign_in_families_pkey primary key (id),
  constraint sign_in_families_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index sign_in_families_user on sign_in_families (user_id);

-- A refresh token of a sign-in. Each is used once.
create table refresh_tokens (
  hash bytea not null,
  family_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz,
  constraint refresh_tokens_pkey primary key (hash),
  constraint refresh_tokens_family_id_fkey foreign key (family_id) references sign_in_families(id) on delete cascade,
  constraint refresh_tokens_hash_is_sha256 check (length(hash) = 32)
);
create index refresh_tokens_family on refresh_tokens (family_id);

-- A link with which a user sets a password, once.
create table one_time_links (
  hash bytea not null,
  user_id uuid not null,
  purpose text not null,
  is_mailed boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint one_time_links_pkey primary key (hash),
  constraint one_time_links_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint one_time_links_hash_is_sha256 check (length(hash) = 32),
  constraint one_time_links_purpose_known check (purpose in ('invitation', 'reset'))
);
create index one_time_links_user on one_time_links (user_id);

-- The link with which a user verifies an email, once. A user has one at most.
create table verification_links (
  user_id uuid not null,
  hash bytea not null,
  email text not null,
  expires_at timestamptz not null,
  constraint verification_links_pkey primary key (user_id),
  constraint verification_links_hash_unique unique (hash),
  constraint verification_links_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint verification_links_hash_is_sha256 check (length(hash) = 32)
);

-- A token that makes the first administrator, once. Rows are deleted when there is one.
create table setup_tokens (
  hash bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  constraint setup_tokens_pkey primary key (hash),
  constraint setup_tokens_hash_is_sha256 check (length(hash) = 32)
);

-- ---------- Keys and their limits

-- An API key. Only the hash of its secret is stored.
create table api_keys (
  id uuid not null,
  account_id uuid not null,
  name text not null,
  env text not null,
  last_four text not null,
  secret_hash bytea not null,
  scopes text[] not null,
  rate_limit integer not null,
  place smallint,
  created_at timestamptz not null default clock_timestamp(),
  revoked_at timestamptz,
  expires_at timestamptz,
  disabled_at timestamptz,
  allowed_models text[],
  allowed_ips inet[],
  metadata jsonb not null default '{}'::jsonb,
  retires_at timestamptz,
  replaces uuid,
  replaced_by uuid,
  budget_id uuid,
  constraint api_keys_pkey primary key (id),
  constraint api_keys_env_known check (env in ('live', 'test')),
  constraint api_keys_last_four_length check (char_length(last_four) = 4),
  constraint api_keys_name_length check (char_length(name) >= 1 and char_length(name) <= 100),
  constraint api_keys_place_range check (place >= 1 and place <= 20),
  constraint api_keys_rate_limit_range check (rate_limit >= 10 and rate_limit <= 6000),
  constraint api_keys_scopes_known check (
    cardinality(scopes) > 0
    and scopes <@ array['read', 'write', 'generate:image', 'generate:video', 'generate:audio', 'generate:3d', 'billing']
  ),
  constraint api_keys_secret_hash_is_sha256 check (length(secret_hash) = 32)
);
create index api_keys_account on api_keys (account_id, created_at desc);
create unique index api_keys_active_place_unique on api_keys (account_id, place) where (revoked_at is null);
create unique index api_keys_secret_hash_unique on api_keys (secret_hash);
create trigger api_keys_have_account after insert or update of account_id on api_keys for each row execute function require_account();

-- A key of an operator's own systems, for /api/admin. Only the hash of its secret is stored. Never deleted: events name it.
create table operator_keys (
  id uuid not null,
  name text not null,
  last_four text not null,
  secret_hash bytea not null,
  scopes text[] not null,
  allowed_ips inet[],
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz,
  revoked_at timestamptz,
  constraint operator_keys_pkey primary key (id),
  constraint operator_keys_last_four_length check (char_length(last_four) = 4),
  constraint operator_keys_name_length check (char_length(name) >= 1 and char_length(name) <= 100),
  constraint operator_keys_scopes_known check (
    cardinality(scopes) > 0
    and scopes <@ array['accounts:read', 'accounts:write', 'keys:write', 'credits:write', 'usage:read', 'catalogue:write']
  ),
  constraint operator_keys_secret_hash_is_sha256 check (length(secret_hash) = 32)
);
create unique index operator_keys_secret_hash_unique on operator_keys (secret_hash);

-- A limit of an account instead of its plan's. Without a row the plan's holds.
create table account_limits (
  account_id uuid not null,
  max_rate_limit integer not null,
  constraint account_limits_pkey primary key (account_id),
  constraint account_limits_rate_limit_range check (max_rate_limit >= 10 and max_rate_limit <= 6000)
);

-- A budget: 61 one-second buckets, whose sum covers at least any sliding 60 s. Only the admission statement writes it. One row per
-- subject. The table is logged, so that a crash of the database does not reset budgets.
create table budgets (
  subject text not null,
  generation bigint not null default 0,
  updates integer not null default 0,
  head bigint not null default 0,
  buckets integer[] not null default array_fill(0, array[61]),
  requests bigint not null default 0,
  last_used_at timestamptz,
  earlier integer not null default 0,
  earlier_at bigint not null default 0,
  constraint budgets_pkey primary key (subject, generation),
  constraint budgets_has_61_buckets check (cardinality(buckets) = 61)
) with (fillfactor=40);
insert into budgets (subject) values ('platform');

-- The attempts of one subject against one limit. Only `attempt-limits.sql.ts` writes it.
create table attempt_windows (
  key bytea not null,
  attempts timestamptz[] not null,
  full_until timestamptz,
  expires_at timestamptz not null,
  constraint attempt_windows_pkey primary key (key),
  constraint attempt_windows_key_is_sha256 check (length(key) = 32)
);
create index attempt_windows_expires on attempt_windows (expires_at);

-- ---------- The catalogue

-- A version of a model, a plan or a pack that was changed live, with who changed it and why. Append-only: triggers refuse update,
-- delete and truncate. Written only by `CatalogueChanges`.
create table catalogue_versions (
  revision bigint not null,
  kind text not null,
  key text not null,
  version integer not null,
  settings jsonb not null,
  change jsonb not null,
  restored integer,
  reason text,
  actor_kind text not null,
  actor_id text,
  request_id text,
  created_at timestamptz not null default clock_timestamp(),
  constraint catalogue_versions_pkey primary key (revision),
  constraint catalogue_versions_once unique (kind, key, version),
  constraint catalogue_versions_kind_known check (kind in ('model', 'plan', 'pack')),
  constraint catalogue_versions_texts_length check (
    char_length(key) <= 100
    and char_length(reason) <= 500
    and char_length(actor_id) <= 200
  ),
  constraint catalogue_versions_version_range check (version >= 2)
);
create function refuse_catalogue_change() returns trigger language plpgsql as $$
begin
  raise exception 'versions of the catalogue are append-only: % refused', tg_op using errcode = 'P0001';
end
$$;
create trigger catalogue_versions_are_append_only before delete or update on catalogue_versions
  for each row execute function refuse_catalogue_change();
create trigger catalogue_versions_are_never_emptied before truncate on catalogue_versions
  for each statement execute function refuse_catalogue_change();

-- ---------- Predictions: what was asked for, the queue, and what is left of it

-- A prediction, which is also its queue entry. Only the statements of this folder write it; lists read through this entity. A
-- trigger rejects changes of a final prediction.
create table predictions (
  id uuid not null,
  account_id uuid not null,
  key_id uuid,
  env text not null,
  model_key text not null,
  model text not null,
  modality text not null,
  operation text not null,
  provider text not null,
  input jsonb not null,
  inline_media jsonb,
  metadata jsonb not null default '{}'::jsonb,
  external_user_id text,
  cost bigint not null,
  status text not null default 'processing',
  fair_tag bigint,
  run_at timestamptz not null default clock_timestamp(),
  deadline_at timestamptz not null,
  lease_until timestamptz,
  leased_by integer,
  fence integer not null default 0,
  attempts smallint not null default 0,
  errors smallint not null default 0,
  crashes smallint not null default 0,
  submit_open boolean not null default false,
  provider_ref jsonb,
  progress smallint not null default 0,
  provider_queue_position integer,
  events jsonb not null default '[]'::jsonb,
  outputs jsonb,
  output_expires_at timestamptz,
  outputs_removed_at timestamptz,
  error_code text,
  error_message text,
  error_retryable boolean,
  error_internal text,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  completed_at timestamptz,
  inline_bytes bigint,
  weight bigint,
  plan_tag bigint,
  isolated_crashes smallint not null default 0,
  deleted_at timestamptz,
  removal_at timestamptz,
  workload bigint,
  trace_context text,
  price_version text,
  constraint predictions_pkey primary key (id),
  constraint predictions_key_id_fkey foreign key (key_id) references api_keys(id),
  constraint predictions_completed_iff_outputs check ((status = 'completed') = (outputs is not null)),
  constraint predictions_cost_not_negative check (cost >= 0),
  constraint predictions_env_known check (env in ('live', 'test')),
  constraint predictions_failed_iff_error check ((status = 'failed') = (error_code is not null)),
  constraint predictions_final_has_no_lease check (status = 'processing' or lease_until is null),
  constraint predictions_final_iff_completed_at check ((status = 'processing') = (completed_at is null)),
  constraint predictions_modality_known check (modality in ('image', 'video', 'audio', '3d')),
  constraint predictions_progress_range check (progress >= 0 and progress <= 100),
  constraint predictions_status_known check (status in ('processing', 'completed', 'failed'))
) with (fillfactor=80);
create index predictions_awaited on predictions (provider, run_at)
  where (status = 'processing' and started_at is not null and provider_ref is not null);
create index predictions_deadline on predictions (deadline_at) where (status = 'processing');
create index predictions_due on predictions (provider, run_at)
  where (status = 'processing' and started_at is not null and provider_ref is null);
create index predictions_expiring on predictions (output_expires_at) where (outputs is not null and outputs_removed_at is null);
create index predictions_final on predictions (status, modality, operation, model_key, env, id desc) where (status <> 'processing');
create index predictions_final_dashboard on predictions (status, modality, operation, model_key, env, id desc)
  where (key_id is null and status <> 'processing');
create index predictions_final_external_user on predictions (external_user_id, status, modality, operation, model_key, env, id desc)
  where (external_user_id is not null and status <> 'processing');
create index predictions_history on predictions (account_id, created_at desc, id desc);
create index predictions_history_final on predictions
  (account_id, status, modality, operation, model_key, env, key_id, created_at desc, id desc)
  where (status <> 'processing');
create index predictions_history_final_external_user on predictions
  (account_id, external_user_id, status, modality, operation, model_key, env, key_id, created_at desc, id desc)
  where (external_user_id is not null and status <> 'processing');
create index predictions_history_processing on predictions (account_id, created_at desc, id desc) where (status = 'processing');
create index predictions_leased on predictions (leased_by) where (leased_by is not null);
create index predictions_misdated on predictions (id)
  where (
    created_at - to_timestamp((('x' || left(id::text, 8))::bit(32)::bigint)::float8 * 65.536::float8) < '-00:05:00'::interval
    or created_at - to_timestamp((('x' || left(id::text, 8))::bit(32)::bigint)::float8 * 65.536::float8) > '00:05:00'::interval
  );
create index predictions_waiting on predictions (provider, fair_tag, id) where (status = 'processing' and started_at is null);
create index predictions_with_plan_place on predictions (account_id)
  where (status = 'processing' and plan_tag is not null and fair_tag is not null);
create index predictions_without_plan_place on predictions (account_id, plan_tag, id) where (status = 'processing' and fair_tag is null);
create function refuse_final_change() returns trigger language plpgsql as $$
begin
  if new.status is distinct from old.status or new.cost <> old.cost or new.account_id <> old.account_id
     or new.error_code is distinct from old.error_code or new.completed_at is distinct from old.completed_at
     or new.outputs is distinct from old.outputs
        and not (new.outputs = '[]' and exists (select from account_deletions d where d.account_id = old.account_id)) then
    raise exception 'prediction % is final', old.id using errcode = 'P0001';
  end if;
  return new;
end
$$;
create trigger predictions_final_is_final before update on predictions
  for each row when (old.status <> 'processing') execute function refuse_final_change();

-- An Idempotency-Key of POST /api/generate and the prediction that its first request created. Kept for 24 h.
create table idempotency_keys (
  account_id uuid not null,
  key text not null,
  fingerprint bytea not null,
  prediction_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint idempotency_keys_pkey primary key (account_id, key),
  constraint idempotency_keys_key_length check (char_length(key) >= 1 and char_length(key) <= 255)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Inline files of one request. The row is inserted before the files are stored and deleted after they are removed. It has no foreign
-- keys: the prediction is inserted later, and a check of the account would wait for the wallet lock.
create table inline_inputs (
  prediction_id uuid not null,
  account_id uuid not null,
  bytes bigint not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint inline_inputs_pkey primary key (prediction_id),
  constraint inline_inputs_bytes_positive check (bytes > 0)
);
create index inline_inputs_age on inline_inputs (created_at, prediction_id);

-- The virtual clock of the fair queue: an account without waiting predictions starts here. One row.
create table queue_clock (
  only_row boolean not null default true,
  tag bigint not null default 0,
  constraint queue_clock_pkey primary key (tag),
  constraint queue_clock_only_row check (only_row)
);
insert into queue_clock default values;

-- How long completed predictions of one workload took: a moving average.
create table run_times (
  workload bigint not null,
  model_key text not null,
  cost bigint not null,
  seconds double precision not null,
  held_seconds double precision not null,
  runs integer not null,
  updated_at timestamptz not null default clock_timestamp(),
  constraint run_times_pkey primary key (workload),
  constraint run_times_positive check (seconds >= 0::float8 and held_seconds >= 0::float8 and runs > 0)
);

-- An engine whose last exchange failed on the operator's side, or an operation that it cannot do. A success removes the row.
create table provider_circuits (
  provider text not null,
  failures integer not null,
  open_until timestamptz,
  reason text not null,
  changed_at timestamptz not null default clock_timestamp(),
  constraint provider_circuits_pkey primary key (provider),
  constraint provider_circuits_failures_positive check (failures > 0)
);

-- What remains of a prediction that was removed after its retention: what the ledger, its verification and its sums need, and
-- nothing of its content. Append-only by triggers.
create table removed_predictions (
  id uuid not null,
  account_id uuid not null,
  key_id uuid,
  created_at timestamptz not null,
  cost bigint not null,
  status text not null,
  model_key text not null,
  constraint removed_predictions_pkey primary key (id),
  constraint removed_predictions_status_final check (status in ('completed', 'failed'))
);
create index removed_predictions_account on removed_predictions (account_id, created_at);
create index removed_predictions_misdated on removed_predictions (id)
  where (
    created_at - to_timestamp((('x' || left(id::text, 8))::bit(32)::bigint)::float8 * 65.536::float8) < '-00:05:00'::interval
    or created_at - to_timestamp((('x' || left(id::text, 8))::bit(32)::bigint)::float8 * 65.536::float8) > '00:05:00'::interval
  );
create function refuse_ledger_change() returns trigger language plpgsql as $$
declare
  erased jsonb;
begin
  -- Of a deleted account the texts that people wrote can be erased: notes, and references of operators.
  if tg_op = 'UPDATE' and tg_table_name = 'ledger_transfers' then
    erased := to_jsonb(old) || '{"note": null}';
    if to_jsonb(new) = erased and exists (select from account_deletions d where d.account_id = old.account_id) then
      return new;
    end if;
  elsif tg_op = 'UPDATE' and tg_table_name = 'transfer_references' then
    erased := to_jsonb(old) || jsonb_build_object('reference', 'erased:' || old.transfer_id,
      'fingerprint', sha256(convert_to('erased:' || old.transfer_id, 'UTF8')));
    if to_jsonb(new) = erased and exists (
      select from ledger_transfers t join account_deletions d on d.account_id = t.account_id where t.id = old.transfer_id) then
      return new;
    end if;
  end if;
  raise exception 'the ledger is append-only: % refused', tg_op using errcode = 'P0001';
end
$$;
create trigger removed_predictions_are_append_only before delete or update on removed_predictions
  for each row execute function refuse_ledger_change();
create trigger removed_predictions_are_never_emptied before truncate on removed_predictions
  for each statement execute function refuse_ledger_change();

-- How far the removal of old predictions has come. The table has one row; the statement that removes locks it.
create table removal_position (
  only_row boolean not null default true,
  walked_to uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  oldest_kept uuid,
  begun_at timestamptz not null default clock_timestamp(),
  constraint removal_position_pkey primary key (only_row),
  constraint removal_position_only_row check (only_row)
);
insert into removal_position default values;

create function engine_places_taken(engine text, most integer) returns integer language plpgsql
set enable_seqscan = 'off'
set enable_bitmapscan = 'off'
as $$
begin
  -- The class of the advisory locks of engines; two engines with the same hash share a lock.
  if not pg_try_advisory_xact_lock(726441, hashtext(engine)) then
    return null;
  end if;
  return (select count(*) from (
    select from predictions
    where status = 'processing' and started_at is not null and provider_ref is not null and provider = engine
    union all
    select from predictions
    where status = 'processing' and started_at is not null and provider_ref is null and provider = engine
      and (submit_open or leased_by is not null)
    limit most) taken);
end
$$;

-- ---------- The ledger: every credit that moves

-- A double entry: moves an amount from one side to another. `wallet`, `held` and `debt` belong to the account; `system` and
-- `revenue` have no row and no running balance. Append-only: triggers refuse update, delete and truncate.
create table ledger_transfers (
  id bigint not null generated always as identity,
  account_id uuid not null,
  prediction_id uuid,
  kind text not null,
  source text not null,
  destination text not null,
  amount bigint not null,
  balance_after bigint not null,
  note text,
  expires_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint ledger_transfers_pkey primary key (id),
  constraint ledger_transfers_amount_not_negative check (amount >= 0),
  constraint ledger_transfers_balance_after_not_negative check (balance_after >= 0),
  constraint ledger_transfers_expires_at_of_kind check (
case kind
    when 'grant' then true
    when 'expiry' then expires_at is not null
    else expires_at is null
end),
  constraint ledger_transfers_kind_moves check (
    (kind, source, destination) in (
      ('grant', 'system', 'wallet'),
      ('charge', 'wallet', 'held'),
      ('capture', 'held', 'revenue'),
      ('refund', 'held', 'wallet'),
      ('adjustment', 'system', 'wallet'),
      ('adjustment', 'wallet', 'system'),
      ('debt', 'debt', 'wallet'),
      ('debt', 'wallet', 'debt'),
      ('expiry', 'wallet', 'system')
    )
  ),
  constraint ledger_transfers_prediction_iff_generation check ((prediction_id is not null) = (kind in ('charge', 'capture', 'refund')))
);
create unique index ledger_one_settlement on ledger_transfers (prediction_id) where (kind in ('capture', 'refund'));
create unique index ledger_one_transfer_per_kind on ledger_transfers (prediction_id, kind) where (prediction_id is not null);
create index ledger_transfers_account on ledger_transfers (account_id, id desc);
create index ledger_transfers_debts on ledger_transfers (account_id, id desc) where (kind = 'debt');
create index ledger_transfers_expiries on ledger_transfers (account_id, id desc) where (kind = 'expiry');
create index ledger_transfers_expiring on ledger_transfers (account_id, expires_at) where (expires_at is not null);
create index ledger_transfers_kind on ledger_transfers (account_id, kind, id desc) where (kind in ('grant', 'refund', 'adjustment'));
create trigger ledger_is_append_only before delete or update on ledger_transfers for each row execute function refuse_ledger_change();
create trigger ledger_is_never_emptied before truncate on ledger_transfers for each statement execute function refuse_ledger_change();

-- The Idempotency-Key of a grant or adjustment: one transfer per reference, for ever. Append-only by triggers.
create table transfer_references (
  reference text not null,
  fingerprint bytea not null,
  transfer_id bigint not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint transfer_references_pkey primary key (reference),
  constraint transfer_references_transfer_id_fkey foreign key (transfer_id) references ledger_transfers(id),
  constraint transfer_references_fingerprint_is_sha256 check (length(fingerprint) = 32),
  constraint transfer_references_length check (char_length(reference) >= 1 and char_length(reference) <= 255)
);
create unique index transfer_references_transfer_unique on transfer_references (transfer_id);
create trigger transfer_references_are_append_only before delete or update on transfer_references
  for each row execute function refuse_ledger_change();
create trigger transfer_references_are_never_emptied before truncate on transfer_references
  for each statement execute function refuse_ledger_change();

-- How far the ledger is verified. The table has one row; the holder of the verification's lock writes it.
create table ledger_checkpoint (
  only_row boolean not null default true,
  pass bigint not null default 0,
  entries_to bigint not null default 0,
  entries bigint not null default 0,
  granted bigint not null default 0,
  predictions_to uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  oldest_processing uuid,
  sums_to bigint not null default 0,
  overview_to bigint not null default 0,
  findings bigint not null default 0,
  constraint ledger_checkpoint_pkey primary key (only_row),
  constraint ledger_checkpoint_only_row check (only_row)
);
insert into ledger_checkpoint default values;

-- The running sums of an account over the verified entries (`LedgerCheckpointEntity.entriesTo`), in thousandths.
create table ledger_account_checkpoints (
  account_id uuid not null,
  pass bigint not null,
  wallet bigint not null,
  held bigint not null,
  owed bigint not null default 0,
  granted bigint not null,
  balance_after bigint not null,
  constraint ledger_account_checkpoints_pkey primary key (account_id)
) with (fillfactor=80);

-- A verification of the ledger that an administrator requested. An unfinished one is running while its process holds the advisory
-- lock; without the lock it was interrupted.
create table ledger_verifications (
  id bigint not null generated always as identity,
  requested_by uuid not null,
  started_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  accounts bigint,
  transfers bigint,
  findings_total bigint,
  findings jsonb,
  constraint ledger_verifications_pkey primary key (id),
  constraint ledger_verifications_requested_by_fkey foreign key (requested_by) references users(id),
  constraint ledger_verifications_finished_iff_result check (
    num_nulls(finished_at, accounts, transfers, findings_total, findings) in (0, 5)
  )
);

-- ---------- Credits that expire

-- An account that has credits which expire, and up to which entry of the ledger its lots are computed.
create table credit_positions (
  account_id uuid not null,
  entries_to bigint not null,
  unread bigint not null default 0,
  due_at timestamptz not null,
  constraint credit_positions_pkey primary key (account_id)
);
create index credit_positions_due on credit_positions (due_at);
create index credit_positions_unread on credit_positions (unread) where (unread >= 1000);

-- What is left of credits that expire at the same time, after the entry of the position. A lot of nothing has no row.
create table credit_lots (
  account_id uuid not null,
  expires_at timestamptz not null,
  remaining bigint not null,
  held bigint not null,
  constraint credit_lots_pkey primary key (account_id, expires_at),
  constraint credit_lots_held_not_negative check (held >= 0),
  constraint credit_lots_remaining_not_negative check (remaining >= 0)
);

-- Which lots the credits come from that a processing prediction holds.
create table credit_holds (
  account_id uuid not null,
  prediction_id uuid not null,
  expires_at timestamptz not null,
  amount bigint not null,
  constraint credit_holds_pkey primary key (account_id, prediction_id, expires_at),
  constraint credit_holds_amount_positive check (amount > 0)
);

-- ---------- Spend limits, alerts and monthly credits

-- What a key, or an end user, with a spend limit has spent in the current period. The statements that create predictions and those
-- that settle them write it, and `SpendLimits`; all of them have locked the account. Nothing writes it through this entity.
create table spend_counters (
  subject text not null,
  generation bigint not null default 0,
  updates integer not null default 0,
  account_id uuid not null,
  key_id uuid,
  external_user_id text,
  credits bigint not null,
  period text not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  spent bigint not null,
  constraint spend_counters_pkey primary key (subject, generation),
  constraint spend_counters_credits_not_negative check (credits >= 0),
  constraint spend_counters_one_subject check ((key_id is null) <> (external_user_id is null)),
  constraint spend_counters_period_known check (period in ('day', 'week', 'month', 'total')),
  constraint spend_counters_spent_not_negative check (spent >= 0)
) with (fillfactor=80);
create index spend_counters_end_users on spend_counters (account_id) where (external_user_id is not null);

-- The alert of an account about a low balance. `LedgerSummaries` notices crossings, `BalanceAlerts` sets alerts and leases mails. A
-- table of its own, because rows of `accounts` get a version with every charge.
create table balance_alerts (
  account_id uuid not null,
  below bigint,
  is_low boolean not null default false,
  from_entry bigint not null,
  mail_due_at timestamptz,
  attempts integer not null default 0,
  mails integer not null default 0,
  mails_since timestamptz,
  constraint balance_alerts_pkey primary key (account_id),
  constraint balance_alerts_below_positive check (below > 0),
  constraint balance_alerts_mail_when_low check (mail_due_at is null or is_low)
);
create index balance_alerts_mail_due on balance_alerts (mail_due_at) where (mail_due_at is not null);

-- What the running month of its plan has given to an account, if its plan gives credits by the calendar.
create table plan_months (
  account_id uuid not null,
  plan text not null,
  due_at timestamptz not null default '-infinity'::timestamptz,
  month date,
  granted bigint not null default 0,
  constraint plan_months_pkey primary key (account_id)
);
create index plan_months_due on plan_months (plan, due_at);

create function return_spending(subjects text[], charged_at timestamptz, refund bigint) returns void language plpgsql as $$
declare
  counter text;
begin
  foreach counter in array subjects loop
    update spend_counters k set spent = greatest(k.spent - refund, 0),
      generation = k.generation + (k.updates >= 63)::int,
      updates = case when k.updates >= 63 then 0 else k.updates + 1 end
    where k.subject = counter and charged_at >= k.period_start and charged_at < k.period_end and k.generation >= (
      select newest.generation from spend_counters newest
      where newest.subject = counter order by newest.subject desc, newest.generation desc limit 1);
  end loop;
end
$$;

-- ---------- Sums of the ledger: what lists and charts read instead of all entries

-- How far the ledger is summed. The table has one row; the statement that adds to the sums locks it.
create table summary_position (
  only_row boolean not null default true,
  entries_to bigint not null default 0,
  constraint summary_position_pkey primary key (only_row),
  constraint summary_position_only_row check (only_row)
);
insert into summary_position default values;

-- The range of ids of an account's summed entries of a quarter of an hour (UTC). Statements of old dates read these ids instead of
-- all entries since then. Written only by `LedgerSummaries`.
create table ledger_quarters (
  account_id uuid not null,
  quarter timestamptz not null,
  first_entry bigint not null,
  last_entry bigint not null,
  constraint ledger_quarters_pkey primary key (account_id, quarter)
) with (fillfactor=80);

-- What predictions of an account cost that were created in a quarter of an hour (UTC), by the summed entries of the ledger. Each
-- prediction is in three rows: of all, of its model and of its key. Written only by `LedgerSummaries`.
create table spending_sums (
  grouping text not null,
  account_id uuid not null,
  quarter timestamptz not null,
  value text not null,
  charged bigint not null,
  refunded bigint not null,
  predictions bigint not null,
  completed bigint not null,
  failed bigint not null,
  last_entry bigint not null,
  constraint spending_sums_pkey primary key ("grouping", account_id, quarter, value),
  constraint spending_sums_grouping_known check ("grouping" in ('all', 'model', 'key'))
) with (fillfactor=80);

-- How far the ledger is in `overview_sums`. The table has one row; the statement that adds to the sums locks it.
create table overview_position (
  only_row boolean not null default true,
  entries_to bigint not null default 0,
  constraint overview_position_pkey primary key (only_row),
  constraint overview_position_only_row check (only_row)
);
insert into overview_position default values;

-- What the summed entries of all accounts add up to in an hour or a day (UTC), and in all. Entries of a prediction count at the time
-- at which the prediction was created, others at their own. Written only by `LedgerSummaries`.
create table overview_sums (
  span text not null,
  figure text not null,
  starts_at timestamptz not null,
  value text not null,
  entries bigint not null,
  amount bigint not null,
  first_entry bigint not null,
  last_entry bigint not null,
  constraint overview_sums_pkey primary key (span, figure, starts_at, value),
  constraint overview_sums_figure_known check (
    figure in ('charge', 'capture', 'refund', 'failure', 'account', 'grant', 'adjustment', 'debt', 'expiry')
  ),
  constraint overview_sums_span_known check (span in ('hour', 'day', 'all'))
) with (fillfactor=80);

-- ---------- Payments

-- An order of a buyer: what is sold at which price. Payments are compared with it, and it says what is granted.
create table checkouts (
  id uuid not null,
  account_id uuid not null,
  user_id uuid not null,
  provider text not null,
  kind text not null default 'pack',
  pack text not null,
  title text not null,
  credits bigint not null,
  credits_expire boolean not null default false,
  expires_in_days integer,
  amount bigint not null,
  currency text not null,
  idempotency_key text,
  provider_id text,
  ended_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint checkouts_pkey primary key (id),
  constraint checkouts_amount_positive check (amount > 0),
  constraint checkouts_credits_positive check (credits > 0),
  constraint checkouts_currency_form check (currency ~ '^[A-Z]{3}$'),
  constraint checkouts_days_positive check (expires_in_days > 0),
  constraint checkouts_kind_known check (kind in ('pack', 'plan'))
);
create unique index checkouts_one_per_key on checkouts (account_id, idempotency_key) where (idempotency_key is not null);
create index checkouts_plans_of_account on checkouts (account_id, id) where (kind = 'plan' and ended_at is null);

-- A payment at the payment service. Its row is locked by every event of it.
create table payments (
  id uuid not null,
  provider text not null,
  payment_id text not null,
  checkout_id uuid,
  account_id uuid,
  status text not null default 'pending',
  rejection text,
  amount bigint,
  total bigint,
  currency text,
  credits bigint not null default 0,
  taken_back bigint not null default 0,
  subscription_id text,
  period_ends_at timestamptz,
  customer_id text,
  receipt_url text,
  created_at timestamptz not null default clock_timestamp(),
  constraint payments_pkey primary key (id),
  constraint payments_payment_unique unique (provider, payment_id),
  constraint payments_checkout_id_fkey foreign key (checkout_id) references checkouts(id),
  constraint payments_granted_to_account check (credits = 0 or (account_id is not null and checkout_id is not null)),
  constraint payments_rejection_known check (
    rejection in ('unknown_checkout', 'wrong_item', 'wrong_amount', 'wrong_currency', 'already_paid')
  ),
  constraint payments_status_known check (status in ('pending', 'paid', 'partly_refunded', 'refunded', 'disputed', 'rejected')),
  constraint payments_taken_back_in_credits check (taken_back >= 0 and taken_back <= credits)
);
create index payments_account on payments (account_id, id desc);
create unique index payments_one_grant_per_month on payments (checkout_id, period_ends_at)
  where (credits > 0 and subscription_id is not null);
create unique index payments_one_grant_per_pack on payments (checkout_id) where (credits > 0 and subscription_id is null);
create index payments_rejected on payments (id) where (rejection is not null);

-- What happened to the money of a payment. Each event once, by the primary key. Append-only by triggers.
create table payment_events (
  provider text not null,
  kind text not null,
  subject_id text not null,
  payment_id uuid not null,
  amount bigint not null,
  currency text not null,
  happened_at timestamptz not null,
  received_at timestamptz not null default clock_timestamp(),
  constraint payment_events_pkey primary key (provider, kind, subject_id),
  constraint payment_events_payment_id_fkey foreign key (payment_id) references payments(id),
  constraint payment_events_amount_not_negative check (amount >= 0),
  constraint payment_events_kind_known check (kind in ('paid', 'refunded', 'refund_failed', 'disputed', 'dispute_won'))
);
create index payment_events_payment on payment_events (payment_id);
create trigger payment_events_are_append_only before delete or update on payment_events
  for each row execute function refuse_ledger_change();
create trigger payment_events_are_never_emptied before truncate on payment_events
  for each statement execute function refuse_ledger_change();

-- A subscription to a plan, by its order. It is known from its first event on; its order says what it costs and gives.
create table subscriptions (
  id uuid not null,
  subscription_id text not null,
  account_id uuid not null,
  began_at timestamptz,
  paid_at timestamptz,
  failed_at timestamptz,
  paid_until timestamptz,
  ends_at timestamptz,
  changed_at timestamptz,
  end_requested_at timestamptz,
  end_due_at timestamptz,
  ended_at timestamptz,
  constraint subscriptions_pkey primary key (id),
  constraint subscriptions_id_fkey foreign key (id) references checkouts(id)
);
create index subscriptions_paid_until on subscriptions (paid_until)
  where (ended_at is null and began_at is not null and end_requested_at is null);
create index subscriptions_running on subscriptions (account_id, id) where (ended_at is null);
create index subscriptions_to_end on subscriptions (end_due_at) where (ended_at is null and end_requested_at is not null);

-- What happened to a subscription beside its payments. Each event once, by the primary key. Append-only by triggers.
create table subscription_events (
  provider text not null,
  kind text not null,
  subject_id text not null,
  checkout_id uuid not null,
  happened_at timestamptz not null,
  received_at timestamptz not null default clock_timestamp(),
  constraint subscription_events_pkey primary key (provider, kind, subject_id),
  constraint subscription_events_checkout_id_fkey foreign key (checkout_id) references checkouts(id),
  constraint subscription_events_kind_known check (kind in ('payment_failed', 'subscription_changed', 'subscription_ended'))
);
create trigger subscription_events_are_append_only before delete or update on subscription_events
  for each row execute function refuse_ledger_change();
create trigger subscription_events_are_never_emptied before truncate on subscription_events
  for each statement execute function refuse_ledger_change();

-- ---------- Uploads

-- An uploaded file, an input of predictions. The row is inserted before its file is stored and deleted after its file is removed, so
-- that no file exists without a row.
create table uploads (
  id uuid not null,
  account_id uuid not null,
  name text not null,
  bytes bigint not null,
  width integer,
  height integer,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  removal_at timestamptz,
  constraint uploads_pkey primary key (id),
  constraint uploads_bytes_positive check (bytes > 0)
);
create index uploads_account on uploads (account_id);
create index uploads_expiring on uploads (expires_at);
create trigger uploads_have_account after insert or update of account_id on uploads for each row execute function require_account();

-- ---------- What happened: the audit trail, the events that listeners hear, the requests

-- A change and who made it. Append-only: triggers refuse delete and truncate, and every update but one: `address`, the only personal
-- value, can be set to null. The index of an account serves its list, each other one a list with one filter.
create table audit_events (
  id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  account_id uuid,
  actor_kind text not null,
  actor_id text,
  address text,
  action text not null,
  target text,
  before jsonb,
  after jsonb,
  request_id text,
  constraint audit_events_pkey primary key (id),
  constraint audit_events_action_form check (action ~ '^[a-z0-9_]+([.][a-z0-9_]+)+$' and char_length(action) <= 100),
  constraint audit_events_actor_known check (
    actor_kind in ('user', 'admin', 'api_key', 'operator_key', 'command', 'payment_provider', 'system')
  ),
  constraint audit_events_ids_length check (char_length(actor_id) <= 200 and char_length(target) <= 200)
);
create index audit_events_account on audit_events (account_id, created_at, id);
create index audit_events_account_action on audit_events (account_id, action, created_at, id);
create index audit_events_account_actor on audit_events (account_id, actor_id, created_at, id);
create index audit_events_account_target on audit_events (account_id, target, created_at, id);
create index audit_events_action on audit_events (action, created_at, id);
create index audit_events_actor on audit_events (actor_id, created_at, id);
create index audit_events_target on audit_events (target, created_at, id);
create index audit_events_time on audit_events (created_at, id);
create function refuse_audit_change() returns trigger language plpgsql as $$
declare
  erased audit_events;
begin
  if tg_op = 'UPDATE' then
    erased := old;
    erased.address := null;
    -- Of a deleted account also what its people and its callers wrote, each value or none.
    if exists (select from account_deletions d where d.account_id = old.account_id) then
      if new.request_id is null then erased.request_id := null; end if;
      if new.before is null then erased.before := null; end if;
      if new.after is null then erased.after := null; end if;
      if new.target is null and starts_with(old.action, 'end_user.') then erased.target := null; end if;
    end if;
    if new *= erased then
      return new;
    end if;
  end if;
  raise exception 'the audit trail is append-only: % refused', tg_op using errcode = 'P0001';
end
$$;
create trigger audit_events_are_append_only before delete or update on audit_events for each row execute function refuse_audit_change();
create trigger audit_events_are_never_emptied before truncate on audit_events for each statement execute function refuse_audit_change();

-- What happened, recorded by triggers in the transaction in which it happened and only while a listener hears its kind. Rows that
-- every listener has handled are deleted. A row of a charge or a refund stands for two events, of the prediction and of its credits.
create table events (
  position bigint not null generated always as identity,
  kind text not null,
  account_id uuid not null,
  prediction_id uuid,
  key_id uuid,
  transfer_id bigint,
  payload jsonb,
  created_at timestamptz not null default clock_timestamp(),
  constraint events_pkey primary key ("position"),
  constraint events_kind_known check (
    kind in (
      'account.opened', 'credits.adjusted', 'credits.granted', 'key.created', 'key.revoked', 'prediction.accepted',
      'prediction.cancelled', 'prediction.completed', 'prediction.failed', 'prediction.started'
    )
  )
);

-- A listener and how far it has come. Only the statements of this folder write it.
create table event_listeners (
  name text not null,
  kinds text[] not null,
  position bigint not null,
  fence bigint not null default 0,
  lease_until timestamptz,
  failures integer not null default 0,
  retry_at timestamptz,
  seen_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  constraint event_listeners_pkey primary key (name),
  constraint event_listeners_hears_something check (cardinality(kinds) > 0),
  constraint event_listeners_name_form check (name ~ '^[a-z][a-z0-9-]{0,62}$')
) with (fillfactor=50);

-- An answered request with an API key, or several of one kind (`count`). It holds no part of what the caller sent: no body, query,
-- prompt or address, and of the path only a prediction's id. No foreign keys: a record is removed after days.
create table request_records (
  id uuid not null,
  account_id uuid not null,
  key_id uuid not null,
  method text not null,
  route text not null,
  status smallint,
  code text,
  ms integer not null,
  prediction_id uuid,
  count integer not null,
  constraint request_records_pkey primary key (id)
);
create index request_records_account on request_records (account_id, id);
create index request_records_failed on request_records (account_id, status, id) where (status >= 400);

create function record_account_event() returns trigger language plpgsql as $$
begin
  insert into events (kind, account_id, payload) values ('account.opened', new.id, jsonb_build_object('plan', new.plan));
  return null;
end
$$;

create function record_key_event() returns trigger language plpgsql as $$
begin
  insert into events (kind, account_id, key_id, payload)
  values (case when new.revoked_at is null then 'key.created' else 'key.revoked' end, new.account_id, new.id,
    jsonb_strip_nulls(jsonb_build_object('env', new.env, 'scopes', new.scopes,
      'replaces', case when new.revoked_at is null then 'key_' || replace(new.replaces::text, '-', '') end,
      'replacedBy', 'key_' || replace(new.replaced_by::text, '-', ''),
      'revokedAt', case when new.replaced_by is not null
        then to_char(new.revoked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end)));
  return null;
end
$$;

create function record_begin_event() returns trigger language plpgsql as $$
begin
  insert into events (kind, account_id, prediction_id) values ('prediction.started', new.account_id, new.id);
  return null;
end
$$;

create function record_transfer_events() returns trigger language plpgsql as $$
begin
  insert into events (kind, account_id, prediction_id, transfer_id)
  select e.kind, t.account_id, t.prediction_id, t.id
  from entered_transfers t cross join lateral (select case t.kind
    when 'charge' then 'prediction.accepted'
    when 'capture' then 'prediction.completed'
    when 'refund' then (select case p.error_code when 'cancelled' then 'prediction.cancelled' else 'prediction.failed' end
      from predictions p where p.id = t.prediction_id)
    when 'grant' then 'credits.granted'
    when 'adjustment' then 'credits.adjusted' end as kind offset 0) e
  where e.kind = any (tg_argv)
  order by t.id;
  return null;
end
$$;
