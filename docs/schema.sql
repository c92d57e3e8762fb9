-- The schema that the migrations make. Written by `npm run generate -- schema`; a test compares it with a migrated database.
-- To read, not to run. Which module owns a table, and what its columns mean: the entities (src/**/*.entity.ts).

create table account_creations (
  account_id uuid not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  fingerprint bytea not null,
  reference text not null,
  constraint account_creations_fingerprint_is_sha256 CHECK ((length(fingerprint) = 32)),
  constraint account_creations_pkey PRIMARY KEY (reference),
  constraint account_creations_reference_length CHECK (((char_length(reference) >= 1) AND (char_length(reference) <= 255)))
);
CREATE INDEX account_creations_account ON public.account_creations USING btree (account_id);
CREATE TRIGGER account_creations_have_account AFTER INSERT OR UPDATE OF account_id ON public.account_creations FOR EACH ROW EXECUTE FUNCTION require_account();

create table account_deletions (
  account_id uuid not null,
  due_at timestamp with time zone default clock_timestamp() not null,
  finished_at timestamp with time zone,
  pass integer default 1 not null,
  position jsonb,
  requested_at timestamp with time zone default clock_timestamp() not null,
  step text default ''::text not null,
  constraint account_deletions_pkey PRIMARY KEY (account_id)
);
CREATE INDEX account_deletions_due ON public.account_deletions USING btree (due_at) WHERE (finished_at IS NULL);

create table account_exports (
  account_id uuid not null,
  id uuid not null,
  lease_until timestamp with time zone not null,
  constraint account_exports_pkey PRIMARY KEY (account_id)
);

create table account_limits (
  account_id uuid not null,
  max_rate_limit integer not null,
  constraint account_limits_pkey PRIMARY KEY (account_id),
  constraint account_limits_rate_limit_range CHECK (((max_rate_limit >= 10) AND (max_rate_limit <= 6000)))
);

create table account_names (
  account_id uuid not null,
  name text not null,
  constraint account_names_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint account_names_pkey PRIMARY KEY (account_id)
);

create table account_references (
  account_id uuid not null,
  external_id text not null,
  constraint account_references_external_id_length CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 200))),
  constraint account_references_pkey PRIMARY KEY (account_id)
);
CREATE UNIQUE INDEX account_references_external_id_unique ON public.account_references USING btree (external_id);
CREATE TRIGGER account_references_have_account AFTER INSERT OR UPDATE OF account_id ON public.account_references FOR EACH ROW EXECUTE FUNCTION require_account();

create table accounts (
  balance bigint default 0 not null,
  balance_updated_at timestamp with time zone default clock_timestamp() not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  credits_expire_at timestamp with time zone,
  fair_tag bigint default 0 not null,
  generation bigint default 0 not null,
  has_expired_held boolean default false not null,
  held bigint default 0 not null,
  id uuid not null,
  owed bigint default 0 not null,
  plan text not null,
  spend_limits bigint default 0 not null,
  updates integer default 0 not null,
  constraint accounts_balance_not_negative CHECK ((balance >= 0)),
  constraint accounts_held_not_negative CHECK ((held >= 0)),
  constraint accounts_owed_not_negative CHECK ((owed >= 0)),
  constraint accounts_pkey PRIMARY KEY (id, generation)
) with (fillfactor=70);
CREATE INDEX accounts_plan ON public.accounts USING btree (plan, id);
CREATE TRIGGER accounts_are_kept BEFORE DELETE ON public.accounts FOR EACH ROW EXECUTE FUNCTION refuse_account_removal();
CREATE TRIGGER accounts_plan_months_of_changed AFTER UPDATE OF plan ON public.accounts FOR EACH ROW EXECUTE FUNCTION track_plan_month();
CREATE TRIGGER accounts_plan_months_of_new AFTER INSERT ON public.accounts FOR EACH ROW EXECUTE FUNCTION track_plan_month();

create table api_keys (
  account_id uuid not null,
  allowed_ips inet[],
  allowed_models text[],
  budget_id uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  disabled_at timestamp with time zone,
  env text not null,
  expires_at timestamp with time zone,
  id uuid not null,
  last_four text not null,
  metadata jsonb default '{}'::jsonb not null,
  name text not null,
  place smallint,
  rate_limit integer not null,
  replaced_by uuid,
  replaces uuid,
  retires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  scopes text[] not null,
  secret_hash bytea not null,
  constraint api_keys_env_known CHECK ((env = ANY (ARRAY['live'::text, 'test'::text]))),
  constraint api_keys_last_four_length CHECK ((char_length(last_four) = 4)),
  constraint api_keys_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_place_range CHECK (((place >= 1) AND (place <= 20))),
  constraint api_keys_rate_limit_range CHECK (((rate_limit >= 10) AND (rate_limit <= 6000))),
  constraint api_keys_scopes_known CHECK (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['read'::text, 'write'::text, 'generate:image'::text, 'generate:video'::text, 'generate:audio'::text, 'generate:3d'::text, 'billing'::text]))),
  constraint api_keys_secret_hash_is_sha256 CHECK ((length(secret_hash) = 32))
);
CREATE INDEX api_keys_account ON public.api_keys USING btree (account_id, created_at DESC);
CREATE UNIQUE INDEX api_keys_active_place_unique ON public.api_keys USING btree (account_id, place) WHERE (revoked_at IS NULL);
CREATE UNIQUE INDEX api_keys_secret_hash_unique ON public.api_keys USING btree (secret_hash);
CREATE TRIGGER api_keys_have_account AFTER INSERT OR UPDATE OF account_id ON public.api_keys FOR EACH ROW EXECUTE FUNCTION require_account();

create table attempt_windows (
  attempts timestamp with time zone[] not null,
  expires_at timestamp with time zone not null,
  full_until timestamp with time zone,
  key bytea not null,
  constraint attempt_windows_key_is_sha256 CHECK ((length(key) = 32)),
  constraint attempt_windows_pkey PRIMARY KEY (key)
);
CREATE INDEX attempt_windows_expires ON public.attempt_windows USING btree (expires_at);

