-- Floor of POST /api/generate, for pgbench: the same durable writes in one statement per prediction. It checks and debits the
-- wallet, and inserts the prediction with its queue position and its charge. seed.mjs numbers account and key ids. The command
-- line sets :first and :last (the same number: one hot account).
\set account random(:first, :last)
with debited_wallets as (
  update wallets set
    balance = balance - 3000, held = held + 3000, balance_updated_at = clock_timestamp(),
    fair_tag = greatest(fair_tag, (select tag from queue_clock)) + 1000
  where account_id = ('a0000000-0000-4000-8000-' || lpad(to_hex(:account::int), 12, '0'))::uuid and balance >= 3000
  returning account_id as id, balance, fair_tag
), created_predictions as (
  insert into predictions (id, account_id, key_id, env, model_key, model, modality, operation, provider, input,
    metadata, cost, fair_tag, deadline_at)
  select uuidv7(), id, ('c0000000-0000-4000-8000-' || lpad(to_hex(:account::int * 32 + 1), 12, '0'))::uuid, 'live',
    'embedded-image', 'embedded/scene-image', 'image', 'text-to-image', 'embedded',
    '{"prompt": "a lighthouse on a cliff at dusk", "aspectRatio": "16:9"}', '{}', 3000, fair_tag - 1000,
    clock_timestamp() + interval '120 seconds'
  from debited_wallets
  returning id, account_id
)
insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
select c.account_id, c.id, 'charge', 'wallet', 'held', 3000, d.balance from created_predictions c join debited_wallets d on d.id = c.account_id;
