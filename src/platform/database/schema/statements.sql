-- Every statement by name, as PostgreSQL gets it. Made of the sources by `npm run generate -- statements`.

-- keys.announce-end
select pg_notify('offprint_credential_ended', $1);

-- keys.create
with
expired_keys as materialized (
  select id, replaces from api_keys
  where account_id = $2::uuid and revoked_at is null and place is not null and expires_at <= clock_timestamp()
  order by id for no key update
),
freed_places as (
  update api_keys k set place = null from expired_keys e where k.id = e.id returning k.id
),
ended_predecessors as (
  update api_keys k set revoked_at = clock_timestamp(), retires_at = null
  from expired_keys e where k.id = e.replaces and k.retires_at > clock_timestamp() returning k.id
),
free_places as (
  select min(p) as place from generate_series(1, 20) p
  where not exists (
    select from api_keys where account_id = $2::uuid and place = p and revoked_at is null
      and (expires_at is null or expires_at > clock_timestamp()))
    and (select count(*) from freed_places) >= 0
),
created_keys as (
  insert into api_keys (id, account_id, name, env, last_four, secret_hash, scopes, rate_limit, expires_at, allowed_models,
    allowed_ips, metadata, place)
  select $1::uuid, $2::uuid, $3, $4, $5, $6::bytea, $7::text[], $8::integer, $9::timestamptz,
    $10::text[], $11::inet[], $12::jsonb, f.place
  from free_places f where f.place is not null
  on conflict (account_id, place) where revoked_at is null do nothing
  returning id
),
counted_keys as (
  insert into budgets (subject) select 'key:' || id from created_keys
)
select f.place, k.id is not null as is_created from free_places f left join created_keys k on true;

-- keys.find
select k.id, k.account_id, k.name, k.env, k.last_four, k.scopes, k.rate_limit, k.created_at, k.revoked_at, k.expires_at,
  k.allowed_models, k.allowed_ips, k.metadata, k.replaces, k.replaced_by, k.retires_at,
  k.disabled_at is not null as is_disabled, k.place is not null as has_place,
  (k.revoked_at is not null or k.place is null) and (k.retires_at is null or k.retires_at <= statement_timestamp()) as is_ended,
  case when k.revoked_at is not null and (k.retires_at is null or k.retires_at <= statement_timestamp()) then 'revoked'
    when k.expires_at <= statement_timestamp() then 'expired'
    when k.disabled_at is not null then 'disabled'
    when k.retires_at is not null then 'retiring'
    else 'active' end as status,
  coalesce(w.requests, 0) as requests, w.last_used_at
from api_keys k left join lateral (
  select requests, last_used_at from budgets b where b.subject = 'key:' || k.id order by b.epoch desc limit 1
) w on true
 where k.id = $1 and k.account_id = $2;

-- keys.find-limit
select max_rate_limit from account_limits where account_id = $1;

-- keys.list
select k.id, k.account_id, k.name, k.env, k.last_four, k.scopes, k.rate_limit, k.created_at, k.revoked_at, k.expires_at,
  k.allowed_models, k.allowed_ips, k.metadata, k.replaces, k.replaced_by, k.retires_at,
  k.disabled_at is not null as is_disabled, k.place is not null as has_place,
  (k.revoked_at is not null or k.place is null) and (k.retires_at is null or k.retires_at <= statement_timestamp()) as is_ended,
  case when k.revoked_at is not null and (k.retires_at is null or k.retires_at <= statement_timestamp()) then 'revoked'
    when k.expires_at <= statement_timestamp() then 'expired'
    when k.disabled_at is not null then 'disabled'
    when k.retires_at is not null then 'retiring'
    else 'active' end as status,
  coalesce(w.requests, 0) as requests, w.last_used_at
from (select distinct account from unnest($1::uuid[]) as a (account)) as of cross join lateral (
  select * from api_keys where account_id = of.account order by created_at desc, id desc limit 521
) k left join lateral (
  select requests, last_used_at from budgets b where b.subject = 'key:' || k.id order by b.epoch desc limit 1
) w on true
 order by k.created_at desc, k.id desc;