create table audit_events (
  account_id uuid,
  action text not null,
  actor_id text,
  actor_kind text not null,
  address text,
  after jsonb,
  before jsonb,
  created_at timestamp with time zone default clock_timestamp() not null,
  id uuid not null,
  request_id text,
  target text,
  constraint audit_events_action_form CHECK (((action ~ '^[a-z0-9_]+([.][a-z0-9_]+)+$'::text) AND (char_length(action) <= 100))),
  constraint audit_events_actor_known CHECK ((actor_kind = ANY (ARRAY['user'::text, 'admin'::text, 'api_key'::text, 'operator_key'::text, 'command'::text, 'payment_provider'::text, 'system'::text]))),
  constraint audit_events_ids_length CHECK (((char_length(actor_id) <= 200) AND (char_length(target) <= 200))),
  constraint audit_events_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_events_account ON public.audit_events USING btree (account_id, created_at, id);
CREATE INDEX audit_events_account_action ON public.audit_events USING btree (account_id, action, created_at, id);
CREATE INDEX audit_events_account_actor ON public.audit_events USING btree (account_id, actor_id, created_at, id);
CREATE INDEX audit_events_account_target ON public.audit_events USING btree (account_id, target, created_at, id);
CREATE INDEX audit_events_action ON public.audit_events USING btree (action, created_at, id);
CREATE INDEX audit_events_actor ON public.audit_events USING btree (actor_id, created_at, id);
CREATE INDEX audit_events_target ON public.audit_events USING btree (target, created_at, id);
CREATE INDEX audit_events_time ON public.audit_events USING btree (created_at, id);
CREATE TRIGGER audit_events_are_append_only BEFORE DELETE OR UPDATE ON public.audit_events FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_events_are_never_emptied BEFORE TRUNCATE ON public.audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

create table balance_alerts (
  account_id uuid not null,
  attempts integer default 0 not null,
  below bigint,
  from_entry bigint not null,
  is_low boolean default false not null,
  mail_due_at timestamp with time zone,
  mails integer default 0 not null,
  mails_since timestamp with time zone,
  constraint balance_alerts_below_positive CHECK ((below > 0)),
  constraint balance_alerts_mail_when_low CHECK (((mail_due_at IS NULL) OR is_low)),
  constraint balance_alerts_pkey PRIMARY KEY (account_id)
);
CREATE INDEX balance_alerts_mail_due ON public.balance_alerts USING btree (mail_due_at) WHERE (mail_due_at IS NOT NULL);

create table budgets (
  buckets integer[] default array_fill(0, ARRAY[61]) not null,
  earlier integer default 0 not null,
  earlier_at bigint default 0 not null,
  generation bigint default 0 not null,
  head bigint default 0 not null,
  last_used_at timestamp with time zone,
  requests bigint default 0 not null,
  subject text not null,
  updates integer default 0 not null,
  constraint budgets_has_61_buckets CHECK ((cardinality(buckets) = 61)),
  constraint budgets_pkey PRIMARY KEY (subject, generation)
) with (fillfactor=40);

create table catalogue_versions (
  actor_id text,
  actor_kind text not null,
  change jsonb not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  key text not null,
  kind text not null,
  reason text,
  request_id text,
  restored integer,
  revision bigint not null,
  settings jsonb not null,
  version integer not null,
  constraint catalogue_versions_kind_known CHECK ((kind = ANY (ARRAY['model'::text, 'plan'::text, 'pack'::text]))),
  constraint catalogue_versions_once UNIQUE (kind, key, version),
  constraint catalogue_versions_pkey PRIMARY KEY (revision),
  constraint catalogue_versions_texts_length CHECK (((char_length(key) <= 100) AND (char_length(reason) <= 500) AND (char_length(actor_id) <= 200))),
  constraint catalogue_versions_version_range CHECK ((version >= 2))
);
CREATE TRIGGER catalogue_versions_are_append_only BEFORE DELETE OR UPDATE ON public.catalogue_versions FOR EACH ROW EXECUTE FUNCTION refuse_catalogue_change();
CREATE TRIGGER catalogue_versions_are_never_emptied BEFORE TRUNCATE ON public.catalogue_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_catalogue_change();

create table checkouts (
  account_id uuid not null,
  amount bigint not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  credits bigint not null,
  credits_expire boolean default false not null,
  currency text not null,
  ended_at timestamp with time zone,
  expires_in_days integer,
  id uuid not null,
  idempotency_key text,
  kind text default 'pack'::text not null,
  pack text not null,
  provider text not null,
  provider_id text,
  title text not null,
  user_id uuid not null,
  constraint checkouts_amount_positive CHECK ((amount > 0)),
  constraint checkouts_credits_positive CHECK ((credits > 0)),
  constraint checkouts_currency_form CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint checkouts_days_positive CHECK ((expires_in_days > 0)),
  constraint checkouts_kind_known CHECK ((kind = ANY (ARRAY['pack'::text, 'plan'::text]))),
  constraint checkouts_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX checkouts_one_per_key ON public.checkouts USING btree (account_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX checkouts_plans_of_account ON public.checkouts USING btree (account_id, id) WHERE ((kind = 'plan'::text) AND (ended_at IS NULL));

create table credit_holds (
  account_id uuid not null,
  amount bigint not null,
  expires_at timestamp with time zone not null,
  prediction_id uuid not null,
  constraint credit_holds_amount_positive CHECK ((amount > 0)),
  constraint credit_holds_pkey PRIMARY KEY (account_id, prediction_id, expires_at)
);

create table credit_lots (
  account_id uuid not null,
  expires_at timestamp with time zone not null,
  held bigint not null,
  remaining bigint not null,
  constraint credit_lots_held_not_negative CHECK ((held >= 0)),
  constraint credit_lots_pkey PRIMARY KEY (account_id, expires_at),
  constraint credit_lots_remaining_not_negative CHECK ((remaining >= 0))
);

create table credit_positions (
  account_id uuid not null,
  due_at timestamp with time zone not null,
  entries_to bigint not null,
  unread bigint default 0 not null,
  constraint credit_positions_pkey PRIMARY KEY (account_id)
);
CREATE INDEX credit_positions_due ON public.credit_positions USING btree (due_at);
CREATE INDEX credit_positions_unread ON public.credit_positions USING btree (unread) WHERE (unread >= 1000);

create table event_listeners (
  created_at timestamp with time zone default clock_timestamp() not null,
  failures integer default 0 not null,
  fence bigint default 0 not null,
  kinds text[] not null,
  lease_until timestamp with time zone,
  name text not null,
  position bigint not null,
  retry_at timestamp with time zone,
  seen_at timestamp with time zone default clock_timestamp() not null,
  constraint event_listeners_hears_something CHECK ((cardinality(kinds) > 0)),
  constraint event_listeners_name_form CHECK ((name ~ '^[a-z][a-z0-9-]{0,62}$'::text)),
  constraint event_listeners_pkey PRIMARY KEY (name)
) with (fillfactor=50);

create table events (
  account_id uuid not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  key_id uuid,
  kind text not null,
  payload jsonb,
  position bigint generated always as identity not null,
  prediction_id uuid,
  transfer_id bigint,
  constraint events_kind_known CHECK ((kind = ANY (ARRAY['account.opened'::text, 'credits.adjusted'::text, 'credits.granted'::text, 'key.created'::text, 'key.revoked'::text, 'prediction.accepted'::text, 'prediction.cancelled'::text, 'prediction.completed'::text, 'prediction.failed'::text, 'prediction.started'::text]))),
  constraint events_pkey PRIMARY KEY ("position")
);

create table idempotency_keys (
  account_id uuid not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  fingerprint bytea not null,
  key text not null,
  prediction_id uuid not null,
  constraint idempotency_keys_key_length CHECK (((char_length(key) >= 1) AND (char_length(key) <= 255))),
  constraint idempotency_keys_pkey PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);

create table inline_inputs (
  account_id uuid not null,
  bytes bigint not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  prediction_id uuid not null,
  constraint inline_inputs_bytes_positive CHECK ((bytes > 0)),
  constraint inline_inputs_pkey PRIMARY KEY (prediction_id)
);
CREATE INDEX inline_inputs_age ON public.inline_inputs USING btree (created_at, prediction_id);

create table installation (
  counted_ledger_ids bigint default 0 not null,
  database_id text,
  ledger_id_key bytea default decode(replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text), 'hex'::text) not null,
  only_row boolean default true not null,
  secret_fingerprint bytea,
  storage_id uuid,
  constraint installation_ledger_id_key_length CHECK ((length(ledger_id_key) = 32)),
  constraint installation_only_row CHECK (only_row),
  constraint installation_pkey PRIMARY KEY (only_row)
);

create table invitations (
  account_id uuid not null,
  email text not null,
  expires_at timestamp with time zone not null,
  hash bytea,
  id uuid not null,
  invited_by uuid not null,
  is_mailed boolean default true not null,
  role text not null,
  constraint invitations_email_lower CHECK ((email = lower(email))),
  constraint invitations_email_unique UNIQUE (account_id, email),
  constraint invitations_hash_is_sha256 CHECK ((length(hash) = 32)),
  constraint invitations_hash_unique UNIQUE (hash),
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_role_known CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'developer'::text, 'viewer'::text, 'billing'::text])))
);
CREATE INDEX invitations_email ON public.invitations USING btree (email);
CREATE INDEX invitations_invited_by ON public.invitations USING btree (invited_by);
CREATE TRIGGER invitations_have_account AFTER INSERT OR UPDATE OF account_id ON public.invitations FOR EACH ROW EXECUTE FUNCTION require_account();

