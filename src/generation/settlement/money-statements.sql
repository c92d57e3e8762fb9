-- A prediction is created and charged, first without and then within spend limits
;

with calls as materialized (
  select * from jsonb_to_recordset($1::jsonb) as c (
    ord int, id uuid, account_id uuid, key_id uuid, env text, model_key text, model text, modality text, operation text,
    provider text, input jsonb, inline_media jsonb, inline_bytes bigint, metadata jsonb, external_user_id text, cost bigint, workload bigint, weight bigint,
    trace_context text, price_version text, deadline_seconds float8, waits_for_plan boolean, idempotency_key text, fingerprint text)
),
locked_wallets as materialized (
  select w.* from (
    select distinct account_id from calls order by account_id
  ) r cross join lateral (
    select epoch as seen, spend_limits as spend_limits_seen from (
      select account_id, epoch, spend_limits from wallets newest
      where newest.account_id <= r.account_id order by newest.account_id desc, newest.epoch desc limit 1
    ) newest where newest.account_id = r.account_id
  ) n cross join lateral (
    select account_id, n.seen, balance, held, owed, fair_tag, credits_expire_at, has_expired_held, spend_limits,
      spend_limits <> n.spend_limits_seen as is_stale
    from wallets x where x.account_id = r.account_id and x.epoch >= n.seen for update
  ) w
),
affordable_calls as materialized (
  select * from (
    select c.*, w.balance, sum(c.cost) over (partition by c.account_id order by c.ord) as running
    from calls c join locked_wallets w on w.account_id = c.account_id where w.spend_limits = 0 and w.owed = 0 and (w.credits_expire_at is null or w.credits_expire_at > clock_timestamp())) c
  where running <= balance
),
first_uses as (
  insert into idempotency_keys (account_id, key, fingerprint, prediction_id)
  select account_id, idempotency_key, decode(fingerprint, 'hex'), id from affordable_calls where idempotency_key is not null
  on conflict (account_id, key) do update
    set fingerprint = excluded.fingerprint, prediction_id = excluded.prediction_id, created_at = clock_timestamp()
    where idempotency_keys.created_at <= clock_timestamp() - make_interval(hours => 24)
  returning prediction_id
),
accepted_calls as materialized (
  select a.*, sum(cost) over sofar as spent, sum(weight) over sofar as weighed
  from affordable_calls a
  where idempotency_key is null or id in (select prediction_id from first_uses)
  window sofar as (partition by account_id order by ord)
),
account_totals as materialized (
  select account_id, sum(cost) as cost, sum(weight) as weight from accepted_calls group by account_id
),
debited_wallets as (
  update wallets x set
    epoch = x.epoch + (x.updates >= 63)::int,
    updates = case when x.updates >= 63 then 0 else x.updates + 1 end,
    balance = w.balance - t.cost, held = w.held + t.cost, balance_updated_at = clock_timestamp(),
    fair_tag = greatest(w.fair_tag, (select tag from queue_clock order by tag desc limit 1)) + t.weight
  from account_totals t join locked_wallets w on w.account_id = t.account_id where x.account_id = w.account_id and x.epoch >= w.seen
    and x.epoch >= (select min(seen) from locked_wallets)
),
created_predictions as (
  insert into predictions (id, account_id, key_id, env, model_key, model, modality, operation, provider, input,
    inline_media, inline_bytes, metadata, external_user_id, cost, workload, weight, trace_context, price_version, fair_tag, plan_tag, deadline_at)
  select a.id, a.account_id, a.key_id, a.env, a.model_key, a.model, a.modality, a.operation, a.provider, a.input,
    a.inline_media, a.inline_bytes, a.metadata, a.external_user_id, a.cost, a.workload, a.weight, a.trace_context, a.price_version,
    case when a.waits_for_plan then null else t.tag end, case when a.waits_for_plan then t.tag end,
    clock_timestamp() + make_interval(secs => a.deadline_seconds)
  from accepted_calls a join locked_wallets w on w.account_id = a.account_id cross join lateral (
    select greatest(w.fair_tag, (select tag from queue_clock order by tag desc limit 1)) + a.weighed - a.weight as tag) t
),
charge_entries as (
  insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
  select a.account_id, a.id, 'charge', 'wallet', 'held', a.cost, w.balance - a.spent
  from accepted_calls a join locked_wallets w on w.account_id = a.account_id
  order by a.account_id, a.ord
)
select c.ord, a.id is not null as accepted, w.balance - coalesce(t.cost, 0) as balance, w.owed, not (w.credits_expire_at is null or w.credits_expire_at > clock_timestamp()) as is_due, w.spend_limits > 0 as needs_limits
from calls c join locked_wallets w on w.account_id = c.account_id
left join accepted_calls a on a.ord = c.ord
left join account_totals t on t.account_id = c.account_id