-- keys.list-first
select k.id, k.account_id, k.name, k.env, k.last_four, k.scopes, k.rate_limit, k.created_at, k.revoked_at, k.expires_at,
  k.allowed_models, k.allowed_ips, k.metadata, k.replaces, k.replaced_by, k.retires_at,
  k.disabled_at is not null as is_disabled, k.place is not null as has_place,
  (k.revoked_at is not null or k.place is null) and (k.retires_at is null or k.retires_at <= statement_timestamp()) as is_ended,
  case when k.revoked_at is not null and (k.retires_at is null or k.retires_at <= statement_timestamp()) then 'revoked'
    when k.expires_at <= statement_timestamp() then 'expired'
    when k.disabled_at is not null then 'disabled'
    when k.retires_at is not null then 'retiring'
    else 'active' end as status,
  coalesce(w.requests, 0) as requests, w.last_used_at
from (
  select * from api_keys where account_id = $1 and revoked_at is null and place is not null
  union all
  select p.* from api_keys s join api_keys p on p.id = s.replaces
  where s.account_id = $1 and s.revoked_at is null and s.place is not null and p.retires_at > statement_timestamp()
  union all 
  (select * from api_keys where account_id = $1 and (revoked_at is not null or place is null)
     and (retires_at is null or retires_at <= statement_timestamp())
   order by created_at desc, id desc limit 501)
) k left join lateral (
  select requests, last_used_at from budgets b where b.subject = 'key:' || k.id order by b.epoch desc limit 1
) w on true
 order by k.created_at desc, k.id desc;

-- keys.list-older
select k.id, k.account_id, k.name, k.env, k.last_four, k.scopes, k.rate_limit, k.created_at, k.revoked_at, k.expires_at,
  k.allowed_models, k.allowed_ips, k.metadata, k.replaces, k.replaced_by, k.retires_at,
  k.disabled_at is not null as is_disabled, k.place is not null as has_place,
  (k.revoked_at is not null or k.place is null) and (k.retires_at is null or k.retires_at <= statement_timestamp()) as is_ended,
  case when k.revoked_at is not null and (k.retires_at is null or k.retires_at <= statement_timestamp()) then 'revoked'
    when k.expires_at <= statement_timestamp() then 'expired'
    when k.disabled_at is not null then 'disabled'
    when k.retires_at is not null then 'retiring'
    else 'active' end as status,
  coalesce(w.requests, 0) as requests, w.last_used_at
from 
  (select * from api_keys where account_id = $1
    and (created_at, id) < ((select created_at from api_keys where id = $2 and account_id = $1), $2::uuid) and (revoked_at is not null or place is null)
     and (retires_at is null or retires_at <= statement_timestamp())
   order by created_at desc, id desc limit 501) k left join lateral (
  select requests, last_used_at from budgets b where b.subject = 'key:' || k.id order by b.epoch desc limit 1
) w on true
 order by k.created_at desc, k.id desc;

-- keys.list-some
select k.id, k.account_id, k.name, k.env, k.last_four, k.scopes, k.rate_limit, k.created_at, k.revoked_at, k.expires_at,
  k.allowed_models, k.allowed_ips, k.metadata, k.replaces, k.replaced_by, k.retires_at,
  k.disabled_at is not null as is_disabled, k.place is not null as has_place,
  (k.revoked_at is not null or k.place is null) and (k.retires_at is null or k.retires_at <= statement_timestamp()) as is_ended,
  case when k.revoked_at is not null and (k.retires_at is null or k.retires_at <= statement_timestamp()) then 'revoked'
    when k.expires_at <= statement_timestamp() then 'expired'
    when k.disabled_at is not null then 'disabled'
    when k.retires_at is not null then 'retiring'
    else 'active' end as status,
  coalesce(w.requests, 0) as requests, w.last_used_at
from api_keys k left join lateral (
  select requests, last_used_at from budgets b where b.subject = 'key:' || k.id order by b.epoch desc limit 1
) w on true
 where k.account_id = $1 and k.id = any($2::uuid[]);

-- keys.lock
select k.id, k.account_id, k.name, k.env, k.last_four, k.scopes, k.rate_limit, k.created_at, k.revoked_at, k.expires_at,
  k.allowed_models, k.allowed_ips, k.metadata, k.replaces, k.replaced_by, k.retires_at,
  k.disabled_at is not null as is_disabled, k.place is not null as has_place,
  (k.revoked_at is not null or k.place is null) and (k.retires_at is null or k.retires_at <= statement_timestamp()) as is_ended,
  case when k.revoked_at is not null and (k.retires_at is null or k.retires_at <= statement_timestamp()) then 'revoked'
    when k.expires_at <= statement_timestamp() then 'expired'
    when k.disabled_at is not null then 'disabled'
    when k.retires_at is not null then 'retiring'
    else 'active' end as status,
  coalesce(w.requests, 0) as requests, w.last_used_at