create table ledger_account_checkpoints (
  account_id uuid not null,
  balance_after bigint not null,
  granted bigint not null,
  held bigint not null,
  owed bigint default 0 not null,
  pass bigint not null,
  wallet bigint not null,
  constraint ledger_account_checkpoints_pkey PRIMARY KEY (account_id)
) with (fillfactor=80);

create table ledger_checkpoint (
  entries bigint default 0 not null,
  entries_to bigint default 0 not null,
  findings bigint default 0 not null,
  granted bigint default 0 not null,
  oldest_processing uuid,
  only_row boolean default true not null,
  overview_to bigint default 0 not null,
  pass bigint default 0 not null,
  predictions_to uuid default '00000000-0000-0000-0000-000000000000'::uuid not null,
  sums_to bigint default 0 not null,
  constraint ledger_checkpoint_only_row CHECK (only_row),
  constraint ledger_checkpoint_pkey PRIMARY KEY (only_row)
);

create table ledger_quarters (
  account_id uuid not null,
  first_entry bigint not null,
  last_entry bigint not null,
  quarter timestamp with time zone not null,
  constraint ledger_quarters_pkey PRIMARY KEY (account_id, quarter)
) with (fillfactor=80);

create table ledger_transfers (
  account_id uuid not null,
  amount bigint not null,
  balance_after bigint not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  destination text not null,
  expires_at timestamp with time zone,
  id bigint generated always as identity not null,
  kind text not null,
  note text,
  prediction_id uuid,
  source text not null,
  constraint ledger_transfers_amount_not_negative CHECK ((amount >= 0)),
  constraint ledger_transfers_balance_after_not_negative CHECK ((balance_after >= 0)),
  constraint ledger_transfers_expires_at_of_kind CHECK (
CASE kind
    WHEN 'grant'::text THEN true
    WHEN 'expiry'::text THEN (expires_at IS NOT NULL)
    ELSE (expires_at IS NULL)
END),
  constraint ledger_transfers_kind_moves CHECK (((((((((((kind = 'grant'::text) AND (source = 'system'::text) AND (destination = 'wallet'::text)) OR ((kind = 'charge'::text) AND (source = 'wallet'::text) AND (destination = 'held'::text))) OR ((kind = 'capture'::text) AND (source = 'held'::text) AND (destination = 'revenue'::text))) OR ((kind = 'refund'::text) AND (source = 'held'::text) AND (destination = 'wallet'::text))) OR ((kind = 'adjustment'::text) AND (source = 'system'::text) AND (destination = 'wallet'::text))) OR ((kind = 'adjustment'::text) AND (source = 'wallet'::text) AND (destination = 'system'::text))) OR ((kind = 'debt'::text) AND (source = 'debt'::text) AND (destination = 'wallet'::text))) OR ((kind = 'debt'::text) AND (source = 'wallet'::text) AND (destination = 'debt'::text))) OR ((kind = 'expiry'::text) AND (source = 'wallet'::text) AND (destination = 'system'::text)))),
  constraint ledger_transfers_pkey PRIMARY KEY (id),
  constraint ledger_transfers_prediction_iff_generation CHECK (((prediction_id IS NOT NULL) = (kind = ANY (ARRAY['charge'::text, 'capture'::text, 'refund'::text]))))
);
CREATE UNIQUE INDEX ledger_one_settlement ON public.ledger_transfers USING btree (prediction_id) WHERE (kind = ANY (ARRAY['capture'::text, 'refund'::text]));
CREATE UNIQUE INDEX ledger_one_transfer_per_kind ON public.ledger_transfers USING btree (prediction_id, kind) WHERE (prediction_id IS NOT NULL);
CREATE INDEX ledger_transfers_account ON public.ledger_transfers USING btree (account_id, id DESC);
CREATE INDEX ledger_transfers_debts ON public.ledger_transfers USING btree (account_id, id DESC) WHERE (kind = 'debt'::text);
CREATE INDEX ledger_transfers_expiries ON public.ledger_transfers USING btree (account_id, id DESC) WHERE (kind = 'expiry'::text);
CREATE INDEX ledger_transfers_expiring ON public.ledger_transfers USING btree (account_id, expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX ledger_transfers_kind ON public.ledger_transfers USING btree (account_id, kind, id DESC) WHERE (kind = ANY (ARRAY['grant'::text, 'refund'::text, 'adjustment'::text]));
CREATE TRIGGER ledger_is_append_only BEFORE DELETE OR UPDATE ON public.ledger_transfers FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_is_never_emptied BEFORE TRUNCATE ON public.ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

create table ledger_verifications (
  accounts bigint,
  findings jsonb,
  findings_total bigint,
  finished_at timestamp with time zone,
  id bigint generated always as identity not null,
  requested_by uuid not null,
  started_at timestamp with time zone default clock_timestamp() not null,
  transfers bigint,
  constraint ledger_verifications_finished_iff_result CHECK ((num_nulls(finished_at, accounts, transfers, findings_total, findings) = ANY (ARRAY[0, 5]))),
  constraint ledger_verifications_pkey PRIMARY KEY (id),
  constraint ledger_verifications_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id)
);