;

with calls as materialized (
  select * from jsonb_to_recordset($1::jsonb) as c (
    ord int, id uuid, account_id uuid, key_id uuid, env text, model_key text, model text, modality text, operation text,
    provider text, input jsonb, inline_media jsonb, inline_bytes bigint, metadata jsonb, external_user_id text, cost bigint, workload bigint, weight bigint,
    trace_context text, price_version text, deadline_seconds float8, waits_for_plan boolean, idempotency_key text, fingerprint text)
),
locked_wallets as materialized (
  select w.* from (
    select distinct account_id from calls order by account_id
  ) r cross join lateral (
    select epoch as seen, spend_limits as spend_limits_seen from (
      select account_id, epoch, spend_limits from wallets newest
      where newest.account_id <= r.account_id order by newest.account_id desc, newest.epoch desc limit 1
    ) newest where newest.account_id = r.account_id
  ) n cross join lateral (
    select account_id, n.seen, balance, held, owed, fair_tag, credits_expire_at, has_expired_held, spend_limits,
      spend_limits <> n.spend_limits_seen as is_stale
    from wallets x where x.account_id = r.account_id and x.epoch >= n.seen for update
  ) w
),
counted_calls as materialized (
  select c.ord, c.cost, s.subject, s.kind
  from calls c join locked_wallets w on w.account_id = c.account_id cross join lateral (values
    ('key', 'key:' || (select coalesce(shared.budget_id, shared.id) from api_keys shared where shared.id = c.key_id)), ('end_user', 'end-user:' || c.account_id || ':' || c.external_user_id)) s (kind, subject)
  where w.spend_limits > 0 and s.subject is not null
),
locked_counters as materialized (
  select k.* from (
    select distinct subject from counted_calls order by subject
  ) s cross join lateral (
    select epoch as seen from (
      select subject, epoch from spend_counters newest
      where newest.subject <= s.subject order by newest.subject desc, newest.epoch desc limit 1
    ) newest where newest.subject = s.subject
  ) n cross join lateral (
    select subject, n.seen, credits, spent, period_start, period_end from spend_counters k
    where k.subject = s.subject and k.epoch >= n.seen for update
  ) k
),
clock as materialized (
  select clock_timestamp() as now
  from (select count(*) from locked_wallets) w cross join (select count(*) from locked_counters) k
),
counters as materialized (
  select k.*, now >= period_start and now < period_end as is_current,
    case when now >= period_start and now < period_end then greatest(credits - spent, 0) else -1 end as room
  from locked_counters k cross join clock
),
coverable_calls as materialized (
  select c.*, w.balance from calls c join locked_wallets w on w.account_id = c.account_id
  where c.cost <= w.balance and w.owed = 0 and not w.is_stale and (w.credits_expire_at is null or w.credits_expire_at > clock_timestamp())
    and c.ord not in (select d.ord from counted_calls d join counters k on k.subject = d.subject where d.cost > k.room)
),
exceeding_calls as materialized (
  select ord from (
    select d.ord, k.room, sum(d.cost) over (partition by d.subject order by d.ord) as running
    from coverable_calls c join counted_calls d on d.ord = c.ord join counters k on k.subject = d.subject) d
  where running > room
),
affordable_calls as materialized (
  select * from (
    select c.*, sum(c.cost) over (partition by c.account_id order by c.ord) as running from coverable_calls c) c
  where running <= balance and ord not in (select ord from exceeding_calls)
),
first_uses as (
  insert into idempotency_keys (account_id, key, fingerprint, prediction_id)
  select account_id, idempotency_key, decode(fingerprint, 'hex'), id from affordable_calls where idempotency_key is not null
  on conflict (account_id, key) do update
    set fingerprint = excluded.fingerprint, prediction_id = excluded.prediction_id, created_at = clock_timestamp()
    where idempotency_keys.created_at <= clock_timestamp() - make_interval(hours => 24)
  returning prediction_id
),
accepted_calls as materialized (
  select a.*, sum(cost) over sofar as spent, sum(weight) over sofar as weighed
  from affordable_calls a
  where idempotency_key is null or id in (select prediction_id from first_uses)
  window sofar as (partition by account_id order by ord)
),
account_totals as materialized (
  select account_id, sum(cost) as cost, sum(weight) as weight from accepted_calls group by account_id
),
debited_wallets as (
  update wallets x set
    epoch = x.epoch + (x.updates >= 63)::int,
    updates = case when x.updates >= 63 then 0 else x.updates + 1 end,
    balance = w.balance - t.cost, held = w.held + t.cost, balance_updated_at = clock_timestamp(),
    fair_tag = greatest(w.fair_tag, (select tag from queue_clock order by tag desc limit 1)) + t.weight
  from account_totals t join locked_wallets w on w.account_id = t.account_id where x.account_id = w.account_id and x.epoch >= w.seen
    and x.epoch >= (select min(seen) from locked_wallets)
),
created_predictions as (
  insert into predictions (id, account_id, key_id, env, model_key, model, modality, operation, provider, input,
    inline_media, inline_bytes, metadata, external_user_id, cost, workload, weight, trace_context, price_version, fair_tag, plan_tag, deadline_at, created_at)
  select a.id, a.account_id, a.key_id, a.env, a.model_key, a.model, a.modality, a.operation, a.provider, a.input,
    a.inline_media, a.inline_bytes, a.metadata, a.external_user_id, a.cost, a.workload, a.weight, a.trace_context, a.price_version,
    case when a.waits_for_plan then null else t.tag end, case when a.waits_for_plan then t.tag end,
    clock_timestamp() + make_interval(secs => a.deadline_seconds),
    (select now from clock)
  from accepted_calls a join locked_wallets w on w.account_id = a.account_id cross join lateral (
    select greatest(w.fair_tag, (select tag from queue_clock order by tag desc limit 1)) + a.weighed - a.weight as tag) t
),
charge_entries as (
  insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
  select a.account_id, a.id, 'charge', 'wallet', 'held', a.cost, w.balance - a.spent
  from accepted_calls a join locked_wallets w on w.account_id = a.account_id
  order by a.account_id, a.ord
),
counter_totals as materialized (
  select d.subject, sum(d.cost) as cost from accepted_calls a join counted_calls d on d.ord = a.ord group by d.subject
),
charged_counters as (
  update spend_counters k set epoch = k.epoch + (k.updates >= 63)::int,
    updates = case when k.updates >= 63 then 0 else k.updates + 1 end, spent = c.spent + t.cost
  from counter_totals t join counters c on c.subject = t.subject
  where k.subject = c.subject and k.epoch >= c.seen and k.epoch >= (select min(seen) from locked_counters)
)
select c.ord, a.id is not null as accepted, w.balance - coalesce(t.cost, 0) as balance, w.owed, not (w.credits_expire_at is null or w.credits_expire_at > clock_timestamp()) as is_due, w.is_stale, w.spend_limits = 0 as needs_no_limits,
  case when a.id is null then (
    select jsonb_agg(jsonb_build_object('kind', d.kind, 'subject', d.subject, 'credits', k.credits::text,
      'spent', (k.spent + coalesce(t.cost, 0))::text, 'periodEnd', nullif(k.period_end, 'infinity'), 'isCurrent', k.is_current) order by d.kind desc)
    from counted_calls d join counters k on k.subject = d.subject left join counter_totals t on t.subject = d.subject
    where d.ord = c.ord) end as counters