from api_keys k left join lateral (
  select requests, last_used_at from budgets b where b.subject = 'key:' || k.id order by b.epoch desc limit 1
) w on true
 where k.id = $1 and k.account_id = $2 for no key update of k;

-- keys.lock-limits
select pg_advisory_xact_lock(hashtextextended('account_limits/' || $1, 0));

-- keys.remove-limit
delete from account_limits where account_id = $1;

-- keys.revoke
with revoked_keys as (
  update api_keys set revoked_at = clock_timestamp(), retires_at = null
  where id = $1 and account_id = $2 returning id, replaces
),
ended_predecessors as (
  update api_keys k set revoked_at = clock_timestamp(), retires_at = null
  from revoked_keys r where k.id = r.replaces and k.retires_at > clock_timestamp() returning k.id
)
select id, pg_notify('offprint_credential_ended', id::text) from (
  select id from revoked_keys union all select id from ended_predecessors
) ended;

-- keys.rotate
with retired_keys as (
  update api_keys set replaced_by = $3::uuid, revoked_at = statement_timestamp() + make_interval(secs => $6::integer),
    retires_at = case when $6::integer > 0 then statement_timestamp() + make_interval(secs => $6::integer) end
  where id = $1::uuid and account_id = $2::uuid and revoked_at is null
  returning *
),
ended_predecessors as (
  update api_keys k set revoked_at = clock_timestamp(), retires_at = null
  from retired_keys r where k.id = r.replaces and k.retires_at > clock_timestamp() returning k.id
),
created_keys as (
  insert into api_keys (id, account_id, name, env, last_four, secret_hash, scopes, rate_limit, place, expires_at, disabled_at,
    allowed_models, allowed_ips, metadata, budget_id, replaces)
  select $3::uuid, account_id, name, env, $4, $5::bytea, scopes, rate_limit, place, expires_at, disabled_at,
    allowed_models, allowed_ips, metadata, coalesce(budget_id, id), id
  from retired_keys
  returning id
),
counted_keys as (
  insert into budgets (subject) select 'key:' || id from created_keys
)
select id, pg_notify('offprint_credential_ended', id::text) from (
  select id from ended_predecessors union all select id from retired_keys where $6::integer = 0
) ended;

-- keys.set-limit
insert into account_limits (account_id, max_rate_limit) values ($1, $2)
on conflict (account_id) do update set max_rate_limit = excluded.max_rate_limit;

-- keys.take-place
with
expired_keys as materialized (
  select id, replaces from api_keys
  where account_id = $2::uuid and revoked_at is null and place is not null and expires_at <= clock_timestamp()
  order by id for no key update
),
freed_places as (
  update api_keys k set place = null from expired_keys e where k.id = e.id returning k.id
),
ended_predecessors as (
  update api_keys k set revoked_at = clock_timestamp(), retires_at = null
  from expired_keys e where k.id = e.replaces and k.retires_at > clock_timestamp() returning k.id
),
free_places as (
  select min(p) as place from generate_series(1, 20) p
  where not exists (
    select from api_keys where account_id = $2::uuid and place = p and revoked_at is null
      and (expires_at is null or expires_at > clock_timestamp()))
    and (select count(*) from freed_places) >= 0
)
update api_keys k set place = f.place from free_places f
where k.id = $1::uuid and k.account_id = $2::uuid and f.place is not null returning k.id;

-- openai-front.find-form-image
select identity, url from openai_front.form_images where key_id = $1 and name = $2;

-- openai-front.keep-answer
insert into openai_front.answers (key_id, identity, predictions, is_lost) values ($1, $2, $3, false)
returning id;

-- openai-front.keep-form-image
insert into openai_front.form_images (key_id, name, identity, url) values ($1, $2, $3, $4)
on conflict (key_id, name) do nothing;

-- openai-front.mark-lost
update openai_front.answers set is_lost = true where id = $1;

-- openai-front.remove-old-answers
delete from openai_front.answers where id in (
  select id from openai_front.answers where at < now() - interval '1 day' order by at limit 100
);

-- openai-front.remove-old-images
delete from openai_front.form_images where (key_id, name) in (
  select key_id, name from openai_front.form_images where at < now() - interval '1 day' order by at limit 100
);

-- openai-front.take-answer
delete from openai_front.answers where id = (
  select id from openai_front.answers
  where key_id = $1 and identity = $2 and (is_lost or not $3::bool)
    and at > now() - case when is_lost then interval '1 day' else interval '10 minutes' end
  order by is_lost desc, id desc limit 1 for update skip locked
)
returning predictions;