create table memberships (
  account_id uuid not null,
  role text not null,
  since timestamp with time zone default clock_timestamp() not null,
  user_id uuid not null,
  constraint memberships_pkey PRIMARY KEY (user_id, account_id),
  constraint memberships_role_known CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'developer'::text, 'viewer'::text, 'billing'::text]))),
  constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX memberships_account ON public.memberships USING btree (account_id);
CREATE TRIGGER memberships_have_account AFTER INSERT OR UPDATE OF account_id ON public.memberships FOR EACH ROW EXECUTE FUNCTION require_account();

create table one_time_links (
  created_at timestamp with time zone default clock_timestamp() not null,
  expires_at timestamp with time zone not null,
  hash bytea not null,
  is_mailed boolean default true not null,
  purpose text not null,
  used_at timestamp with time zone,
  user_id uuid not null,
  constraint one_time_links_hash_is_sha256 CHECK ((length(hash) = 32)),
  constraint one_time_links_pkey PRIMARY KEY (hash),
  constraint one_time_links_purpose_known CHECK ((purpose = ANY (ARRAY['invitation'::text, 'reset'::text]))),
  constraint one_time_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX one_time_links_user ON public.one_time_links USING btree (user_id);

create table operator_keys (
  allowed_ips inet[],
  created_at timestamp with time zone default clock_timestamp() not null,
  created_by uuid,
  expires_at timestamp with time zone,
  id uuid not null,
  last_four text not null,
  name text not null,
  revoked_at timestamp with time zone,
  scopes text[] not null,
  secret_hash bytea not null,
  constraint operator_keys_last_four_length CHECK ((char_length(last_four) = 4)),
  constraint operator_keys_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint operator_keys_pkey PRIMARY KEY (id),
  constraint operator_keys_scopes_known CHECK (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['accounts:read'::text, 'accounts:write'::text, 'keys:write'::text, 'credits:write'::text, 'usage:read'::text, 'catalogue:write'::text]))),
  constraint operator_keys_secret_hash_is_sha256 CHECK ((length(secret_hash) = 32))
);
CREATE UNIQUE INDEX operator_keys_secret_hash_unique ON public.operator_keys USING btree (secret_hash);

create table overview_position (
  entries_to bigint default 0 not null,
  only_row boolean default true not null,
  constraint overview_position_only_row CHECK (only_row),
  constraint overview_position_pkey PRIMARY KEY (only_row)
);