from calls c join locked_wallets w on w.account_id = c.account_id
left join accepted_calls a on a.ord = c.ord
left join account_totals t on t.account_id = c.account_id

;
-- A prediction is settled: captured or refunded
;

with verdicts as materialized (
  select * from jsonb_to_recordset($1::jsonb) as v (
    id uuid, fence int, status text, outputs jsonb, retention_days float8,
    error_code text, error_message text, error_retryable boolean, error_internal text, attempt_failed boolean)
),
settled_predictions as (
  update predictions p set
    status = v.status, completed_at = clock_timestamp(), outputs = v.outputs,
    output_expires_at = clock_timestamp() + make_interval(secs => v.retention_days * 86400),
    progress = case v.status when 'completed' then 100 else p.progress end,
    error_code = v.error_code, error_message = v.error_message, error_retryable = v.error_retryable, error_internal = v.error_internal,
    lease_until = null, leased_by = null, fence = p.fence + 1, submit_open = false, inline_media = null,
    events = case
      when v.status = 'completed' then p.events || jsonb_build_object('at', clock_timestamp(), 'event', 'output_stored')
      when v.attempt_failed and p.attempts > 0 then case when jsonb_array_length(p.events) < 100 then p.events || jsonb_build_object('at', clock_timestamp(), 'event', 'attempt_failed', 'attempt', p.attempts, 'message', v.error_message) else p.events end
      else p.events end
  from verdicts v
  where p.id = v.id and p.status = 'processing'
    and (v.fence is null or (p.fence = v.fence and p.lease_until > clock_timestamp()))
    and p.id = any (array(select id from verdicts))
  returning p.id, p.account_id, p.cost, p.status, p.provider, p.provider_ref, p.inline_bytes, p.key_id, p.external_user_id, p.created_at,
    case when p.started_at is null and p.status = 'failed' then coalesce(p.weight, 0) else 0 end as unbegun,
    p.model_key, p.workload, p.trace_context, p.attempts,
    case when p.status = 'completed' and p.errors = 0 and p.crashes = 0 then extract(epoch from p.completed_at - p.started_at)::float8 end as seconds,
    case when p.provider_ref is null then extract(epoch from p.completed_at - p.started_at)::float8
      else (select extract(epoch from min((e->>'at')::timestamptz) - p.started_at)::float8
        from jsonb_array_elements(p.events) e where e->>'event' = 'submitted') end as held_seconds
),
locked_wallets as materialized (
  select w.* from (
    select distinct account_id from settled_predictions order by account_id
  ) r cross join lateral (
    select epoch as seen, spend_limits as spend_limits_seen from (
      select account_id, epoch, spend_limits from wallets newest
      where newest.account_id <= r.account_id order by newest.account_id desc, newest.epoch desc limit 1
    ) newest where newest.account_id = r.account_id
  ) n cross join lateral (
    select account_id, n.seen, balance, held, owed, fair_tag, credits_expire_at, has_expired_held, spend_limits,
      spend_limits <> n.spend_limits_seen as is_stale
    from wallets x where x.account_id = r.account_id and x.epoch >= n.seen for update
  ) w
),
movements as materialized (
  select s.*, case s.status when 'failed' then s.cost else 0 end as refund, w.seen, w.balance, w.held, w.owed, w.fair_tag, w.spend_limits,
    w.credits_expire_at, w.has_expired_held,
    w.balance + sum(case s.status when 'failed' then s.cost else 0 end) over (partition by s.account_id order by s.id) as balance_after
  from settled_predictions s full join locked_wallets w on w.account_id = s.account_id
),
credited_wallets as (
  update wallets x set
    epoch = x.epoch + (x.updates >= 63)::int,
    updates = case when x.updates >= 63 then 0 else x.updates + 1 end,
    held = w.held - w.cost, balance = w.balance + w.refund - least(w.owed, w.balance + w.refund),
    owed = w.owed - least(w.owed, w.balance + w.refund), fair_tag = w.fair_tag - w.unbegun,
    credits_expire_at = case when w.refund > 0 and w.has_expired_held then '-infinity' else w.credits_expire_at end,
    balance_updated_at = case when w.refund > 0 then clock_timestamp() else x.balance_updated_at end
  from (
    select account_id, seen, balance, held, owed, fair_tag, credits_expire_at, has_expired_held, sum(cost) as cost, sum(refund) as refund, sum(unbegun) as unbegun
    from movements group by account_id, seen, balance, held, owed, fair_tag, credits_expire_at, has_expired_held) w
  where x.account_id = w.account_id and x.epoch >= w.seen
    and x.epoch >= (select min(seen) from locked_wallets)
),
settlement_entries as (
  insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
  select account_id, id, case status when 'failed' then 'refund' else 'capture' end, 'held',
    case status when 'failed' then 'wallet' else 'revenue' end, cost, balance_after
  from movements
  union all
  select account_id, null, 'debt', 'wallet', 'debt', least(owed, max(balance_after)),
    max(balance_after) - least(owed, max(balance_after))
  from movements where owed > 0 group by account_id, owed having max(balance_after) > 0
  order by 1, 2 nulls last
),
returned_spending as materialized (
  select return_spending(array_remove(array['key:' || (select coalesce(shared.budget_id, shared.id) from api_keys shared where shared.id = key_id), 'end-user:' || account_id || ':' || external_user_id], null),
    created_at, refund)
  from movements where refund > 0 and spend_limits > 0
)
select id, provider, provider_ref, inline_bytes, cost, model_key, workload, seconds, held_seconds, trace_context, attempts,
  (select count(return_spending) from returned_spending) as returned_spending
