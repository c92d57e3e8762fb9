-- The floor of POST /api/generate, for pgbench: the same durable writes as one statement per prediction. The wallet is
-- checked and debited, the prediction with its place in the queue and its charge are written. Account and key ids are
-- numbered by seed.mjs; :first and :last are given on the command line (the same number: one hot account).
\set account random(:first, :last)
with debited as (
  update accounts set
    balance = balance - 3000, held = held + 3000, balance_updated_at = clock_timestamp(),
    fair_tag = greatest(fair_tag, (select tag from queue_clock)) + 1000
  where id = ('a0000000-0000-4000-8000-' || lpad(to_hex(:account::int), 12, '0'))::uuid and balance >= 3000
  returning id, balance, fair_tag
), created as (
  insert into predictions (id, account_id, key_id, env, model_key, model, modality, operation, provider, input,
    metadata, cost, fair_tag, deadline_at)
  select uuidv7(), id, ('c0000000-0000-4000-8000-' || lpad(to_hex(:account::int * 32 + 1), 12, '0'))::uuid, 'live',
    'embedded-image', 'embedded/scene-image', 'image', 'text-to-image', 'embedded',
    '{"prompt": "a lighthouse on a cliff at dusk", "aspectRatio": "16:9"}', '{}', 3000, fair_tag - 1000,
    clock_timestamp() + interval '120 seconds'
  from debited
  returning id, account_id
)
insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
select c.account_id, c.id, 'charge', 'wallet', 'held', 3000, d.balance from created c join debited d on d.id = c.account_id;