create table overview_sums (
  amount bigint not null,
  entries bigint not null,
  figure text not null,
  first_entry bigint not null,
  last_entry bigint not null,
  span text not null,
  starts_at timestamp with time zone not null,
  value text not null,
  constraint overview_sums_figure_known CHECK ((figure = ANY (ARRAY['charge'::text, 'capture'::text, 'refund'::text, 'failure'::text, 'account'::text, 'grant'::text, 'adjustment'::text, 'debt'::text, 'expiry'::text]))),
  constraint overview_sums_pkey PRIMARY KEY (span, figure, starts_at, value),
  constraint overview_sums_span_known CHECK ((span = ANY (ARRAY['hour'::text, 'day'::text, 'all'::text])))
) with (fillfactor=80);

create table payment_events (
  amount bigint not null,
  currency text not null,
  happened_at timestamp with time zone not null,
  kind text not null,
  payment_id uuid not null,
  provider text not null,
  received_at timestamp with time zone default clock_timestamp() not null,
  subject_id text not null,
  constraint payment_events_amount_not_negative CHECK ((amount >= 0)),
  constraint payment_events_kind_known CHECK ((kind = ANY (ARRAY['paid'::text, 'refunded'::text, 'refund_failed'::text, 'disputed'::text, 'dispute_won'::text]))),
  constraint payment_events_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint payment_events_pkey PRIMARY KEY (provider, kind, subject_id)
);
CREATE INDEX payment_events_payment ON public.payment_events USING btree (payment_id);
CREATE TRIGGER payment_events_are_append_only BEFORE DELETE OR UPDATE ON public.payment_events FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER payment_events_are_never_emptied BEFORE TRUNCATE ON public.payment_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

create table payments (
  account_id uuid,
  amount bigint,
  checkout_id uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  credits bigint default 0 not null,
  currency text,
  customer_id text,
  id uuid not null,
  payment_id text not null,
  period_ends_at timestamp with time zone,
  provider text not null,
  receipt_url text,
  rejection text,
  status text default 'pending'::text not null,
  subscription_id text,
  taken_back bigint default 0 not null,
  total bigint,
  constraint payments_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id),
  constraint payments_granted_to_account CHECK (((credits = 0) OR ((account_id IS NOT NULL) AND (checkout_id IS NOT NULL)))),
  constraint payments_payment_unique UNIQUE (provider, payment_id),
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_rejection_known CHECK ((rejection = ANY (ARRAY['unknown_checkout'::text, 'wrong_item'::text, 'wrong_amount'::text, 'wrong_currency'::text, 'already_paid'::text]))),
  constraint payments_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'partly_refunded'::text, 'refunded'::text, 'disputed'::text, 'rejected'::text]))),
  constraint payments_taken_back_in_credits CHECK (((taken_back >= 0) AND (taken_back <= credits)))
);
CREATE INDEX payments_account ON public.payments USING btree (account_id, id DESC);
CREATE UNIQUE INDEX payments_one_grant_per_month ON public.payments USING btree (checkout_id, period_ends_at) WHERE ((credits > 0) AND (subscription_id IS NOT NULL));
CREATE UNIQUE INDEX payments_one_grant_per_pack ON public.payments USING btree (checkout_id) WHERE ((credits > 0) AND (subscription_id IS NULL));
CREATE INDEX payments_rejected ON public.payments USING btree (id) WHERE (rejection IS NOT NULL);

create table plan_months (
  account_id uuid not null,
  due_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  granted bigint default 0 not null,
  month date,
  plan text not null,
  constraint plan_months_pkey PRIMARY KEY (account_id)
);
CREATE INDEX plan_months_due ON public.plan_months USING btree (plan, due_at);