from settled_predictions

;
-- An operator grants or adjusts
;
select pg_try_advisory_xact_lock(hashtextextended('transfer_references/' || $1, 0)) as locked
;

select encode(r.fingerprint, 'hex') as fingerprint, t.balance_after as balance
from transfer_references r join ledger_transfers t on t.id = r.transfer_id where r.reference = $1

;
select from account_deletions where account_id = $1
;

with sign_ins as materialized (
  select ended_at is null or xmin = pg_current_xact_id()::xid as is_held from sign_in_families where id = $11::uuid for share
)
insert into audit_events (id, account_id, actor_kind, actor_id, address, action, target, before, after, request_id)
select $1::uuid, $2::uuid, $3, $4, $5, $6, $7, $8::jsonb, $9::jsonb, $10
where $11::uuid is null or exists (select from sign_ins where is_held)
returning id

;
select coalesce(credits_expire_at <= clock_timestamp(), false) as is_due from wallets where account_id = $1
;

with locked_wallets as materialized (
  select account_id, balance, owed, credits_expire_at from wallets where account_id = $1 for update
),
changes as materialized (
  select *, case when $2::bigint > 0 then least(owed, balance + $2::bigint) else 0 end as covered,
    case when $3::boolean then greatest(-(balance + $2::bigint), 0) else 0 end as lent
  from locked_wallets w where (w.credits_expire_at is null or w.credits_expire_at > clock_timestamp())
)
update wallets x set balance = c.balance + c.lent + $2::bigint - c.covered, owed = c.owed + c.lent - c.covered,
  credits_expire_at = least(c.credits_expire_at, $4::timestamptz), balance_updated_at = clock_timestamp()
from changes c where x.account_id = c.account_id and c.balance + c.lent + $2::bigint >= 0
returning c.balance as balance_before, c.lent, c.covered, x.balance

;
insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after, note, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning id
;

insert into transfer_references (reference, fingerprint, transfer_id) values ($1, decode($2, 'hex'), $3)