create table predictions (
  account_id uuid not null,
  attempts smallint default 0 not null,
  completed_at timestamp with time zone,
  cost bigint not null,
  crashes smallint default 0 not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  deadline_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  env text not null,
  error_code text,
  error_internal text,
  error_message text,
  error_retryable boolean,
  errors smallint default 0 not null,
  events jsonb default '[]'::jsonb not null,
  external_user_id text,
  fair_tag bigint,
  fence integer default 0 not null,
  id uuid not null,
  inline_bytes bigint,
  inline_media jsonb,
  input jsonb not null,
  isolated_crashes smallint default 0 not null,
  key_id uuid,
  lease_until timestamp with time zone,
  leased_by integer,
  metadata jsonb default '{}'::jsonb not null,
  modality text not null,
  model text not null,
  model_key text not null,
  operation text not null,
  output_expires_at timestamp with time zone,
  outputs jsonb,
  outputs_removed_at timestamp with time zone,
  plan_tag bigint,
  price_version text,
  progress smallint default 0 not null,
  provider text not null,
  provider_queue_position integer,
  provider_ref jsonb,
  removal_at timestamp with time zone,
  run_at timestamp with time zone default clock_timestamp() not null,
  started_at timestamp with time zone,
  status text default 'processing'::text not null,
  submit_open boolean default false not null,
  trace_context text,
  weight bigint,
  workload bigint,
  constraint predictions_completed_iff_outputs CHECK (((status = 'completed'::text) = (outputs IS NOT NULL))),
  constraint predictions_cost_not_negative CHECK ((cost >= 0)),
  constraint predictions_env_known CHECK ((env = ANY (ARRAY['live'::text, 'test'::text]))),
  constraint predictions_failed_iff_error CHECK (((status = 'failed'::text) = (error_code IS NOT NULL))),
  constraint predictions_final_has_no_lease CHECK (((status = 'processing'::text) OR (lease_until IS NULL))),
  constraint predictions_final_iff_completed_at CHECK (((status = 'processing'::text) = (completed_at IS NULL))),
  constraint predictions_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id),
  constraint predictions_modality_known CHECK ((modality = ANY (ARRAY['image'::text, 'video'::text, 'audio'::text, '3d'::text]))),
  constraint predictions_pkey PRIMARY KEY (id),
  constraint predictions_progress_range CHECK (((progress >= 0) AND (progress <= 100))),
  constraint predictions_status_known CHECK ((status = ANY (ARRAY['processing'::text, 'completed'::text, 'failed'::text])))
) with (fillfactor=80);
CREATE INDEX predictions_awaited ON public.predictions USING btree (provider, run_at) WHERE ((status = 'processing'::text) AND (started_at IS NOT NULL) AND (provider_ref IS NOT NULL));
CREATE INDEX predictions_deadline ON public.predictions USING btree (deadline_at) WHERE (status = 'processing'::text);
CREATE INDEX predictions_due ON public.predictions USING btree (provider, run_at) WHERE ((status = 'processing'::text) AND (started_at IS NOT NULL) AND (provider_ref IS NULL));
CREATE INDEX predictions_expiring ON public.predictions USING btree (output_expires_at) WHERE ((outputs IS NOT NULL) AND (outputs_removed_at IS NULL));
CREATE INDEX predictions_final ON public.predictions USING btree (status, modality, operation, model_key, env, id DESC) WHERE (status <> 'processing'::text);
CREATE INDEX predictions_final_dashboard ON public.predictions USING btree (status, modality, operation, model_key, env, id DESC) WHERE ((key_id IS NULL) AND (status <> 'processing'::text));
CREATE INDEX predictions_final_external_user ON public.predictions USING btree (external_user_id, status, modality, operation, model_key, env, id DESC) WHERE ((external_user_id IS NOT NULL) AND (status <> 'processing'::text));
CREATE INDEX predictions_history ON public.predictions USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX predictions_history_final ON public.predictions USING btree (account_id, status, modality, operation, model_key, env, key_id, created_at DESC, id DESC) WHERE (status <> 'processing'::text);
CREATE INDEX predictions_history_final_external_user ON public.predictions USING btree (account_id, external_user_id, status, modality, operation, model_key, env, key_id, created_at DESC, id DESC) WHERE ((external_user_id IS NOT NULL) AND (status <> 'processing'::text));
CREATE INDEX predictions_history_processing ON public.predictions USING btree (account_id, created_at DESC, id DESC) WHERE (status = 'processing'::text);
CREATE INDEX predictions_leased ON public.predictions USING btree (leased_by) WHERE (leased_by IS NOT NULL);
CREATE INDEX predictions_misdated ON public.predictions USING btree (id) WHERE (((created_at - to_timestamp(((((('x'::text || "left"((id)::text, 8)))::bit(32))::bigint)::double precision * (65.536)::double precision))) < '-00:05:00'::interval) OR ((created_at - to_timestamp(((((('x'::text || "left"((id)::text, 8)))::bit(32))::bigint)::double precision * (65.536)::double precision))) > '00:05:00'::interval));
CREATE INDEX predictions_waiting ON public.predictions USING btree (provider, fair_tag, id) WHERE ((status = 'processing'::text) AND (started_at IS NULL));
CREATE INDEX predictions_with_plan_place ON public.predictions USING btree (account_id) WHERE ((status = 'processing'::text) AND (plan_tag IS NOT NULL) AND (fair_tag IS NOT NULL));
CREATE INDEX predictions_without_plan_place ON public.predictions USING btree (account_id, plan_tag, id) WHERE ((status = 'processing'::text) AND (fair_tag IS NULL));
CREATE TRIGGER predictions_final_is_final BEFORE UPDATE ON public.predictions FOR EACH ROW WHEN ((old.status <> 'processing'::text)) EXECUTE FUNCTION refuse_final_change();

create table provider_circuits (
  changed_at timestamp with time zone default clock_timestamp() not null,
  failures integer not null,
  open_until timestamp with time zone,
  provider text not null,
  reason text not null,
  constraint provider_circuits_failures_positive CHECK ((failures > 0)),
  constraint provider_circuits_pkey PRIMARY KEY (provider)
);

create table queue_clock (
  only_row boolean default true not null,
  tag bigint default 0 not null,
  constraint queue_clock_only_row CHECK (only_row),
  constraint queue_clock_pkey PRIMARY KEY (tag)
);

create table rate_windows (
  buckets integer[] default array_fill(0, ARRAY[61]) not null,
  earlier integer default 0 not null,
  earlier_at bigint default 0 not null,
  head bigint default 0 not null,
  last_used_at timestamp with time zone,
  requests bigint default 0 not null,
  subject text not null,
  constraint rate_windows_pkey PRIMARY KEY (subject)
);
CREATE TRIGGER rate_windows_stays_empty BEFORE INSERT ON public.rate_windows FOR EACH ROW EXECUTE FUNCTION insert_budget();

create table refresh_tokens (
  created_at timestamp with time zone default clock_timestamp() not null,
  family_id uuid not null,
  hash bytea not null,
  used_at timestamp with time zone,
  constraint refresh_tokens_family_id_fkey FOREIGN KEY (family_id) REFERENCES sign_in_families(id) ON DELETE CASCADE,
  constraint refresh_tokens_hash_is_sha256 CHECK ((length(hash) = 32)),
  constraint refresh_tokens_pkey PRIMARY KEY (hash)
);
CREATE INDEX refresh_tokens_family ON public.refresh_tokens USING btree (family_id);

create table removal_position (
  begun_at timestamp with time zone default clock_timestamp() not null,
  oldest_kept uuid,
  only_row boolean default true not null,
  walked_to uuid default '00000000-0000-0000-0000-000000000000'::uuid not null,
  constraint removal_position_only_row CHECK (only_row),
  constraint removal_position_pkey PRIMARY KEY (only_row)
);

create table removed_predictions (
  account_id uuid not null,
  cost bigint not null,
  created_at timestamp with time zone not null,
  id uuid not null,
  key_id uuid,
  model_key text not null,
  status text not null,
  constraint removed_predictions_pkey PRIMARY KEY (id),
  constraint removed_predictions_status_final CHECK ((status = ANY (ARRAY['completed'::text, 'failed'::text])))
);
CREATE INDEX removed_predictions_account ON public.removed_predictions USING btree (account_id, created_at);
CREATE INDEX removed_predictions_misdated ON public.removed_predictions USING btree (id) WHERE (((created_at - to_timestamp(((((('x'::text || "left"((id)::text, 8)))::bit(32))::bigint)::double precision * (65.536)::double precision))) < '-00:05:00'::interval) OR ((created_at - to_timestamp(((((('x'::text || "left"((id)::text, 8)))::bit(32))::bigint)::double precision * (65.536)::double precision))) > '00:05:00'::interval));
CREATE TRIGGER removed_predictions_are_append_only BEFORE DELETE OR UPDATE ON public.removed_predictions FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER removed_predictions_are_never_emptied BEFORE TRUNCATE ON public.removed_predictions FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

create table request_records (
  account_id uuid not null,
  code text,
  count integer not null,
  id uuid not null,
  key_id uuid not null,
  method text not null,
  ms integer not null,
  prediction_id uuid,
  route text not null,
  status smallint,
  constraint request_records_pkey PRIMARY KEY (id)
);
CREATE INDEX request_records_account ON public.request_records USING btree (account_id, id);
CREATE INDEX request_records_failed ON public.request_records USING btree (account_id, status, id) WHERE (status >= 400);

create table run_times (
  cost bigint not null,
  held_seconds double precision not null,
  model_key text not null,
  runs integer not null,
  seconds double precision not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  workload bigint not null,
  constraint run_times_pkey PRIMARY KEY (workload),
  constraint run_times_positive CHECK (((seconds >= (0)::double precision) AND (held_seconds >= (0)::double precision) AND (runs > 0)))
);

create table setup_tokens (
  created_at timestamp with time zone default clock_timestamp() not null,
  expires_at timestamp with time zone not null,
  hash bytea not null,
  constraint setup_tokens_hash_is_sha256 CHECK ((length(hash) = 32)),
  constraint setup_tokens_pkey PRIMARY KEY (hash)
);

create table sign_in_families (
  account_id uuid,
  address text,
  continued_as uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  ended_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  id uuid not null,
  user_agent text,
  user_id uuid not null,
  constraint sign_in_families_pkey PRIMARY KEY (id),
  constraint sign_in_families_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_families_user ON public.sign_in_families USING btree (user_id);

create table spend_counters (
  account_id uuid not null,
  credits bigint not null,
  external_user_id text,
  generation bigint default 0 not null,
  key_id uuid,
  period text not null,
  period_end timestamp with time zone not null,
  period_start timestamp with time zone not null,
  spent bigint not null,
  subject text not null,
  updates integer default 0 not null,
  constraint spend_counters_credits_not_negative CHECK ((credits >= 0)),
  constraint spend_counters_one_subject CHECK (((key_id IS NULL) <> (external_user_id IS NULL))),
  constraint spend_counters_period_known CHECK ((period = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'total'::text]))),
  constraint spend_counters_pkey PRIMARY KEY (subject, generation),
  constraint spend_counters_spent_not_negative CHECK ((spent >= 0))
) with (fillfactor=80);
CREATE INDEX spend_counters_end_users ON public.spend_counters USING btree (account_id) WHERE (external_user_id IS NOT NULL);

create table spending_sums (
  account_id uuid not null,
  charged bigint not null,
  completed bigint not null,
  failed bigint not null,
  grouping text not null,
  last_entry bigint not null,
  predictions bigint not null,
  quarter timestamp with time zone not null,
  refunded bigint not null,
  value text not null,
  constraint spending_sums_grouping_known CHECK (("grouping" = ANY (ARRAY['all'::text, 'model'::text, 'key'::text]))),
  constraint spending_sums_pkey PRIMARY KEY ("grouping", account_id, quarter, value)
) with (fillfactor=80);

create table subscription_events (
  checkout_id uuid not null,
  happened_at timestamp with time zone not null,
  kind text not null,
  provider text not null,
  received_at timestamp with time zone default clock_timestamp() not null,
  subject_id text not null,
  constraint subscription_events_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id),
  constraint subscription_events_kind_known CHECK ((kind = ANY (ARRAY['payment_failed'::text, 'subscription_changed'::text, 'subscription_ended'::text]))),
  constraint subscription_events_pkey PRIMARY KEY (provider, kind, subject_id)
);
CREATE TRIGGER subscription_events_are_append_only BEFORE DELETE OR UPDATE ON public.subscription_events FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER subscription_events_are_never_emptied BEFORE TRUNCATE ON public.subscription_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

create table subscriptions (
  account_id uuid not null,
  began_at timestamp with time zone,
  changed_at timestamp with time zone,
  end_due_at timestamp with time zone,
  end_requested_at timestamp with time zone,
  ended_at timestamp with time zone,
  ends_at timestamp with time zone,
  failed_at timestamp with time zone,
  id uuid not null,
  paid_at timestamp with time zone,
  paid_until timestamp with time zone,
  subscription_id text not null,
  constraint subscriptions_id_fkey FOREIGN KEY (id) REFERENCES checkouts(id),
  constraint subscriptions_pkey PRIMARY KEY (id)
);
CREATE INDEX subscriptions_paid_until ON public.subscriptions USING btree (paid_until) WHERE ((ended_at IS NULL) AND (began_at IS NOT NULL) AND (end_requested_at IS NULL));
CREATE INDEX subscriptions_running ON public.subscriptions USING btree (account_id, id) WHERE (ended_at IS NULL);
CREATE INDEX subscriptions_to_end ON public.subscriptions USING btree (end_due_at) WHERE ((ended_at IS NULL) AND (end_requested_at IS NOT NULL));

create table summary_position (
  entries_to bigint default 0 not null,
  only_row boolean default true not null,
  constraint summary_position_only_row CHECK (only_row),
  constraint summary_position_pkey PRIMARY KEY (only_row)
);

create table suspended_accounts (
  account_id uuid not null,
  by_user uuid,
  since timestamp with time zone default clock_timestamp() not null,
  constraint suspended_accounts_pkey PRIMARY KEY (account_id)
);
CREATE TRIGGER suspended_accounts_have_account AFTER INSERT OR UPDATE OF account_id ON public.suspended_accounts FOR EACH ROW EXECUTE FUNCTION require_account();

create table transfer_references (
  created_at timestamp with time zone default clock_timestamp() not null,
  fingerprint bytea not null,
  reference text not null,
  transfer_id bigint not null,
  constraint transfer_references_fingerprint_is_sha256 CHECK ((length(fingerprint) = 32)),
  constraint transfer_references_length CHECK (((char_length(reference) >= 1) AND (char_length(reference) <= 255))),
  constraint transfer_references_pkey PRIMARY KEY (reference),
  constraint transfer_references_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES ledger_transfers(id)
);
CREATE UNIQUE INDEX transfer_references_transfer_unique ON public.transfer_references USING btree (transfer_id);
CREATE TRIGGER transfer_references_are_append_only BEFORE DELETE OR UPDATE ON public.transfer_references FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER transfer_references_are_never_emptied BEFORE TRUNCATE ON public.transfer_references FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

create table uploads (
  account_id uuid not null,
  bytes bigint not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  expires_at timestamp with time zone not null,
  height integer,
  id uuid not null,
  name text not null,
  removal_at timestamp with time zone,
  width integer,
  constraint uploads_bytes_positive CHECK ((bytes > 0)),
  constraint uploads_pkey PRIMARY KEY (id)
);
CREATE INDEX uploads_account ON public.uploads USING btree (account_id);
CREATE INDEX uploads_expiring ON public.uploads USING btree (expires_at);
CREATE TRIGGER uploads_have_account AFTER INSERT OR UPDATE OF account_id ON public.uploads FOR EACH ROW EXECUTE FUNCTION require_account();

create table users (
  account_id uuid not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  email text,
  email_verified_at timestamp with time zone default now(),
  id uuid not null,
  issuer text,
  password_hash text,
  role text default 'user'::text not null,
  signup_credits bigint default 0 not null,
  subject text,
  constraint users_can_sign_in CHECK ((((password_hash IS NOT NULL) AND (email IS NOT NULL)) OR ((subject IS NOT NULL) AND (issuer IS NOT NULL)))),
  constraint users_email_lower CHECK ((email = lower(email))),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_role_known CHECK ((role = ANY (ARRAY['user'::text, 'admin'::text]))),
  constraint users_signup_credits_not_negative CHECK ((signup_credits >= 0))
);
CREATE INDEX users_account ON public.users USING btree (account_id);
CREATE INDEX users_administrators ON public.users USING btree (id) WHERE (role = 'admin'::text);
CREATE INDEX users_email_parts ON public.users USING gin (text_parts(email)) WITH (fastupdate=off);
CREATE UNIQUE INDEX users_email_unique ON public.users USING btree (email) WHERE (password_hash IS NOT NULL);
CREATE UNIQUE INDEX users_subject_unique ON public.users USING btree (issuer, subject) WHERE (subject IS NOT NULL);
CREATE TRIGGER users_become_owners AFTER INSERT ON public.users FOR EACH ROW EXECUTE FUNCTION add_owner();
CREATE TRIGGER users_have_account AFTER INSERT OR UPDATE OF account_id ON public.users FOR EACH ROW EXECUTE FUNCTION require_account();

create table verification_links (
  email text not null,
  expires_at timestamp with time zone not null,
  hash bytea not null,
  user_id uuid not null,
  constraint verification_links_hash_is_sha256 CHECK ((length(hash) = 32)),
  constraint verification_links_hash_unique UNIQUE (hash),
  constraint verification_links_pkey PRIMARY KEY (user_id),
  constraint verification_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE OR REPLACE FUNCTION public.add_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into memberships (user_id, account_id, role, since) values (new.id, new.account_id, 'owner', new.created_at)
  on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.engine_places_taken(engine text, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.insert_budget()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        insert into budgets (subject) select new.subject where not exists (select from budgets where subject = new.subject)
        on conflict do nothing;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.record_account_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into events (kind, account_id, payload) values ('account.opened', new.id, jsonb_build_object('plan', new.plan));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_begin_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into events (kind, account_id, prediction_id) values ('prediction.started', new.account_id, new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_key_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into events (kind, account_id, key_id, payload)
  values (case when new.revoked_at is null then 'key.created' else 'key.revoked' end, new.account_id, new.id,
    jsonb_strip_nulls(jsonb_build_object('env', new.env, 'scopes', new.scopes,
      'replaces', case when new.revoked_at is null then 'key_' || replace(new.replaces::text, '-', '') end,
      'replacedBy', 'key_' || replace(new.replaced_by::text, '-', ''),
      'revokedAt', case when new.replaced_by is not null
        then to_char(new.revoked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_transfer_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_account_removal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'accounts are kept: % refused', tg_op using errcode = 'P0001';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_catalogue_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'versions of the catalogue are append-only: % refused', tg_op using errcode = 'P0001';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_final_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status is distinct from old.status or new.cost <> old.cost or new.account_id <> old.account_id
     or new.error_code is distinct from old.error_code or new.completed_at is distinct from old.completed_at
     or new.outputs is distinct from old.outputs
        and not (new.outputs = '[]' and exists (select from account_deletions d where d.account_id = old.account_id)) then
    raise exception 'prediction % is final', old.id using errcode = 'P0001';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.require_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.return_spending(subjects text[], charged_at timestamp with time zone, refund bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.text_parts(value text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
        select array_agg(substr(value, first, length))
        from generate_series(1, 3) length, generate_series(1, char_length(value) - length + 1) first
      $function$;

CREATE OR REPLACE FUNCTION public.track_plan_month()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into plan_months (account_id, plan) values (new.id, new.plan)
  on conflict (account_id) do update set plan = excluded.plan, due_at = '-infinity' where plan_months.plan <> excluded.plan;
  return null;
end $function$;
