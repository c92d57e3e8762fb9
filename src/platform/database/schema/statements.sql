-- Every statement by name, as PostgreSQL gets it. Made of the sources by `npm run generate -- statements`.

-- account-data.advance-erasure
update account_deletions set pass = $2, step = $3, position = $4, due_at = clock_timestamp() + make_interval(secs => $5)
where account_id = $1 and pass <= $2 and finished_at is null;

-- account-data.begin
insert into account_deletions (account_id) values ($1);

-- account-data.begin-last-pass
update account_deletions set pass = 2, step = '', position = null, due_at = requested_at + make_interval(secs => $2)
where account_id = $1 and pass = 1 and finished_at is null;

-- account-data.claim-erasure
update account_deletions d set due_at = clock_timestamp() + make_interval(secs => $1)
where d.account_id = (
  select account_id from account_deletions where finished_at is null and due_at <= (select clock_timestamp())
  order by due_at limit 1 for update skip locked)
returning account_id, requested_at, pass, step, position;

-- account-data.end-export
delete from account_exports where account_id = $1 and id = $2;

-- account-data.finish-erasure
update account_deletions set finished_at = clock_timestamp(), step = '', position = null
where account_id = $1 and pass = 2 and finished_at is null returning account_id;

-- account-data.lease-export
insert into account_exports as e (account_id, id, lease_until)
values ($1, $2, clock_timestamp() + make_interval(secs => $3))
on conflict (account_id) do update set id = excluded.id, lease_until = excluded.lease_until
where e.lease_until <= clock_timestamp()
returning id;

-- account-data.renew-export
update account_exports set lease_until = clock_timestamp() + make_interval(secs => $3) where account_id = $1 and id = $2;

-- accounts.add-user
with new_users as (
  insert into users (id, account_id, email, password_hash, email_verified_at, signup_credits)
  values ($1, $2, $3, $4, case when $6 then clock_timestamp() end, 0)
  on conflict do nothing
  returning id, account_id
)
insert into memberships (user_id, account_id, role) select id, account_id, $5 from new_users returning user_id;

-- accounts.close-user
with closed_users as (
  update users set email = null, password_hash = null, email_verified_at = null, signup_credits = 0, role = 'user',
    issuer = 'deleted', subject = id::text
  where id = $1 returning id
)
delete from memberships m using closed_users u where m.user_id = u.id;

-- accounts.erase-creation
with removed_rows as (
  delete from account_creations where (reference) in (select reference from account_creations where account_id = $1 limit 500 for update skip locked)
  returning 1
)
select count(*)::int as count, null as position from removed_rows where $2::jsonb is null;

-- accounts.erase-external-id
with removed_rows as (
  delete from account_references where (account_id) in (select account_id from account_references where account_id = $1 limit 500 for update skip locked)
  returning 1
)
select count(*)::int as count, null as position from removed_rows where $2::jsonb is null;

-- accounts.erase-name
with removed_rows as (
  delete from account_names where (account_id) in (select account_id from account_names where account_id = $1 limit 500 for update skip locked)
  returning 1
)
select count(*)::int as count, null as position from removed_rows where $2::jsonb is null;

-- accounts.erase-suspension
with removed_rows as (
  delete from suspended_accounts where (account_id) in (select account_id from suspended_accounts where account_id = $1 limit 500 for update skip locked)
  returning 1
)
select count(*)::int as count, null as position from removed_rows where $2::jsonb is null;

-- accounts.erase-users
with removed_rows as (
  delete from users where (id) in (select id from users where id in (select id from users where account_id = $1 and issuer = 'deleted') and exists (select from account_deletions where account_id = $1 and pass = 2)
      and not exists (select from ledger_verifications v where v.requested_by = users.id) limit 500 for update skip locked)
  returning 1
)
select count(*)::int as count, null as position from removed_rows where $2::jsonb is null;

-- accounts.find-outside-caller
select u.id, u.account_id, u.role, m.account_role
from users u cross join lateral (select role as account_role from memberships where user_id = u.id and account_id = u.account_id limit 1) m
where u.issuer = $1 and u.subject = $2;

-- accounts.find-profile
select u.id, u.email, u.role, u.email_verified_at, u.signup_credits, a.id as account_id, a.plan, m.account_role,
  (select jsonb_agg(jsonb_build_object('id', o.account_id, 'role', o.role,
     'name', (select name from account_names n where n.account_id = o.account_id)) order by o.since, o.account_id)
   from (select account_id, role, since from memberships where user_id = u.id
         order by since, account_id limit 100) o) as accounts
from users u join accounts a on a.id = coalesce($2::uuid, u.account_id)
  cross join lateral (select role as account_role from memberships where user_id = u.id and account_id = a.id limit 1) m
where u.id = $1;

-- accounts.find-suspension
select true as is_suspended from suspended_accounts where account_id = $1;

-- accounts.first-emails
select a.id as account_id, (select u.email from users u where u.account_id = a.id order by u.created_at, u.id limit 1) as email
from unnest($1::uuid[]) as a (id);

-- accounts.has-other-account
select from memberships where user_id = $1 and account_id <> $2 limit 1;

-- accounts.hold
select from accounts where id = $1 for update;

-- accounts.lift-suspension
delete from suspended_accounts where account_id = $1 returning account_id;

-- accounts.list, 1
select id, plan, created_at, w.balance, w.held, coalesce(credits_expire_at <= clock_timestamp(), false) as is_due,
  (select count(*)::int from api_keys k where k.account_id = a.id and k.revoked_at is null
     and (k.expires_at is null or k.expires_at > statement_timestamp())) as active_keys,
  exists (select true as is_suspended from suspended_accounts where account_id = a.id limit 1) as suspended,
  (select requested_at from account_deletions d where d.account_id = a.id) as deleted_at,
  (select external_id from account_references r where r.account_id = a.id) as external_id,
  (select name from account_names n where n.account_id = a.id) as name,
  (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'role', u.role) order by u.created_at), '[]')
   from users u where u.account_id = a.id and u.issuer is distinct from 'deleted') as users
from accounts a cross join lateral (
  select balance, held, credits_expire_at from wallets where account_id = a.id order by epoch desc limit 1) w
where true
order by a.id desc limit 1;

-- accounts.list, 2
select id, plan, created_at, w.balance, w.held, coalesce(credits_expire_at <= clock_timestamp(), false) as is_due,
  (select count(*)::int from api_keys k where k.account_id = a.id and k.revoked_at is null
     and (k.expires_at is null or k.expires_at > statement_timestamp())) as active_keys,
  exists (select true as is_suspended from suspended_accounts where account_id = a.id limit 1) as suspended,
  (select requested_at from account_deletions d where d.account_id = a.id) as deleted_at,
  (select external_id from account_references r where r.account_id = a.id) as external_id,
  (select name from account_names n where n.account_id = a.id) as name,
  (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'role', u.role) order by u.created_at), '[]')
   from users u where u.account_id = a.id and u.issuer is distinct from 'deleted') as users
from accounts a cross join lateral (
  select balance, held, credits_expire_at from wallets where account_id = a.id order by epoch desc limit 1) w
where a.id < $1::uuid and a.id = (select account_id from account_references where external_id = $2) and a.plan = $3 and exists (select from suspended_accounts s where s.account_id = a.id) and id = any(array(
  select account_id from suspended_accounts where suspended_accounts.account_id < $1::uuid and suspended_accounts.account_id = (select account_id from account_references where external_id = $2) and exists (select from accounts p where p.id = suspended_accounts.account_id and p.plan = $3) and exists (select from suspended_accounts s where s.account_id = suspended_accounts.account_id) order by account_id desc limit 21))
order by a.id desc limit 21;

-- accounts.list, 3
select id, plan, created_at, w.balance, w.held, coalesce(credits_expire_at <= clock_timestamp(), false) as is_due,
  (select count(*)::int from api_keys k where k.account_id = a.id and k.revoked_at is null
     and (k.expires_at is null or k.expires_at > statement_timestamp())) as active_keys,
  exists (select true as is_suspended from suspended_accounts where account_id = a.id limit 1) as suspended,
  (select requested_at from account_deletions d where d.account_id = a.id) as deleted_at,
  (select external_id from account_references r where r.account_id = a.id) as external_id,
  (select name from account_names n where n.account_id = a.id) as name,
  (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'role', u.role) order by u.created_at), '[]')
   from users u where u.account_id = a.id and u.issuer is distinct from 'deleted') as users
from accounts a cross join lateral (
  select balance, held, credits_expire_at from wallets where account_id = a.id order by epoch desc limit 1) w
where a.id < $1::uuid and a.id = (select account_id from account_references where external_id = $2) and a.plan = $3 and exists (select from suspended_accounts s where s.account_id = a.id) and id = any(array(
  with newest_users as materialized (
    select account_id, email from users where users.account_id < $1::uuid and users.account_id = (select account_id from account_references where external_id = $2) and exists (select from accounts p where p.id = users.account_id and p.plan = $3) and exists (select from suspended_accounts s where s.account_id = users.account_id) order by account_id desc limit 2000
  ),
  newest_accounts as materialized (
    select distinct account_id from newest_users where position($4 in email) > 0 order by account_id desc limit 21
  ),
  found_accounts as materialized (
    select distinct account_id from users
    where (select count(*) from newest_accounts) < 21
      and text_parts(email) @> $5::text[] and position($4 in email) > 0 and users.account_id < $1::uuid and users.account_id = (select account_id from account_references where external_id = $2) and exists (select from accounts p where p.id = users.account_id and p.plan = $3) and exists (select from suspended_accounts s where s.account_id = users.account_id)
    order by account_id desc limit 21
  )
  select account_id from newest_accounts union select account_id from found_accounts))
order by a.id desc limit 21;

-- accounts.list, 4
select id, plan, created_at, w.balance, w.held, coalesce(credits_expire_at <= clock_timestamp(), false) as is_due,
  (select count(*)::int from api_keys k where k.account_id = a.id and k.revoked_at is null
     and (k.expires_at is null or k.expires_at > statement_timestamp())) as active_keys,
  exists (select true as is_suspended from suspended_accounts where account_id = a.id limit 1) as suspended,
  (select requested_at from account_deletions d where d.account_id = a.id) as deleted_at,
  (select external_id from account_references r where r.account_id = a.id) as external_id,
  (select name from account_names n where n.account_id = a.id) as name,
  (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'role', u.role) order by u.created_at), '[]')
   from users u where u.account_id = a.id and u.issuer is distinct from 'deleted') as users
from accounts a cross join lateral (
  select balance, held, credits_expire_at from wallets where account_id = a.id order by epoch desc limit 1) w
where a.id < $1::uuid and a.id = (select account_id from account_references where external_id = $2) and a.plan = $3 and exists (select from suspended_accounts s where s.account_id = a.id) and id = $4
order by a.id desc limit 21;

-- accounts.list, 5
select id, plan, created_at, w.balance, w.held, coalesce(credits_expire_at <= clock_timestamp(), false) as is_due,
  (select count(*)::int from api_keys k where k.account_id = a.id and k.revoked_at is null
     and (k.expires_at is null or k.expires_at > statement_timestamp())) as active_keys,
  exists (select true as is_suspended from suspended_accounts where account_id = a.id limit 1) as suspended,
  (select requested_at from account_deletions d where d.account_id = a.id) as deleted_at,
  (select external_id from account_references r where r.account_id = a.id) as external_id,
  (select name from account_names n where n.account_id = a.id) as name,
  (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'role', u.role) order by u.created_at), '[]')
   from users u where u.account_id = a.id and u.issuer is distinct from 'deleted') as users
from accounts a cross join lateral (
  select balance, held, credits_expire_at from wallets where account_id = a.id order by epoch desc limit 1) w
where a.id < $1::uuid and a.id = (select account_id from account_references where external_id = $2) and a.plan = $3 and exists (select from suspended_accounts s where s.account_id = a.id) and id = (select account_id from users where id = $4)
order by a.id desc limit 21;

-- accounts.list-members
select m.user_id, u.email, m.role, m.since
from memberships m join users u on u.id = m.user_id where m.account_id = $1 order by m.since, m.user_id;

-- accounts.lock-members
select m.user_id, u.email, m.role, m.since
from memberships m join users u on u.id = m.user_id where m.account_id = $1 order by m.user_id for no key update of m;

-- accounts.lock-user
select id from users where id = $1 for no key update;

-- accounts.lock-users
select id from users where id in (select user_id from memberships where account_id = $1) order by id for update;

-- accounts.move-home
with removed_homes as (
  select id from users where id = $1 and account_id = $2
),
next_memberships as (
  select account_id from memberships where user_id = $1 and account_id <> $2 order by since, account_id limit 1
),
new_accounts as (
  insert into accounts (id, plan) select $3::uuid, $4 from removed_homes where not exists (select from next_memberships)
  returning id
),
new_memberships as (
  insert into memberships (user_id, account_id, role) select $1, id, 'owner' from new_accounts
)
update users u set account_id = coalesce((select account_id from next_memberships), (select id from new_accounts))
from removed_homes r where u.id = r.id
returning u.account_id;

-- accounts.open
with new_users as (
  insert into users (id, account_id, email, password_hash, issuer, subject, role, email_verified_at, signup_credits)
  values ($1, $2, $3, $4, $5, $6, $8, null, $9)
  on conflict do nothing
  returning account_id
)
insert into accounts (id, plan) select account_id, $7 from new_users returning id;

-- accounts.open-without-user
insert into accounts (id, plan) values ($1, $2);

-- accounts.owner-emails
select u.email from memberships m join users u on u.id = m.user_id
where m.account_id = $1 and m.role = 'owner' and u.email is not null and u.email_verified_at is not null
order by m.since, m.user_id limit $2;

-- accounts.read-settings
select a.plan, a.created_at, (select name from account_names n where n.account_id = a.id) as name,
  (select below from balance_alerts b where b.account_id = a.id) as below,
  exists (select true as is_suspended from suspended_accounts where account_id = a.id limit 1) as suspended
from accounts a where a.id = $1;

-- accounts.remove-member
delete from memberships where account_id = $1 and user_id = $2;

-- accounts.remove-name
delete from account_names where account_id = $1 returning 1;

-- accounts.set-home
update users u set account_id = $2 where u.id = $1 and exists (
  select from memberships m where m.user_id = u.id and m.account_id = $2)
returning id;

-- accounts.set-member-role
update memberships set role = $3 where account_id = $1 and user_id = $2;

-- accounts.set-name
insert into account_names as n (account_id, name) values ($1, $2)
on conflict (account_id) do update set name = excluded.name where n.name <> excluded.name
returning 1;

-- accounts.set-password
update users set password_hash = $2 where id = $1 returning account_id;

-- accounts.set-plan
with locked_accounts as materialized (
  select id, plan from accounts where id = $1 for no key update
)
update accounts a set plan = $2 from locked_accounts l where a.id = l.id and l.plan <> $2
returning l.plan as earlier;

-- accounts.set-role
with locked_users as materialized (
  select id, role from users where id = $1 for update
)
update users u set role = $2 from locked_users l where u.id = l.id
returning u.account_id, l.role as earlier;

-- accounts.suspend
insert into suspended_accounts (account_id, by_user) values ($1, $2) on conflict do nothing returning account_id;

-- accounts.verify-email
with unverified_users as (
  select id, account_id, signup_credits from users
  where id = $1 and email is not null and email_verified_at is null for no key update
)
update users u set email_verified_at = clock_timestamp(), signup_credits = 0
from unverified_users v where u.id = v.id
returning v.account_id, v.signup_credits;

-- admission.add-uses
with uses as materialized (
  select * from unnest($1::text[], $2::bigint[], $3::float8[]) u (subject, requests, age) order by subject
),
locked_budgets as materialized (
  select w.subject, w.seen, u.requests, clock_timestamp() - make_interval(secs => u.age / 1000) as last_used_at
  from uses u cross join lateral (
    select epoch as seen from (
      select subject, epoch from budgets newest
      where newest.subject <= u.subject order by newest.subject desc, newest.epoch desc limit 1
    ) newest where newest.subject = u.subject
  ) n cross join lateral (
    select subject, n.seen from budgets b where b.subject = u.subject and b.epoch >= n.seen for update
  ) w
)
update budgets w set
  epoch = w.epoch + (w.updates >= 63)::int,
    updates = case when w.updates >= 63 then 0 else w.updates + 1 end,
  requests = w.requests + l.requests,
  last_used_at = greatest(w.last_used_at, l.last_used_at)
from locked_budgets l where w.subject = l.subject and w.epoch >= l.seen
returning w.subject;

-- admission.admit-accounts
with callers as materialized (

  select c.ord, null::uuid as key_id, c.account_id, null::text as env, null::text[] as scopes, $3::int as rate_limit,
    null::text[] as allowed_models, false as is_successor,
    'dashboard:' || c.account_id as key_subject,
    case $6::text when 'account' then 'account:' || c.account_id when 'ip' then 'ip:' || c.source else 'platform' end as platform_subject,
    s.is_suspended is null as allowed, true as address_allowed, s.is_suspended is not null as is_suspended
  from unnest($1::int[], $2::uuid[], $4::text[], $7::bool[]) as c (ord, account_id, source, is_active_only)
    left join lateral (select true as is_suspended from suspended_accounts where account_id = c.account_id and c.is_active_only limit 1) s on true

),
locked_budgets as materialized (
  select w.*, s.headroom from (
    select subject, min(most) - count(*) as headroom
    from (select key_subject, rate_limit from callers union all select platform_subject, $5::bigint from callers) s (subject, most)
    group by subject order by subject
  ) s cross join lateral (
    select epoch as seen from (
      select subject, epoch from budgets newest
      where newest.subject <= s.subject order by newest.subject desc, newest.epoch desc limit 1
    ) newest where newest.subject = s.subject
  ) n cross join lateral (
    select subject, n.seen, head, buckets, earlier, earlier_at from budgets w
    where w.subject = s.subject and w.epoch >= n.seen for update
  ) w
),
clock as materialized (
  select extract(epoch from clock_timestamp()) as exact,
    greatest(floor(extract(epoch from clock_timestamp()))::bigint, newest) as second
  from (
    select max(head) filter (where head <= extract(epoch from statement_timestamp()) + 5) as newest from locked_budgets
  ) locked
),
used as materialized (
  select subject, seen, second, gap, earlier, latest,
    case when earlier + latest >= headroom
      then case when gap < 0 then second else (select min(at) from (
          select n, i, b.head - (b.head - (i - 1) + 61) % 61 as at
          from unnest(b.buckets) with ordinality u (n, i)
        ) aged where n > 0 and at > second - 61) end end as oldest
  from (
    select b.subject, b.seen, b.head, b.buckets, b.headroom, t.second, t.second - b.head as gap,
      case when b.head = t.second then b.buckets[t.second % 61 + 1] else 0 end as latest,
      case
        when b.earlier_at = b.head and b.head = t.second then b.earlier
        when b.earlier_at = b.head and b.head = t.second - 1
          then b.earlier + b.buckets[b.head % 61 + 1] - b.buckets[t.second % 61 + 1]
        else (select coalesce(sum(n), 0) from (
          select n, i, b.head - (b.head - (i - 1) + 61) % 61 as at
          from unnest(b.buckets) with ordinality u (n, i)
        ) aged where at > t.second - 61 and at < t.second or b.head > t.second)
      end as earlier
    from locked_budgets b cross join clock t offset 0
  ) b
),
ranked_calls as (
  select n.*, k.earlier + k.latest as key_used, k.oldest as key_oldest,
    p.earlier + p.latest as platform_used, p.oldest as platform_oldest,
    k.subject is not null and p.subject is not null as prepared,
    case when allowed then row_number() over (partition by n.key_subject, allowed order by n.ord) end as key_rank
  from callers n left join used k on k.subject = n.key_subject left join used p on p.subject = n.platform_subject
),
ranked_in_platform as (
  select *, prepared and allowed and key_used + key_rank <= rate_limit as within_key,
    case when prepared and allowed and key_used + key_rank <= rate_limit
      then row_number() over (partition by platform_subject, prepared and allowed and key_used + key_rank <= rate_limit order by ord) end as platform_rank
  from ranked_calls
),
verdicts as materialized (
  select *, greatest(0, rate_limit - key_used - coalesce(key_rank, 0))::int as remaining, case
      when not prepared then 'unprepared'
      when not allowed then 'forbidden'
      when not within_key then 'key'
      when platform_used + platform_rank > $5::bigint then 'platform'
      else 'admitted' end as verdict
  from ranked_in_platform
),
consumed_budgets as (
  select s.subject, sum(s.calls) as calls, (count(*) filter (where v.verdict = 'admitted'))::int as admitted
  from verdicts v cross join lateral (values (v.key_subject, case when v.is_successor then 0 else 1 end), (v.platform_subject, 0)) s (subject, calls)
  where v.prepared group by s.subject
),
consumed_uses as materialized (
  select s.*, c.calls, c.admitted from consumed_budgets c full join used s on s.subject = c.subject
),
updated_budgets as (
  update budgets w set
    epoch = w.epoch + (w.updates >= 63)::int,
    updates = case when w.updates >= 63 then 0 else w.updates + 1 end,
    head = s.second,
    earlier = case when s.gap < 0 then 0 else s.earlier end,
    earlier_at = s.second,
    buckets = case when s.gap between 0 and 1
      then w.buckets[:s.second % 61] || s.latest + s.admitted || w.buckets[s.second % 61 + 2:]
      else array(
        select case when i - 1 = s.second % 61 then s.admitted + case when s.gap < 0 then s.earlier else 0 end::int
          when s.gap > 0 and at > s.second - 61 then n else 0 end
        from (
          select n, i, w.head - (w.head - (i - 1) + 61) % 61 as at
          from unnest(w.buckets) with ordinality u (n, i)
        ) aged order by i) end,
    requests = w.requests + s.calls,
    last_used_at = case when s.calls > 0 then clock_timestamp() else w.last_used_at end
  from consumed_uses s
  where w.subject = s.subject and w.epoch >= s.seen and s.calls is not null and (s.calls > 0 or s.admitted > 0 or s.gap < 0)
)
select v.ord, v.verdict, v.key_id, v.account_id, v.env, array_to_string(v.scopes, ',') as scopes, v.rate_limit, v.remaining,
  v.allowed_models, v.address_allowed, v.is_suspended, v.is_successor,
  case when v.verdict = 'unprepared' then v.key_subject end as key_subject,
  case when v.verdict = 'unprepared' then v.platform_subject end as platform_subject,
  ceil(coalesce(v.key_oldest, t.second) + 61 - t.exact)::int as key_reset,
  ceil(coalesce(v.platform_oldest, t.second) + 61 - t.exact)::int as platform_reset
from verdicts v cross join clock t;

-- admission.admit-api-keys
with callers as materialized (

  select c.ord, k.id as key_id, k.account_id, k.env, k.scopes, k.rate_limit, k.allowed_models,
    k.budget_id is not null as is_successor,
    'key:' || coalesce(k.budget_id, k.id) as key_subject,
    case $6::text when 'account' then 'account:' || k.account_id when 'ip' then 'ip:' || c.source else 'platform' end as platform_subject,
    k.address_allowed and s.is_suspended is null and k.scopes && string_to_array(c.required, ',') as allowed, k.address_allowed,
    s.is_suspended is not null as is_suspended
  from unnest($1::int[], $2::bytea[], $3::text[], $4::text[], $7::text[])
      as c (ord, hash, required, source, address)
    cross join lateral (
      select *, allowed_ips is null or coalesce(c.address::inet <<= any(allowed_ips), false) as address_allowed
      from api_keys where secret_hash = c.hash and disabled_at is null
        and (revoked_at is null or retires_at > statement_timestamp())
        and (expires_at is null or expires_at > statement_timestamp()) limit 1
    ) k left join lateral (select true as is_suspended from suspended_accounts where account_id = k.account_id limit 1) s on true

),
locked_budgets as materialized (
  select w.*, s.headroom from (
    select subject, min(most) - count(*) as headroom
    from (select key_subject, rate_limit from callers union all select platform_subject, $5::bigint from callers) s (subject, most)
    group by subject order by subject
  ) s cross join lateral (
    select epoch as seen from (
      select subject, epoch from budgets newest
      where newest.subject <= s.subject order by newest.subject desc, newest.epoch desc limit 1
    ) newest where newest.subject = s.subject
  ) n cross join lateral (
    select subject, n.seen, head, buckets, earlier, earlier_at from budgets w
    where w.subject = s.subject and w.epoch >= n.seen for update
  ) w
),
clock as materialized (
  select extract(epoch from clock_timestamp()) as exact,
    greatest(floor(extract(epoch from clock_timestamp()))::bigint, newest) as second
  from (
    select max(head) filter (where head <= extract(epoch from statement_timestamp()) + 5) as newest from locked_budgets
  ) locked
),
used as materialized (
  select subject, seen, second, gap, earlier, latest,
    case when earlier + latest >= headroom
      then case when gap < 0 then second else (select min(at) from (
          select n, i, b.head - (b.head - (i - 1) + 61) % 61 as at
          from unnest(b.buckets) with ordinality u (n, i)
        ) aged where n > 0 and at > second - 61) end end as oldest
  from (
    select b.subject, b.seen, b.head, b.buckets, b.headroom, t.second, t.second - b.head as gap,
      case when b.head = t.second then b.buckets[t.second % 61 + 1] else 0 end as latest,
      case
        when b.earlier_at = b.head and b.head = t.second then b.earlier
        when b.earlier_at = b.head and b.head = t.second - 1
          then b.earlier + b.buckets[b.head % 61 + 1] - b.buckets[t.second % 61 + 1]
        else (select coalesce(sum(n), 0) from (
          select n, i, b.head - (b.head - (i - 1) + 61) % 61 as at
          from unnest(b.buckets) with ordinality u (n, i)
        ) aged where at > t.second - 61 and at < t.second or b.head > t.second)
      end as earlier
    from locked_budgets b cross join clock t offset 0
  ) b
),
ranked_calls as (
  select n.*, k.earlier + k.latest as key_used, k.oldest as key_oldest,
    p.earlier + p.latest as platform_used, p.oldest as platform_oldest,
    k.subject is not null and p.subject is not null as prepared,
    case when allowed then row_number() over (partition by n.key_subject, allowed order by n.ord) end as key_rank
  from callers n left join used k on k.subject = n.key_subject left join used p on p.subject = n.platform_subject
),
ranked_in_platform as (
  select *, prepared and allowed and key_used + key_rank <= rate_limit as within_key,
    case when prepared and allowed and key_used + key_rank <= rate_limit
      then row_number() over (partition by platform_subject, prepared and allowed and key_used + key_rank <= rate_limit order by ord) end as platform_rank
  from ranked_calls
),
verdicts as materialized (
  select *, greatest(0, rate_limit - key_used - coalesce(key_rank, 0))::int as remaining, case
      when not prepared then 'unprepared'
      when not allowed then 'forbidden'
      when not within_key then 'key'
      when platform_used + platform_rank > $5::bigint then 'platform'
      else 'admitted' end as verdict
  from ranked_in_platform
),
consumed_budgets as (
  select s.subject, sum(s.calls) as calls, (count(*) filter (where v.verdict = 'admitted'))::int as admitted
  from verdicts v cross join lateral (values (v.key_subject, case when v.is_successor then 0 else 1 end), (v.platform_subject, 0)) s (subject, calls)
  where v.prepared group by s.subject
),
consumed_uses as materialized (
  select s.*, c.calls, c.admitted from consumed_budgets c full join used s on s.subject = c.subject
),
updated_budgets as (
  update budgets w set
    epoch = w.epoch + (w.updates >= 63)::int,
    updates = case when w.updates >= 63 then 0 else w.updates + 1 end,
    head = s.second,
    earlier = case when s.gap < 0 then 0 else s.earlier end,
    earlier_at = s.second,
    buckets = case when s.gap between 0 and 1
      then w.buckets[:s.second % 61] || s.latest + s.admitted || w.buckets[s.second % 61 + 2:]
      else array(
        select case when i - 1 = s.second % 61 then s.admitted + case when s.gap < 0 then s.earlier else 0 end::int
          when s.gap > 0 and at > s.second - 61 then n else 0 end
        from (
          select n, i, w.head - (w.head - (i - 1) + 61) % 61 as at
          from unnest(w.buckets) with ordinality u (n, i)
        ) aged order by i) end,
    requests = w.requests + s.calls,
    last_used_at = case when s.calls > 0 then clock_timestamp() else w.last_used_at end
  from consumed_uses s
  where w.subject = s.subject and w.epoch >= s.seen and s.calls is not null and (s.calls > 0 or s.admitted > 0 or s.gap < 0)
)
select v.ord, v.verdict, v.key_id, v.account_id, v.env, array_to_string(v.scopes, ',') as scopes, v.rate_limit, v.remaining,
  v.allowed_models, v.address_allowed, v.is_suspended, v.is_successor,
  case when v.verdict = 'unprepared' then v.key_subject end as key_subject,
  case when v.verdict = 'unprepared' then v.platform_subject end as platform_subject,
  ceil(coalesce(v.key_oldest, t.second) + 61 - t.exact)::int as key_reset,
  ceil(coalesce(v.platform_oldest, t.second) + 61 - t.exact)::int as platform_reset
from verdicts v cross join clock t;

-- admission.admit-operators
with callers as materialized (

  select c.ord, k.id as key_id, null::uuid as account_id, null::text as env, k.scopes, $3::int as rate_limit,
    null::text[] as allowed_models, false as is_successor,
    'operator:' || k.id as key_subject, 'operators' as platform_subject,
    k.address_allowed and c.required = any(k.scopes) as allowed, k.address_allowed, false as is_suspended
  from unnest($1::int[], $2::bytea[], $4::text[], $6::text[]) as c (ord, hash, required, address)
    cross join lateral (
      select *, allowed_ips is null or coalesce(c.address::inet <<= any(allowed_ips), false) as address_allowed
      from operator_keys where secret_hash = c.hash and revoked_at is null and (expires_at is null or expires_at > statement_timestamp()) limit 1
    ) k

),
locked_budgets as materialized (
  select w.*, s.headroom from (
    select subject, min(most) - count(*) as headroom
    from (select key_subject, rate_limit from callers union all select platform_subject, $5::bigint from callers) s (subject, most)
    group by subject order by subject
  ) s cross join lateral (
    select epoch as seen from (
      select subject, epoch from budgets newest
      where newest.subject <= s.subject order by newest.subject desc, newest.epoch desc limit 1
    ) newest where newest.subject = s.subject
  ) n cross join lateral (
    select subject, n.seen, head, buckets, earlier, earlier_at from budgets w
    where w.subject = s.subject and w.epoch >= n.seen for update
  ) w
),
clock as materialized (
  select extract(epoch from clock_timestamp()) as exact,
    greatest(floor(extract(epoch from clock_timestamp()))::bigint, newest) as second
  from (
    select max(head) filter (where head <= extract(epoch from statement_timestamp()) + 5) as newest from locked_budgets
  ) locked
),
used as materialized (
  select subject, seen, second, gap, earlier, latest,
    case when earlier + latest >= headroom
      then case when gap < 0 then second else (select min(at) from (
          select n, i, b.head - (b.head - (i - 1) + 61) % 61 as at
          from unnest(b.buckets) with ordinality u (n, i)
        ) aged where n > 0 and at > second - 61) end end as oldest
  from (
    select b.subject, b.seen, b.head, b.buckets, b.headroom, t.second, t.second - b.head as gap,
      case when b.head = t.second then b.buckets[t.second % 61 + 1] else 0 end as latest,
      case
        when b.earlier_at = b.head and b.head = t.second then b.earlier
        when b.earlier_at = b.head and b.head = t.second - 1
          then b.earlier + b.buckets[b.head % 61 + 1] - b.buckets[t.second % 61 + 1]
        else (select coalesce(sum(n), 0) from (
          select n, i, b.head - (b.head - (i - 1) + 61) % 61 as at
          from unnest(b.buckets) with ordinality u (n, i)
        ) aged where at > t.second - 61 and at < t.second or b.head > t.second)
      end as earlier
    from locked_budgets b cross join clock t offset 0
  ) b
),
ranked_calls as (
  select n.*, k.earlier + k.latest as key_used, k.oldest as key_oldest,
    p.earlier + p.latest as platform_used, p.oldest as platform_oldest,
    k.subject is not null and p.subject is not null as prepared,
    case when allowed then row_number() over (partition by n.key_subject, allowed order by n.ord) end as key_rank
  from callers n left join used k on k.subject = n.key_subject left join used p on p.subject = n.platform_subject
),
ranked_in_platform as (
  select *, prepared and allowed and key_used + key_rank <= rate_limit as within_key,
    case when prepared and allowed and key_used + key_rank <= rate_limit
      then row_number() over (partition by platform_subject, prepared and allowed and key_used + key_rank <= rate_limit order by ord) end as platform_rank
  from ranked_calls
),
verdicts as materialized (
  select *, greatest(0, rate_limit - key_used - coalesce(key_rank, 0))::int as remaining, case
      when not prepared then 'unprepared'
      when not allowed then 'forbidden'
      when not within_key then 'key'
      when platform_used + platform_rank > $5::bigint then 'platform'
      else 'admitted' end as verdict
  from ranked_in_platform
),
consumed_budgets as (
  select s.subject, sum(s.calls) as calls, (count(*) filter (where v.verdict = 'admitted'))::int as admitted
  from verdicts v cross join lateral (values (v.key_subject, case when v.is_successor then 0 else 1 end), (v.platform_subject, 0)) s (subject, calls)
  where v.prepared group by s.subject
),
consumed_uses as materialized (
  select s.*, c.calls, c.admitted from consumed_budgets c full join used s on s.subject = c.subject
),
updated_budgets as (
  update budgets w set
    epoch = w.epoch + (w.updates >= 63)::int,
    updates = case when w.updates >= 63 then 0 else w.updates + 1 end,
    head = s.second,
    earlier = case when s.gap < 0 then 0 else s.earlier end,
    earlier_at = s.second,
    buckets = case when s.gap between 0 and 1
      then w.buckets[:s.second % 61] || s.latest + s.admitted || w.buckets[s.second % 61 + 2:]
      else array(
        select case when i - 1 = s.second % 61 then s.admitted + case when s.gap < 0 then s.earlier else 0 end::int
          when s.gap > 0 and at > s.second - 61 then n else 0 end
        from (
          select n, i, w.head - (w.head - (i - 1) + 61) % 61 as at
          from unnest(w.buckets) with ordinality u (n, i)
        ) aged order by i) end,
    requests = w.requests + s.calls,
    last_used_at = case when s.calls > 0 then clock_timestamp() else w.last_used_at end
  from consumed_uses s
  where w.subject = s.subject and w.epoch >= s.seen and s.calls is not null and (s.calls > 0 or s.admitted > 0 or s.gap < 0)
)
select v.ord, v.verdict, v.key_id, v.account_id, v.env, array_to_string(v.scopes, ',') as scopes, v.rate_limit, v.remaining,
  v.allowed_models, v.address_allowed, v.is_suspended, v.is_successor,
  case when v.verdict = 'unprepared' then v.key_subject end as key_subject,
  case when v.verdict = 'unprepared' then v.platform_subject end as platform_subject,
  ceil(coalesce(v.key_oldest, t.second) + 61 - t.exact)::int as key_reset,
  ceil(coalesce(v.platform_oldest, t.second) + 61 - t.exact)::int as platform_reset
from verdicts v cross join clock t;

-- admission.count-attempt
insert into attempt_windows as w (key, attempts, full_until, expires_at)
select $1::bytea, array[c.at], null, c.at + make_interval(secs => $3::float8) from (select clock_timestamp() as at) c
on conflict (key) do update set (attempts, full_until, expires_at) = (
  select
    case when cardinality(live) < $2::int then live || c.at else live end,
    case when cardinality(live) < $2::int then null
      else live[cardinality(live) - $2::int + 1] + make_interval(secs => $3::float8) end,
    case when cardinality(live) < $2::int then c.at else live[cardinality(live)] end + make_interval(secs => $3::float8)
  from (select clock_timestamp() as at) c cross join lateral (
  select coalesce(array_agg(least(a, c.at) order by a) filter (where a > c.at - make_interval(secs => $3::float8)), '{}') as live
  from unnest(w.attempts) a
) l
)
returning cardinality(attempts) as used,
  case when full_until is null then 0
    else greatest(1, ceil(extract(epoch from full_until - clock_timestamp())))::int end as seconds,
  (extract(epoch from attempts[cardinality(attempts)]) * 1000000)::bigint::text as at;

-- admission.create-budgets
insert into budgets (subject)
select distinct subject from unnest($1::text[]) s (subject)
where not exists (select from budgets b where b.subject = s.subject)
on conflict (subject, epoch) do nothing;

-- admission.delete-expired-attempts
delete from attempt_windows where key = any (array(
  select key from attempt_windows where expires_at <= (select clock_timestamp())
  order by expires_at limit $1::int for update skip locked
)) returning key;

-- admission.delete-surplus-attempts
delete from attempt_windows where key = any (array(
  select key from attempt_windows order by expires_at desc offset $1::int limit $2::int for update skip locked
)) returning key;

-- admission.find-accounts
select ord, key_id, account_id, env, array_to_string(scopes, ',') as scopes, rate_limit, allowed_models, address_allowed, is_suspended,
  allowed, key_subject, platform_subject, $5::bigint as platform_limit
from (
  select c.ord, null::uuid as key_id, c.account_id, null::text as env, null::text[] as scopes, $3::int as rate_limit,
    null::text[] as allowed_models, false as is_successor,
    'dashboard:' || c.account_id as key_subject,
    case $6::text when 'account' then 'account:' || c.account_id when 'ip' then 'ip:' || c.source else 'platform' end as platform_subject,
    s.is_suspended is null as allowed, true as address_allowed, s.is_suspended is not null as is_suspended
  from unnest($1::int[], $2::uuid[], $4::text[], $7::bool[]) as c (ord, account_id, source, is_active_only)
    left join lateral (select true as is_suspended from suspended_accounts where account_id = c.account_id and c.is_active_only limit 1) s on true
) c;

-- admission.find-api-keys
select ord, key_id, account_id, env, array_to_string(scopes, ',') as scopes, rate_limit, allowed_models, address_allowed, is_suspended,
  allowed, key_subject, platform_subject, $5::bigint as platform_limit
from (
  select c.ord, k.id as key_id, k.account_id, k.env, k.scopes, k.rate_limit, k.allowed_models,
    k.budget_id is not null as is_successor,
    'key:' || coalesce(k.budget_id, k.id) as key_subject,
    case $6::text when 'account' then 'account:' || k.account_id when 'ip' then 'ip:' || c.source else 'platform' end as platform_subject,
    k.address_allowed and s.is_suspended is null and k.scopes && string_to_array(c.required, ',') as allowed, k.address_allowed,
    s.is_suspended is not null as is_suspended
  from unnest($1::int[], $2::bytea[], $3::text[], $4::text[], $7::text[])
      as c (ord, hash, required, source, address)
    cross join lateral (
      select *, allowed_ips is null or coalesce(c.address::inet <<= any(allowed_ips), false) as address_allowed
      from api_keys where secret_hash = c.hash and disabled_at is null
        and (revoked_at is null or retires_at > statement_timestamp())
        and (expires_at is null or expires_at > statement_timestamp()) limit 1
    ) k left join lateral (select true as is_suspended from suspended_accounts where account_id = k.account_id limit 1) s on true
) c;

-- admission.find-budget-use
select w.subject, s.keys, sum(n)::int as used
from (
    select 'key:' || coalesce(k.budget_id, k.id), array_agg(k.id::text) from api_keys k where account_id = $1::uuid group by 1
    union all select 'dashboard:' || $1::uuid, '{}'
  ) s (subject, keys) cross join lateral (
    select epoch as seen from (
      select subject, epoch from budgets newest
      where newest.subject <= s.subject order by newest.subject desc, newest.epoch desc limit 1
    ) newest where newest.subject = s.subject
  ) g
  join budgets w on w.subject = s.subject and w.epoch = g.seen
  cross join lateral (
          select n, i, w.head - (w.head - (i - 1) + 61) % 61 as at
          from unnest(w.buckets) with ordinality u (n, i)
        ) aged
where n > 0 and at > floor(extract(epoch from clock_timestamp())) - 61
group by w.subject, s.keys;

-- admission.find-operators
select ord, key_id, account_id, env, array_to_string(scopes, ',') as scopes, rate_limit, allowed_models, address_allowed, is_suspended,
  allowed, key_subject, platform_subject, $5::bigint as platform_limit
from (
  select c.ord, k.id as key_id, null::uuid as account_id, null::text as env, k.scopes, $3::int as rate_limit,
    null::text[] as allowed_models, false as is_successor,
    'operator:' || k.id as key_subject, 'operators' as platform_subject,
    k.address_allowed and c.required = any(k.scopes) as allowed, k.address_allowed, false as is_suspended
  from unnest($1::int[], $2::bytea[], $4::text[], $6::text[]) as c (ord, hash, required, address)
    cross join lateral (
      select *, allowed_ips is null or coalesce(c.address::inet <<= any(allowed_ips), false) as address_allowed
      from operator_keys where secret_hash = c.hash and revoked_at is null and (expires_at is null or expires_at > statement_timestamp()) limit 1
    ) k
) c;

-- admission.find-recent-keys
select coalesce(k.budget_id, k.id)::text as id, array_agg(k.id::text) as keys from api_keys k
where account_id = $1::uuid and (revoked_at is null or revoked_at > clock_timestamp() - interval '120 s')
group by 1;

-- admission.find-retry-after
select case when cardinality(live) < $2::int then 0
  else greatest(1, ceil(extract(epoch from
    live[cardinality(live) - $2::int + 1] + make_interval(secs => $3::float8) - c.at)))::int end as seconds
from attempt_windows w cross join (select clock_timestamp() as at) c cross join lateral (
  select coalesce(array_agg(least(a, c.at) order by a) filter (where a > c.at - make_interval(secs => $3::float8)), '{}') as live
  from unnest(w.attempts) a
) l
where w.key = $1::bytea;

-- admission.find-valid-credentials
select k.id, s.is_suspended is not null as is_suspended
from api_keys k left join lateral (select true as is_suspended from suspended_accounts where account_id = k.account_id limit 1) s on true
where id = any($1::uuid[]) and disabled_at is null
        and (revoked_at is null or retires_at > statement_timestamp())
        and (expires_at is null or expires_at > statement_timestamp())
union all
select id, false from sign_in_families
where id = any($2::uuid[]) and ended_at is null and expires_at > clock_timestamp();

-- admission.find-valid-keys
select c.ord from unnest($1::int[], $2::bytea[]) as c (ord, hash)
  cross join lateral (select from api_keys where secret_hash = c.hash and disabled_at is null
        and (revoked_at is null or retires_at > statement_timestamp())
        and (expires_at is null or expires_at > statement_timestamp()) limit 1) k;

-- admission.give-attempt-back
update attempt_windows set full_until = null,
  attempts = array(select a from unnest(attempts) a where (extract(epoch from a) * 1000000)::bigint <> $2::bigint order by a)
where key = $1::bytea;

-- assets.claim-expired
update uploads u set removal_at = clock_timestamp() + interval '5 minutes'
where u.id = any (array(
  select id from uploads
  where expires_at <= (select clock_timestamp()) and (removal_at is null or removal_at <= clock_timestamp())
  order by expires_at limit $1::int for update skip locked))
returning u.id, u.name;

-- assets.exported-uploads
select name, bytes, created_at, expires_at from uploads where account_id = $1 order by created_at, id limit 10000;

-- assets.find-sender
select
  $2::bigint + coalesce((select sum(bytes) from uploads where account_id = $1::uuid), 0) <= $3::bigint as has_space,
  coalesce((select w.balance + w.held > 0 from (
    select epoch as seen from (
      select account_id, epoch from wallets newest
      where newest.account_id <= $1::uuid order by newest.account_id desc, newest.epoch desc limit 1
    ) newest where newest.account_id = $1::uuid
  ) n
    join wallets w on w.account_id = $1::uuid and w.epoch = n.seen), false) as has_credits,
  coalesce((select not bool_or(u.email_verified_at is not null) from memberships m join users u on u.id = m.user_id
    where m.account_id = $1::uuid and m.role = 'owner' and u.email is not null), false) as is_unverified,
  (
  (select true from payments p where p.account_id = $1::uuid and p.credits > 0 limit 1) is null
  and (select true from account_references r where r.account_id = $1::uuid limit 1) is null) as is_unpaid;

-- assets.has-unpaid-space
select greatest($1::bigint, 65536) + coalesce(sum(u.bytes), 0) <= $2::bigint as ok
from (select account_id, sum(greatest(bytes, 65536)) as bytes from uploads group by account_id) u
where (
  (select true from payments p where p.account_id = u.account_id and p.credits > 0 limit 1) is null
  and (select true from account_references r where r.account_id = u.account_id limit 1) is null);

-- assets.keep
update uploads set expires_at = greatest(expires_at, clock_timestamp() + make_interval(secs => $3::float8))
where id = $1::uuid and account_id = $2::uuid and expires_at > clock_timestamp()
returning width, height;

-- assets.lock-space
select pg_advisory_xact_lock($1, hashtext($2));

-- assets.next-uploads
select id, name from uploads
where account_id = $1 and ($2 = 2 or created_at < $3::timestamptz - interval '5 minutes') limit 100;

-- assets.remove-uploads
delete from uploads where id = any ($1::uuid[]);

-- assets.reserve-space
insert into uploads (id, account_id, name, bytes, expires_at, width, height)
select $1::uuid, $2::uuid, $3::text, $4::bigint,
  date_trunc('second', clock_timestamp()) + make_interval(secs => $6::float8), $7::integer, $8::integer
where $4::bigint + coalesce((select sum(bytes) from uploads where account_id = $2::uuid), 0) <= $5::bigint
returning expires_at;

-- assets.retry-later
update uploads set
  removal_at = clock_timestamp() + least(greatest(clock_timestamp() - expires_at, interval '1 minute'), interval '6 hours')
where id = any($1::uuid[]);

-- audit.erase-addresses
with walked_events as materialized (
  select e.* from (
    select id from users where id in (select id from users where account_id = $1 and issuer = 'deleted') and id >= coalesce(($2::jsonb ->> 0)::uuid, '00000000-0000-0000-0000-000000000000')
    order by id
  ) u cross join lateral (
    select u.id as user_id, id, created_at from audit_events
    where actor_id = 'usr_' || replace(u.id::text, '-', '') and (u.id, created_at, id) > (
      coalesce(($2::jsonb ->> 0)::uuid, '00000000-0000-0000-0000-000000000000'), coalesce(($2::jsonb ->> 1)::timestamptz, '-infinity'),
      coalesce(($2::jsonb ->> 2)::uuid, '00000000-0000-0000-0000-000000000000'))
    order by created_at, id limit 500
  ) e order by e.user_id, e.created_at, e.id limit 500
),
erased_events as (
  update audit_events t set address = null where t.id = any (array(select id from walked_events)) and t.address is not null
)
select count(*)::int as count, (select jsonb_build_array(user_id, created_at::text, id) from walked_events
  order by user_id desc, created_at desc, id desc limit 1) as position
from walked_events;

-- audit.erase-events
with walked_rows as materialized (
  select id, created_at from audit_events
  where account_id = $1 and (created_at, id) > (
    coalesce(($2::jsonb ->> 0)::timestamptz, '-infinity'), coalesce(($2::jsonb ->> 1)::uuid, '00000000-0000-0000-0000-000000000000'))
  order by created_at, id limit 500
),
changed_rows as (
  update audit_events t set address = null, request_id = null, target = case when starts_with(t.action, 'end_user.') then null else t.target end,
    before = case when t.action = 'account.deleted' then t.before end, after = case when t.action = 'account.deleted' then t.after end where t.id = any (array(select id from walked_rows)) and (num_nonnulls(t.address, t.request_id, t.before, t.after) > 0 or starts_with(t.action, 'end_user.'))
)
select count(*)::int as count,
  (select jsonb_build_array(created_at::text, id) from walked_rows order by created_at desc, id desc limit 1) as position
from walked_rows;

-- audit.list, 1
with page_events as materialized (
  select * from (
    select id, created_at, account_id, actor_kind, actor_id, address, action, target, before, after, request_id from audit_events where true order by created_at desc, id desc limit 2000
  ) read_events
  where true order by created_at desc, id desc limit 21
),
last_places as materialized (
  select to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as read_to, id as read_to_id from audit_events
  where true and (select count(*) from page_events) < 21
  order by created_at desc, id desc offset 1999 limit 1
)
select ends.*, page.*, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_exact, case left(page.actor_id, 4)
    when 'usr_' then (select u.email from users u where u.id = (case when page.actor_id ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.actor_id, 5)::uuid end))
    when 'acc_' then (select u.email from users u where u.account_id = (case when page.actor_id ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.actor_id, 5)::uuid end) order by u.created_at, u.id limit 1)
    when 'key_' then (select k.name from api_keys k where k.id = (case when page.actor_id ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.actor_id, 5)::uuid end))
    when 'opk_' then (select k.name from operator_keys k where k.id = (case when page.actor_id ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.actor_id, 5)::uuid end))
  end as actor_name,
  case left(page.target, 4)
    when 'usr_' then (select u.email from users u where u.id = (case when page.target ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.target, 5)::uuid end))
    when 'acc_' then (select u.email from users u where u.account_id = (case when page.target ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.target, 5)::uuid end) order by u.created_at, u.id limit 1)
    when 'key_' then (select k.name from api_keys k where k.id = (case when page.target ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.target, 5)::uuid end))
    when 'opk_' then (select k.name from operator_keys k where k.id = (case when page.target ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.target, 5)::uuid end))
  end as target_name, (select u.email from users u where u.account_id = page.account_id order by u.created_at, u.id limit 1) as account_email
from (select (select read_to from last_places) as read_to, (select read_to_id from last_places) as read_to_id) ends
left join page_events page on true
order by page.created_at desc, page.id desc;

-- audit.list, 2
with page_events as materialized (
  select * from (
    select id, created_at, account_id, actor_kind, actor_id, address, action, target, before, after, request_id from audit_events where account_id = $1::uuid and target = $2 and created_at >= $5::timestamptz and created_at < $6::timestamptz order by created_at desc, id desc limit 2000
  ) read_events
  where action = $3 and actor_kind = $4 order by created_at desc, id desc limit 21
),
last_places as materialized (
  select to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as read_to, id as read_to_id from audit_events
  where account_id = $1::uuid and target = $2 and created_at >= $5::timestamptz and created_at < $6::timestamptz and (select count(*) from page_events) < 21
  order by created_at desc, id desc offset 1999 limit 1
)
select ends.*, page.*, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_exact, case left(page.actor_id, 4)
    when 'usr_' then (select u.email from users u where u.id = (case when page.actor_id ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.actor_id, 5)::uuid end))
    when 'acc_' then (select u.email from users u where u.account_id = (case when page.actor_id ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.actor_id, 5)::uuid end) order by u.created_at, u.id limit 1)
    when 'key_' then (select k.name from api_keys k where k.id = (case when page.actor_id ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.actor_id, 5)::uuid end))
    when 'opk_' then (select k.name from operator_keys k where k.id = (case when page.actor_id ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.actor_id, 5)::uuid end))
  end as actor_name,
  case left(page.target, 4)
    when 'usr_' then (select u.email from users u where u.id = (case when page.target ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.target, 5)::uuid end))
    when 'acc_' then (select u.email from users u where u.account_id = (case when page.target ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.target, 5)::uuid end) order by u.created_at, u.id limit 1)
    when 'key_' then (select k.name from api_keys k where k.id = (case when page.target ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.target, 5)::uuid end))
    when 'opk_' then (select k.name from operator_keys k where k.id = (case when page.target ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.target, 5)::uuid end))
  end as target_name, (select u.email from users u where u.account_id = page.account_id order by u.created_at, u.id limit 1) as account_email
from (select (select read_to from last_places) as read_to, (select read_to_id from last_places) as read_to_id) ends
left join page_events page on true
order by page.created_at desc, page.id desc;

-- audit.list, 3
with page_events as materialized (
  select * from (
    select id, created_at, account_id, actor_kind, actor_id, address, action, target, before, after, request_id from audit_events where account_id = $1::uuid and target = $2 and created_at >= $5::timestamptz and (created_at, id) < ($6::timestamptz, $7::uuid) order by created_at desc, id desc limit 2000
  ) read_events
  where actor_id = $3 and action = $4 order by created_at desc, id desc limit 21
),
last_places as materialized (
  select to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as read_to, id as read_to_id from audit_events
  where account_id = $1::uuid and target = $2 and created_at >= $5::timestamptz and (created_at, id) < ($6::timestamptz, $7::uuid) and (select count(*) from page_events) < 21
  order by created_at desc, id desc offset 1999 limit 1
)
select ends.*, page.*, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_exact, case left(page.actor_id, 4)
    when 'usr_' then (select u.email from users u where u.id = (case when page.actor_id ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.actor_id, 5)::uuid end))
    when 'acc_' then (select u.email from users u where u.account_id = (case when page.actor_id ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.actor_id, 5)::uuid end) order by u.created_at, u.id limit 1)
    when 'key_' then (select k.name from api_keys k where k.id = (case when page.actor_id ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.actor_id, 5)::uuid end))
    when 'opk_' then (select k.name from operator_keys k where k.id = (case when page.actor_id ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.actor_id, 5)::uuid end))
  end as actor_name,
  case left(page.target, 4)
    when 'usr_' then (select u.email from users u where u.id = (case when page.target ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.target, 5)::uuid end))
    when 'acc_' then (select u.email from users u where u.account_id = (case when page.target ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.target, 5)::uuid end) order by u.created_at, u.id limit 1)
    when 'key_' then (select k.name from api_keys k where k.id = (case when page.target ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.target, 5)::uuid end))
    when 'opk_' then (select k.name from operator_keys k where k.id = (case when page.target ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(page.target, 5)::uuid end))
  end as target_name, (select u.email from users u where u.account_id = page.account_id order by u.created_at, u.id limit 1) as account_email
from (select (select read_to from last_places) as read_to, (select read_to_id from last_places) as read_to_id) ends
left join page_events page on true
order by page.created_at desc, page.id desc;

-- audit.record
with sign_ins as materialized (
  select ended_at is null or xmin = pg_current_xact_id()::xid as is_held from sign_in_families where id = $11::uuid for share
)
insert into audit_events (id, account_id, actor_kind, actor_id, address, action, target, before, after, request_id)
select $1::uuid, $2::uuid, $3, $4, $5, $6, $7, $8::jsonb, $9::jsonb, $10
where $11::uuid is null or exists (select from sign_ins where is_held)
returning id;

-- auth.begin-sign-in
with locked_users as materialized (
  select id from users where id = $2::uuid and ($7::text is null or password_hash = $7::text) for share
),
removed_families as (
  delete from sign_in_families where user_id = $2::uuid and expires_at < clock_timestamp()
),
new_families as (
  insert into sign_in_families (id, user_id, expires_at, address, user_agent)
  select $1::uuid, id, clock_timestamp() + make_interval(days => $3), $5, $6 from locked_users
  returning id as family_id, user_id, account_id, expires_at
),
new_tokens as (
  insert into refresh_tokens (hash, family_id) select $4::bytea, family_id from new_families
)
select * from new_families;

-- auth.close-orders
update checkouts c set idempotency_key = null
where c.account_id = $1 and c.idempotency_key is not null
  and not exists (select from payments p where p.checkout_id = c.id and p.credits > 0)
returning 1;

-- auth.consume-one-time-link
update one_time_links set used_at = clock_timestamp()
where hash = $1 and used_at is null and expires_at > clock_timestamp() returning user_id, purpose, is_mailed;

-- auth.consume-verification-link
delete from verification_links l using users u
where l.hash = $1 and l.expires_at > clock_timestamp() and u.id = l.user_id and u.email = l.email
returning l.user_id;

-- auth.continue-sign-in
with new_families as (
  insert into sign_in_families (id, user_id, account_id, expires_at, address, user_agent)
  select $1, user_id, $3::uuid, expires_at, address, user_agent from sign_in_families where id = $2::uuid
  returning id as family_id, user_id, account_id, expires_at
),
new_tokens as (
  insert into refresh_tokens (hash, family_id) select $4::bytea, family_id from new_families
)
select * from new_families;

-- auth.count-change-of-limits
update wallets set spend_limits = spend_limits + 1 where account_id = $1;

-- auth.create-one-time-link
with replaced_links as (
  delete from one_time_links where user_id = $1::uuid returning purpose, used_at
)
insert into one_time_links (hash, user_id, purpose, expires_at, is_mailed)
select $2::bytea, $1::uuid,
  case when exists (select from replaced_links where purpose = 'invitation' and used_at is null) then 'invitation' else $3 end,
  clock_timestamp() + make_interval(hours => $4), $5
returning expires_at, purpose;

-- auth.create-setup-token
with expired_tokens as (
  delete from setup_tokens where expires_at <= clock_timestamp()
)
insert into setup_tokens (hash, expires_at)
select $1::bytea, clock_timestamp() + make_interval(hours => $2)
where not exists (select from setup_tokens where created_at > clock_timestamp() - make_interval(secs => $3))
returning expires_at;

-- auth.create-verification-link
insert into verification_links (user_id, hash, email, expires_at)
values ($1::uuid, $2::bytea, $3, clock_timestamp() + make_interval(hours => $4))
on conflict (user_id) do update set hash = excluded.hash, email = excluded.email, expires_at = excluded.expires_at
returning expires_at;

-- auth.end-by-token
with ended as (
  with recursive ended_families as (
    select f.id, f.continued_as from refresh_tokens t join sign_in_families f on f.id = t.family_id
    where t.hash = $1 and true
    union
    select n.id, n.continued_as from ended_families e join sign_in_families n on n.id = e.continued_as
  )
  update sign_in_families set ended_at = clock_timestamp()
  where id in (select id from ended_families) and ended_at is null returning id
)
select id, pg_notify('offprint_credential_ended', id::text) from ended;

-- auth.end-continued
with ended as (
  update sign_in_families set ended_at = clock_timestamp(), continued_as = $2::uuid
  where id = $1 and ended_at is null returning id
)
select id, pg_notify('offprint_credential_ended', id::text) from ended;

-- auth.end-in-account
with ended as (
  update sign_in_families f set ended_at = clock_timestamp() from users u
  where f.user_id = $1 and u.id = f.user_id and coalesce(f.account_id, u.account_id) = $2 and f.ended_at is null
  returning f.id
)
select id, pg_notify('offprint_credential_ended', id::text) from ended;

-- auth.end-of-reused-token
with ended as (
  with recursive ended_families as (
    select f.id, f.continued_as from refresh_tokens t join sign_in_families f on f.id = t.family_id
    where t.hash = $1 and (t.used_at is not null or f.continued_as is not null)
    union
    select n.id, n.continued_as from ended_families e join sign_in_families n on n.id = e.continued_as
  )
  update sign_in_families set ended_at = clock_timestamp()
  where id in (select id from ended_families) and ended_at is null returning id
)
select id, pg_notify('offprint_credential_ended', id::text) from ended;

-- auth.end-other-sign-ins
with ended as (
  update sign_in_families set ended_at = clock_timestamp()
  where user_id = $1 and id is distinct from $2::uuid and ended_at is null returning id
)
select id, pg_notify('offprint_credential_ended', id::text) from ended;

-- auth.end-sign-in
with ended as (
  with recursive ended_families as (
    select id, continued_as from sign_in_families where id = $1
    union
    select n.id, n.continued_as from ended_families e join sign_in_families n on n.id = e.continued_as
  )
  update sign_in_families set ended_at = clock_timestamp()
  where id in (select id from ended_families) and ended_at is null returning id
)
select id, pg_notify('offprint_credential_ended', id::text) from ended;

-- auth.erase-links
with removed_rows as (
  delete from one_time_links where (hash) in (select hash from one_time_links where user_id in (select id from users where account_id = $1 and issuer = 'deleted') limit 500 for update skip locked)
  returning 1
)
select count(*)::int as count, null as position from removed_rows where $2::jsonb is null;

-- auth.erase-refresh-tokens
with removed_rows as (
  delete from refresh_tokens where (hash) in (select hash from refresh_tokens where family_id in (select id from sign_in_families where user_id in (select id from users where account_id = $1 and issuer = 'deleted')) limit 500 for update skip locked)
  returning 1
)
select count(*)::int as count, null as position from removed_rows where $2::jsonb is null;

-- auth.erase-sessions
with removed_rows as (
  delete from sign_in_families where (id) in (select id from sign_in_families where user_id in (select id from users where account_id = $1 and issuer = 'deleted') limit 500 for update skip locked)
  returning 1
)
select count(*)::int as count, null as position from removed_rows where $2::jsonb is null;

-- auth.erase-verification-links
with removed_rows as (
  delete from verification_links where (user_id) in (select user_id from verification_links where user_id in (select id from users where account_id = $1 and issuer = 'deleted') limit 500 for update skip locked)
  returning 1
)
select count(*)::int as count, null as position from removed_rows where $2::jsonb is null;

-- auth.expire-uploads
update uploads set expires_at = clock_timestamp() where account_id = $1 and expires_at > clock_timestamp() returning 1;

-- auth.find-callers
select f.id as family_id, f.user_id, coalesce(f.account_id, u.account_id) as account_id, u.role, m.account_role
from sign_in_families f cross join lateral (select account_id, role from users where id = f.user_id limit 1) u
  cross join lateral (select role as account_role from memberships where user_id = f.user_id and account_id = coalesce(f.account_id, u.account_id) limit 1) m

where f.id = any($1::uuid[]) and f.ended_at is null and f.expires_at > clock_timestamp();

-- auth.find-continued
select n.id as family_id, n.user_id, n.account_id, n.expires_at
from sign_in_families f join sign_in_families n on n.id = f.continued_as and f.ended_at > clock_timestamp() - interval '10 seconds'
  and n.ended_at is null and n.expires_at > clock_timestamp()
where f.id = $1 and n.account_id = $2;

-- auth.find-continued-by-token
select n.id as family_id, n.user_id, n.account_id, n.expires_at
from refresh_tokens t join sign_in_families f on f.id = t.family_id join sign_in_families n on n.id = f.continued_as and f.ended_at > clock_timestamp() - interval '10 seconds'
  and n.ended_at is null and n.expires_at > clock_timestamp()
where t.hash = $1 and (t.used_at is null or t.used_at > clock_timestamp() - interval '10 seconds');

-- auth.find-continued-caller
select f.id as family_id, f.user_id, coalesce(f.account_id, u.account_id) as account_id, u.role, m.account_role
from sign_in_families f cross join lateral (select account_id, role from users where id = f.user_id limit 1) u
  cross join lateral (select role as account_role from memberships where user_id = f.user_id and account_id = coalesce(f.account_id, u.account_id) limit 1) m

join sign_in_families n on n.id = f.continued_as and f.ended_at > clock_timestamp() - interval '10 seconds'
  and n.ended_at is null and n.expires_at > clock_timestamp() where f.id = $1;

-- auth.find-one-time-link
select user_id, purpose, is_mailed from one_time_links where hash = $1 and used_at is null and expires_at > clock_timestamp();

-- auth.find-opened-accounts
select m.account_id from memberships m
where m.user_id = $1 and m.role = 'owner' and not exists (
  select from memberships e where e.account_id = m.account_id and (e.since, e.user_id) < (m.since, m.user_id))
order by m.account_id;

-- auth.find-repeated-use
select t.family_id, f.user_id, f.account_id, f.expires_at
from refresh_tokens t join sign_in_families f on f.id = t.family_id
where t.hash = $1 and t.used_at > clock_timestamp() - interval '10 seconds' and f.ended_at is null and f.expires_at > clock_timestamp()
  and exists (select from refresh_tokens n where n.hash = $2 and n.family_id = f.id);

-- auth.find-setup-token
select from setup_tokens where hash = $1 and expires_at > clock_timestamp();

-- auth.find-sign-in
select id from sign_in_families where id = $1 and user_id = $2;

-- auth.find-verification-link
select l.user_id, l.email from verification_links l join users u on u.id = l.user_id and u.email = l.email
where l.hash = $1 and l.expires_at > clock_timestamp();

-- auth.has-administrator
select exists (select from users where role = 'admin') as found;

-- auth.list-sign-ins
select f.id, f.created_at, f.user_agent, f.address,
  coalesce((select max(t.created_at) from refresh_tokens t where t.family_id = f.id), f.created_at) as last_used_at
from sign_in_families f
where f.user_id = $1 and f.ended_at is null and f.expires_at > clock_timestamp()
order by f.created_at desc, f.id desc limit 100;

-- auth.lock-user-of-token
select id from users where id = (
  select f.user_id from refresh_tokens t join sign_in_families f on f.id = t.family_id where t.hash = $1)
for no key update;

-- auth.lock-users-of-opened
select id = $1::uuid and email_verified_at is null as is_unproved from users
where id = $1::uuid or id in (select user_id from memberships where account_id = any($2::uuid[])) order by id for update;

-- auth.remove-alert
delete from balance_alerts where account_id = $1 returning 1;

-- auth.remove-invitations
delete from invitations where invited_by = $1 or account_id = any($2::uuid[]) returning 1;

-- auth.remove-limits-of-end-users
delete from spend_counters where account_id = $1 and external_user_id is not null returning 1;

-- auth.remove-one-time-links
delete from one_time_links where user_id = $1;

-- auth.rotate-token
with used_tokens as (
  update refresh_tokens t set used_at = clock_timestamp() from sign_in_families f
  where t.hash = $1 and t.used_at is null and f.id = t.family_id
    and f.ended_at is null and f.expires_at > clock_timestamp()
  returning t.family_id, f.user_id, f.account_id, f.expires_at
),
next_tokens as (
  insert into refresh_tokens (hash, family_id) select $2::bytea, family_id from used_tokens
)
select * from used_tokens;

-- auth.use-setup-token
delete from setup_tokens where hash = $1 and expires_at > clock_timestamp() returning hash;

-- billing.add-checkout
insert into checkouts (id, account_id, user_id, provider, pack, title, credits, amount, currency, idempotency_key, kind, credits_expire,
  expires_in_days)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
  $13)
on conflict (account_id, idempotency_key) where idempotency_key is not null do nothing
returning id;

-- billing.add-payment
insert into payments (id, provider, payment_id) values ($1, $2, $3) on conflict (provider, payment_id) do nothing;

-- billing.add-subscription
insert into subscriptions (id, subscription_id, account_id) values ($1, $2, $3) on conflict (id) do nothing;

-- billing.all-payments, 1
select id, status, amount, currency, credits, taken_back, subscription_id, receipt_url, created_at, account_id, rejection, provider, payment_id
from payments where status <> 'pending' and (rejection is not null and status in ('rejected', 'partly_refunded') and amount <> 0) and account_id = $1::uuid and id < $2::uuid
order by id desc limit 1;

-- billing.all-payments, 2
select id, status, amount, currency, credits, taken_back, subscription_id, receipt_url, created_at, account_id, rejection, provider, payment_id
from payments where id = $1::uuid
order by id desc limit 1;

-- billing.claim-end
update subscriptions s set end_due_at = clock_timestamp() + make_interval(secs => $2)
where s.id = (
  select s.id from subscriptions s join checkouts c on c.id = s.id
  where s.ended_at is null and s.end_requested_at is not null and s.end_due_at <= (select clock_timestamp()) and c.provider = $1
  order by s.end_due_at limit 1 for update of s skip locked)
returning s.id, s.subscription_id, s.end_unless_paid;

-- billing.claim-overdue
update subscriptions s set end_due_at = clock_timestamp() + make_interval(secs => $3)
where s.id = (
  select s.id from subscriptions s join checkouts c on c.id = s.id
  where ((s.ended_at is null and s.began_at is not null and s.end_requested_at is null) and s.paid_until < (select clock_timestamp()) - make_interval(days => $1)) and (s.end_due_at is null or s.end_due_at <= (select clock_timestamp())) and c.provider = $2
  order by s.paid_until limit 1 for update of s skip locked)
returning s.id, s.subscription_id, exists (select from payments p where p.account_id = s.account_id and p.checkout_id = s.id
  and p.subscription_id = s.subscription_id and p.rejection is not null and p.period_ends_at > s.paid_until) as is_rejected;

-- billing.end-checkout
update checkouts set ended_at = clock_timestamp() where id = $1 and ended_at is null;

-- billing.erase-checkouts
with erased_checkouts as (
  update checkouts set idempotency_key = null where id = any (array(
    select id from checkouts where account_id = $1 and idempotency_key is not null limit 500))
  returning 1
)
select count(*)::int as count, null as position from erased_checkouts where $2::jsonb is null;

-- billing.erase-payments
with walked_payments as materialized (
  select id from payments
  where account_id = $1 and id < coalesce(($2::jsonb ->> 0)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  order by id desc limit 500
),
erased_payments as (
  update payments t set receipt_url = null, customer_id = null where t.id = any (array(select id from walked_payments))
    and (t.receipt_url is not null or t.customer_id is not null)
)
select count(*)::int as count, (select jsonb_build_array(id) from walked_payments order by id limit 1) as position from walked_payments;

-- billing.find-account
select plan from accounts where id = $1 and not exists (select from account_deletions where account_id = $1);

-- billing.find-checkout
select id, account_id, provider, kind, pack, title, credits, credits_expire, expires_in_days, amount, currency from checkouts where id = $1 and provider = $2 for update;

-- billing.find-customer
select customer_id from payments where account_id = $1 and provider = $2 and customer_id is not null
order by id desc limit 1;

-- billing.find-due-accounts
select account_id from plan_months where plan = any ($1::text[]) and due_at <= (select clock_timestamp()) limit $2;

-- billing.find-later-subscription
select id from subscriptions s where account_id = $1 and id > $2 and (s.ended_at is null and s.began_at is not null and s.end_requested_at is null and not (s.ends_at is not null and s.ends_at <= s.changed_at and (s.paid_at is null or s.paid_at <= s.changed_at))) limit 1;

-- billing.find-order
select id, account_id, provider, kind, pack, title, credits, credits_expire, expires_in_days, amount, currency, exists (select from payments p where p.checkout_id = checkouts.id and p.credits > 0) as is_paid,
  ended_at is not null or created_at <= clock_timestamp() - interval '24 hours' as is_expired
from checkouts where account_id = $1 and idempotency_key = $2 and provider = $3;

-- billing.find-overdue
select id from subscriptions s where id = $2 and ((s.ended_at is null and s.began_at is not null and s.end_requested_at is null) and s.paid_until < (select clock_timestamp()) - make_interval(days => $1));

-- billing.find-payment
select id, account_id, checkout_id, status, rejection, amount, total, currency, credits, taken_back from payments where provider = $1 and payment_id = $2 for update;

-- billing.find-payment-by-id
select id, account_id, checkout_id, status, rejection, amount, total, currency, credits, taken_back, provider, payment_id from payments where id = $1;

-- billing.find-plans-in-use
with recursive found_plans as (
  (select plan from plan_months order by plan limit 1)
  union all
  select (select m.plan from plan_months m where m.plan > f.plan order by m.plan limit 1) from found_plans f where f.plan is not null
)
select plan from found_plans where plan is not null limit 1000;

-- billing.find-subscribed
select c.title from subscriptions s join checkouts c on c.id = s.id
where s.account_id = $1 and s.ended_at is null and s.end_requested_at is null and s.began_at is not null limit 10;

-- billing.find-subscription
select id, subscription_id, account_id, began_at, ends_at, (s.ended_at is null and s.began_at is not null and s.end_requested_at is null and not (s.ends_at is not null and s.ends_at <= s.changed_at and (s.paid_at is null or s.paid_at <= s.changed_at))) as is_running from subscriptions s where id = $1 for update;

-- billing.is-month-paid
select 1 from payments where checkout_id = $1 and period_ends_at = $2 and credits > 0;

-- billing.is-paid
select 1 from payments where checkout_id = $1 and credits > 0;

-- billing.order-of-subscription
select id from subscriptions where subscription_id = $1 limit 1;

-- billing.other-plan-checkouts
select c.id, c.pack, c.provider_id, c.id > $3 as is_newer
from checkouts c
where c.account_id = $1 and c.kind = 'plan' and c.ended_at is null and c.provider = $2 and c.id <> $3
  and c.created_at > clock_timestamp() - interval '24 hours'
  and not exists (select from payments p where p.checkout_id = c.id)
order by c.id;

-- billing.payments, 1
select id, status, amount, currency, credits, taken_back, subscription_id, receipt_url, created_at
from payments where account_id = $1
order by id desc limit 1;

-- billing.payments, 2
select id, status, amount, currency, credits, taken_back, subscription_id, receipt_url, created_at
from payments where account_id = $1 and id < $2::uuid
order by id desc limit 1;

-- billing.postpone-overdue
update subscriptions set end_due_at = clock_timestamp() + make_interval(secs => $2) where id = $1 and end_requested_at is null;

-- billing.read-due-month
select a.plan, t.month::text, t.next_month,
  exists (select from account_deletions d where d.account_id = a.id) as is_deleted,
  exists (select from subscriptions s join checkouts c on c.id = s.id
    where s.account_id = a.id and (s.ended_at is null and s.began_at is not null and s.end_requested_at is null and not (s.ends_at is not null and s.ends_at <= s.changed_at and (s.paid_at is null or s.paid_at <= s.changed_at))) and c.pack = a.plan) as is_subscribed,
  exists (select from suspended_accounts p where p.account_id = a.id)
    or exists (select from memberships b join users u on u.id = b.user_id
      where b.account_id = a.id and u.signup_credits > 0 and u.email_verified_at is null) as is_waiting,
  case when m.month = t.month then m.granted else 0 end as granted
from accounts a join plan_months m on m.account_id = a.id and m.due_at <= clock_timestamp()
cross join (
  select date_trunc('month', statement_timestamp() at time zone 'UTC')::date as month,
    (date_trunc('month', statement_timestamp() at time zone 'UTC') + interval '1 month') at time zone 'UTC' as next_month
) t where a.id = $1;

-- billing.record-payment-event
insert into payment_events (provider, kind, subject_id, payment_id, amount, currency, happened_at)
values ($1, $2, $3, $4, $5, $6, $7) on conflict (provider, kind, subject_id) do nothing
returning kind;

-- billing.record-subscription-event
insert into subscription_events (provider, kind, subject_id, checkout_id, happened_at)
values ($1, $2, $3, $4, $5) on conflict (provider, kind, subject_id) do nothing
returning kind;

-- billing.request-end
update subscriptions set end_requested_at = clock_timestamp(), end_due_at = clock_timestamp(), end_unless_paid = $2
where id = $1 and ended_at is null and end_requested_at is null
returning id;

-- billing.request-ends
update subscriptions set end_requested_at = clock_timestamp(), end_due_at = clock_timestamp(), end_unless_paid = false
where account_id = $1 and ($2::uuid is null or id < $2) and ended_at is null and (end_requested_at is null or end_unless_paid)
  and (began_at is not null or $2::uuid is null)
returning id;

-- billing.running-subscriptions
select s.id, c.pack as plan, c.title, c.amount, c.currency, c.credits, coalesce(s.failed_at > s.paid_at, false) as is_past_due,
  s.end_requested_at is not null as is_ending, s.paid_until, s.ends_at
from subscriptions s join checkouts c on c.id = s.id
where s.account_id = $1 and s.ended_at is null and s.began_at is not null and not (s.ends_at is not null and s.ends_at <= s.changed_at and (s.paid_at is null or s.paid_at <= s.changed_at))
order by s.end_requested_at is not null, s.id desc limit 10;

-- billing.set-checkout-opened
update checkouts set provider_id = $2 where id = $1;

-- billing.set-month
update plan_months set month = $2::date, granted = $3, due_at = $4::timestamptz where account_id = $1;

-- billing.set-month-due
update plan_months set due_at = coalesce(clock_timestamp() + make_interval(secs => $2), 'infinity') where account_id = $1;

-- billing.set-month-paid
update subscriptions set began_at = coalesce(began_at, clock_timestamp()), paid_at = greatest(paid_at, $2::timestamptz),
  paid_until = greatest(paid_until, $3::timestamptz)
where id = $1;

-- billing.set-paid
update payments set checkout_id = $2, account_id = $3, status = $4, rejection = $5, amount = $6,
  currency = $7, credits = $8, subscription_id = $11, period_ends_at = $12, total = $13,
  customer_id = case when d.is_deleted then null else $9 end, receipt_url = case when d.is_deleted then null else $10 end
from (select exists (select from account_deletions where account_id = $3) as is_deleted) d
where id = $1
returning id, account_id, checkout_id, status, rejection, amount, total, currency, credits, taken_back;

-- billing.set-payment-failed
update subscriptions set failed_at = greatest(failed_at, $2::timestamptz) where id = $1;

-- billing.set-reversed
update payments set taken_back = $2, status = $3 where id = $1;

-- billing.set-subscription-changed
update subscriptions set ends_at = $3::timestamptz, changed_at = $2::timestamptz
where id = $1 and (changed_at is null or changed_at <= $2::timestamptz)
returning id;

-- billing.set-subscription-ended
update subscriptions set ended_at = coalesce(ended_at, $2::timestamptz) where id = $1;

-- billing.sum-reversals
with reversals as (
  select kind in ('disputed', 'dispute_won') as is_dispute,
    greatest(sum(case when currency <> $2 then 0 when kind in ('refunded', 'disputed') then amount else -amount end), 0) as amount,
    bool_or(currency <> $2) as is_foreign
  from payment_events where payment_id = $1 and kind <> 'paid'
  group by kind in ('disputed', 'dispute_won'), subject_id
)
select coalesce(sum(amount), 0)::text as reversed, coalesce(bool_or(is_dispute and amount > 0), false) as is_disputed,
  coalesce(bool_or(is_foreign), false) as is_incomplete
from reversals;

-- billing.unsettled-subscriptions
with unsettled_ids as materialized (
  select id from (
select s.id from subscriptions s where (s.ended_at is null and s.began_at is not null and s.end_requested_at is null) and s.paid_until < (select clock_timestamp()) - interval '1 day') o where $2::text is distinct from 'suspended'
  union
  select id from (
select l.id from suspended_accounts a cross join lateral (
  select s.id from subscriptions s where s.account_id = a.account_id and (s.ended_at is null and s.began_at is not null and s.end_requested_at is null and not (s.ends_at is not null and s.ends_at <= s.changed_at and (s.paid_at is null or s.paid_at <= s.changed_at))) offset 0) l) p where $2::text is distinct from 'overdue'
)
select s.id, s.account_id, c.pack as plan, c.title, c.amount, c.currency, c.credits, coalesce(s.failed_at > s.paid_at, false) as is_past_due,
  s.end_requested_at is not null as is_ending, s.paid_until, s.ends_at, (s.ends_at is not null and s.ends_at <= s.changed_at and (s.paid_at is null or s.paid_at <= s.changed_at)) as is_lapsed,
  greatest(0, floor(extract(epoch from clock_timestamp() - s.paid_until) / 86400))::int as overdue_days,
  exists (select true as is_suspended from suspended_accounts where account_id = s.account_id limit 1) as is_suspended
from unsettled_ids u join subscriptions s on s.id = u.id join checkouts c on c.id = s.id
where $1::uuid is null or s.id < $1::uuid
order by s.id desc limit $3;

-- billing.withdraw-end
update subscriptions set end_requested_at = null, end_unless_paid = false, end_due_at = clock_timestamp() + make_interval(secs => $2)
where id = $1 and ended_at is null and end_requested_at is not null and end_unless_paid
returning id;

-- catalogue.add-version
insert into catalogue_versions
  (revision, kind, key, version, settings, change, restored, reason, actor_kind, actor_id, request_id)
select coalesce(max(revision), 0) + 1, $1::text, $2::text, $3::integer, $4::jsonb, $5::jsonb, $6::integer,
  $7::text, $8::text, $9::text, $10::text
from catalogue_versions;

-- catalogue.find-newest
select version, settings from catalogue_versions where kind = $1 and key = $2 order by version desc limit 1;

-- catalogue.find-version
select settings from catalogue_versions where kind = $1 and key = $2 and version = $3;

-- catalogue.list-versions
with versions as (
  select version, settings, change, restored, reason, actor_kind, actor_id, request_id, created_at
  from catalogue_versions where kind = $1 and key = $2 and version < $3::integer
  union all
  select 1, '{}', '{}', null, null, null, null, null, null where 1 < $3::integer
)
select v.*, case left(actor_id, 4)
    when 'usr_' then (select u.email from users u where u.id = (case when actor_id ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(actor_id, 5)::uuid end))
    when 'opk_' then (select k.name from operator_keys k where k.id = (case when actor_id ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(actor_id, 5)::uuid end))
  end as actor_name
from versions v order by version desc limit $4;

-- catalogue.read-after
select extract(epoch from statement_timestamp()) * 1000 as now, coalesce((
  select jsonb_agg(to_jsonb(v) order by v.revision) from (
    select revision, kind, key, version, settings, extract(epoch from created_at) * 1000 as changed_at
    from catalogue_versions v
    where revision > $1::bigint and not exists (
      select from catalogue_versions n where n.kind = v.kind and n.key = v.key and n.version = v.version + 1
        and n.created_at < clock_timestamp() - interval '2 minutes')
    order by revision limit 50) v
), '[]') as versions;

-- credits.begin-verification
insert into ledger_verifications (requested_by) values ($1) returning id;

-- credits.cancel-verification
select pg_cancel_backend($1);

-- credits.change-wallet
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
returning c.balance as balance_before, c.lent, c.covered, x.balance;

-- credits.checkpoint
select * from ledger_checkpoint;

-- credits.configure
select set_config(name, value, false) from unnest($1::text[], $2::text[]) as s (name, value);

-- credits.count-finding
update ledger_checkpoint set findings = findings + 1 returning *;

-- credits.count-live
select count(*)::int as grants, $3::timestamptz > clock_timestamp() as is_future from (
  select 1 from ledger_transfers where account_id = $1 and expires_at > clock_timestamp() limit $2::int) live;

-- credits.due-accounts
select account_id from credit_positions where due_at <= (select clock_timestamp()) order by due_at limit $1::int;

-- credits.earliest-id
select (lpad(to_hex((extract(epoch from clock_timestamp() - interval '1 hour') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  as earliest;

-- credits.end-mail
update balance_alerts set mail_due_at = null where account_id = $1 and mail_due_at = $2::timestamptz;

-- credits.end-predictions
update ledger_checkpoint set oldest_processing = null, predictions_to = least(predictions_to, $1::uuid,
  (left(oldest_processing::text, 13) || '-0000-0000-000000000000')::uuid);

-- credits.enter-expiries
with entered as (
  insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after, expires_at)
  select $1::uuid, 'expiry', 'wallet', 'system', e.amount, e.balance, e.at
  from jsonb_to_recordset($2::jsonb) as e (place int, at timestamptz, amount bigint, balance bigint) order by e.place
  returning id
)
select max(id) as last_id from entered;

-- credits.enter-transfer
insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after, note, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning id;

-- credits.entries
select id, kind, balance_after, prediction_id, note, created_at,
  case destination when 'wallet' then amount else -amount end as signed,
  (select model_key from predictions where id = prediction_id union all select model_key from removed_predictions where id = prediction_id limit 1) as model_key
from ledger_transfers where account_id = $1 and kind <> 'capture' and true
order by id desc limit 1;

-- credits.entries-between, 1
with positions as materialized (
  select entries_to from summary_position
),
id_ranges as materialized (
  select min(first_entry) as first_entry, max(last_entry) as last_entry from ledger_quarters
  where account_id = $1 and quarter >= date_bin('15 minutes', $2::timestamptz, timestamptz '1970-01-01 00:00Z') 
)
(select id, kind, balance_after, prediction_id, note, created_at,
  case destination when 'wallet' then amount else -amount end as signed,
  (select model_key from predictions where id = prediction_id union all select model_key from removed_predictions where id = prediction_id limit 1) as model_key
 from ledger_transfers where account_id = $1 and id > (select entries_to from positions) and kind <> 'capture' and true
 order by id desc limit 1)
union all
(select id, kind, balance_after, prediction_id, note, created_at,
  case destination when 'wallet' then amount else -amount end as signed,
  (select model_key from predictions where id = prediction_id union all select model_key from removed_predictions where id = prediction_id limit 1) as model_key
 from ledger_transfers where account_id = $1 and id <= (select entries_to from positions)
   and id between (select first_entry from id_ranges) and (select last_entry from id_ranges) and kind <> 'capture' and true
 order by id desc limit 1)
order by id desc limit 1;

-- credits.entries-between, 2
with positions as materialized (
  select entries_to from summary_position
),
id_ranges as materialized (
  select min(first_entry) as first_entry, max(last_entry) as last_entry from ledger_quarters
  where account_id = $1 and quarter >= date_bin('15 minutes', $2::timestamptz, timestamptz '1970-01-01 00:00Z') and quarter <= $3::timestamptz
)
(select id, kind, balance_after, prediction_id, note, created_at,
  case destination when 'wallet' then amount else -amount end as signed,
  (select model_key from predictions where id = prediction_id union all select model_key from removed_predictions where id = prediction_id limit 1) as model_key
 from ledger_transfers where account_id = $1 and id > (select entries_to from positions) and kind <> 'capture' and true
 order by id desc limit 1)
union all
(select id, kind, balance_after, prediction_id, note, created_at,
  case destination when 'wallet' then amount else -amount end as signed,
  (select model_key from predictions where id = prediction_id union all select model_key from removed_predictions where id = prediction_id limit 1) as model_key
 from ledger_transfers where account_id = $1 and id <= (select entries_to from positions)
   and id between (select first_entry from id_ranges) and (select last_entry from id_ranges) and kind <> 'capture' and true
 order by id desc limit 1)
order by id desc limit 1;

-- credits.erase-adjustments
with walked_entries as materialized (
  select id from ledger_transfers
  where account_id = $1 and kind = 'adjustment' and id < coalesce(($2::jsonb ->> 0)::bigint, 9223372036854775807)
  order by id desc limit 500
),
erased_notes as (
  update ledger_transfers t set note = null
  where t.id = any (array(select id from walked_entries)) and t.note is distinct from 'Written off: the account was deleted' and t.note is not null
),
erased_references as (
  update transfer_references r set reference = 'erased:' || r.transfer_id,
    fingerprint = sha256(convert_to('erased:' || r.transfer_id, 'UTF8'))
  where r.transfer_id = any (array(select id from walked_entries)) and not starts_with(r.reference, 'erased:')
)
select count(*)::int as count, (select jsonb_build_array(id) from walked_entries order by id limit 1) as position from walked_entries;

-- credits.erase-alert
with removed_rows as (
  delete from balance_alerts where (account_id) in (select account_id from balance_alerts where account_id = $1 limit 500 for update skip locked)
  returning 1
)
select count(*)::int as count, null as position from removed_rows where $2::jsonb is null;

-- credits.erase-debts
with walked_entries as materialized (
  select id from ledger_transfers
  where account_id = $1 and kind = 'debt' and id < coalesce(($2::jsonb ->> 0)::bigint, 9223372036854775807)
  order by id desc limit 500
),
erased_notes as (
  update ledger_transfers t set note = null
  where t.id = any (array(select id from walked_entries)) and t.note is distinct from 'Written off: the account was deleted' and t.note is not null
),
erased_references as (
  update transfer_references r set reference = 'erased:' || r.transfer_id,
    fingerprint = sha256(convert_to('erased:' || r.transfer_id, 'UTF8'))
  where r.transfer_id = any (array(select id from walked_entries)) and not starts_with(r.reference, 'erased:')
)
select count(*)::int as count, (select jsonb_build_array(id) from walked_entries order by id limit 1) as position from walked_entries;

-- credits.erase-end-users
with removed_rows as (
  delete from spend_counters where (subject, epoch) in (select subject, epoch from spend_counters where account_id = $1 and external_user_id is not null limit 500 for update skip locked)
  returning 1
)
select count(*)::int as count, null as position from removed_rows where $2::jsonb is null;

-- credits.erase-grants
with walked_entries as materialized (
  select id from ledger_transfers
  where account_id = $1 and kind = 'grant' and id < coalesce(($2::jsonb ->> 0)::bigint, 9223372036854775807)
  order by id desc limit 500
),
erased_notes as (
  update ledger_transfers t set note = null
  where t.id = any (array(select id from walked_entries)) and t.note is distinct from 'Written off: the account was deleted' and t.note is not null
),
erased_references as (
  update transfer_references r set reference = 'erased:' || r.transfer_id,
    fingerprint = sha256(convert_to('erased:' || r.transfer_id, 'UTF8'))
  where r.transfer_id = any (array(select id from walked_entries)) and not starts_with(r.reference, 'erased:')
)
select count(*)::int as count, (select jsonb_build_array(id) from walked_entries order by id limit 1) as position from walked_entries;

-- credits.find-account
select 1 from accounts where id = $1;

-- credits.find-reference
select encode(r.fingerprint, 'hex') as fingerprint, t.balance_after as balance
from transfer_references r join ledger_transfers t on t.id = r.transfer_id where r.reference = $1;

-- credits.finish-verification
update ledger_verifications set finished_at = clock_timestamp(), accounts = $2, transfers = $3,
  findings_total = $4, findings = $5
where id = $1;

-- credits.is-deleted
select from account_deletions where account_id = $1;

-- credits.is-due
select coalesce(credits_expire_at <= clock_timestamp(), false) as is_due from wallets where account_id = $1;

-- credits.latest-verification
select v.*, exists (
    select from pg_locks where locktype = 'advisory' and classid = 0 and objid = 7264013 and objsubid = 1
      and granted and database = (select oid from pg_database where datname = current_database())) as locked
from ledger_verifications v order by id desc limit 1;

-- credits.lease-mails
with due_alerts as materialized (
  select account_id, attempts = 0 as is_first, coalesce(mails_since > clock_timestamp() - interval '1 hour', false) as is_within_hour,
    attempts = 0 and mails >= $3::int and coalesce(mails_since > clock_timestamp() - interval '1 hour', false) as is_deferred
  from balance_alerts where mail_due_at <= clock_timestamp() order by mail_due_at limit $1::int for no key update skip locked
)
update balance_alerts b set
  mail_due_at = case when d.is_deferred then b.mails_since + interval '1 hour'
    else clock_timestamp() + make_interval(secs => $2::int) end,
  attempts = b.attempts + (not d.is_deferred)::int,
  mails = case when d.is_deferred or not d.is_first then b.mails when d.is_within_hour then b.mails + 1 else 1 end,
  mails_since = case when d.is_first and not d.is_within_hour then clock_timestamp() else b.mails_since end
from due_alerts d
where b.account_id = any(array(select account_id from due_alerts)) and b.account_id = d.account_id
returning b.account_id, b.below, (select balance from wallets w where w.account_id = b.account_id) as balance, b.attempts,
  b.mail_due_at::text as lease, d.is_deferred;

-- credits.ledger-id-key
select encode(ledger_id_key, 'hex') as key, counted_ledger_ids as counted from installation;

-- credits.lock-counted-accounts
select w.account_id from (
  select distinct account_id from spend_counters where subject = any ($1::text[]) order by account_id
) c cross join lateral (
    select epoch as seen from (
      select account_id, epoch from wallets newest
      where newest.account_id <= c.account_id order by newest.account_id desc, newest.epoch desc limit 1
    ) newest where newest.account_id = c.account_id
  ) n cross join lateral (
  select account_id from wallets x where x.account_id = c.account_id and x.epoch >= n.seen for update
) w;

-- credits.lock-limits
update wallets set spend_limits = spend_limits + 1 where account_id = $1 returning account_id;

-- credits.lock-position
select 1 from credit_positions where account_id = $1 for update;

-- credits.lock-wallet
select balance, owed, coalesce(credits_expire_at <= clock_timestamp(), false) as is_due from wallets where account_id = $1 for update;

-- credits.new-pass
update ledger_checkpoint set pass = pass + 1, entries_to = 0, entries = 0, granted = 0, sums_to = 0, overview_to = 0,
  findings = 0, predictions_to = '00000000-0000-0000-0000-000000000000', oldest_processing = null
returning *;

-- credits.newest-entry
select coalesce(max(id), 0) as newest from ledger_transfers;

-- credits.overview-position
select entries_to, (select coalesce(max(id), 0) from ledger_transfers) > entries_to as is_behind from overview_position;

-- credits.overview-verified
update ledger_checkpoint set overview_to = $1 returning *;

-- credits.read-counters
select s.key_id, k.credits, k.period, case when k.is_current then k.spent else 0 end as spent,
  nullif(case when k.is_current then k.period_end else case k.period when 'total' then 'infinity'::timestamptz
    else (date_trunc(k.period, now at time zone 'UTC') + ('1 ' || k.period)::interval) at time zone 'UTC' end end, 'infinity') as period_end
from (
  select keys.id as key_id, 'key:' || (select coalesce(shared.budget_id, shared.id) from api_keys shared where shared.id = keys.id) as subject from unnest($2::uuid[]) as keys (id)
  union all select null, 'end-user:' || $1::uuid || ':' || $3::text
) s cross join lateral (
    select epoch as seen from (
      select subject, epoch from spend_counters newest
      where newest.subject <= s.subject order by newest.subject desc, newest.epoch desc limit 1
    ) newest where newest.subject = s.subject
  ) n cross join lateral (
  select k.*, now, now >= k.period_start and now < k.period_end as is_current
  from spend_counters k cross join (select clock_timestamp() as now) clock
  where k.subject = s.subject and k.epoch >= n.seen
) k;

-- credits.read-lots
with positions as materialized (
  select entries_to from credit_positions where account_id = $1::uuid
),
tail as materialized (
  select t.id, t.kind, t.source, t.amount, t.prediction_id, t.expires_at from ledger_transfers t
  where t.account_id = $1::uuid and t.id > (select entries_to from positions) order by t.id limit $2::int
)
select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now,
  coalesce((select max(id) from tail), (select entries_to from positions)) as entries_to,
  coalesce((
    select json_agg(json_build_object('at', floor(extract(epoch from expires_at) * 1000)::bigint, 'remaining', remaining::text, 'held', held::text))
    from credit_lots where account_id = $1::uuid), '[]') as lots,
  coalesce((
    select json_agg(json_build_object('kind', kind, 'source', source, 'amount', amount::text, 'prediction', prediction_id,
      'at', floor(extract(epoch from expires_at) * 1000)::bigint, 'holds', case when kind in ('capture', 'refund') then (
        select json_agg(json_build_object('at', floor(extract(epoch from h.expires_at) * 1000)::bigint, 'amount', h.amount::text))
        from credit_holds h where h.account_id = $1::uuid and h.prediction_id = tail.prediction_id) end) order by id)
    from tail), '[]') as entries;

-- credits.read-wallets
select w.*, a.plan, (select below from balance_alerts b where b.account_id = a.id) as alert_below
from unnest($1::uuid[]) r (id) join accounts a on a.id = r.id cross join lateral (
  select account_id as id, balance, held, owed, balance_updated_at, spend_limits > 0 as has_spend_limits,
    credits_expire_at is not null as has_expiring, coalesce(credits_expire_at <= clock_timestamp(), false) as is_due
  from wallets x
  where x.account_id <= a.id order by x.account_id desc, epoch desc limit 1
) w where w.id = a.id;

-- credits.remember-reference
insert into transfer_references (reference, fingerprint, transfer_id) values ($1, decode($2, 'hex'), $3);

-- credits.remove-limit
delete from spend_counters where subject = coalesce('key:' || (select coalesce(shared.budget_id, shared.id) from api_keys shared where shared.id = $2::uuid), 'end-user:' || $1::uuid || ':' || $3::text) returning spent, credits as old_credits, period as old_period;

-- credits.roll-counters
update spend_counters k set epoch = k.epoch + (k.updates >= 63)::int,
    updates = case when k.updates >= 63 then 0 else k.updates + 1 end, period_start = p.period_start, period_end = p.period_end, spent = p.spent
from (
  select c.subject, p.period_start, p.period_end, case when c.key_id is not null then (
      select coalesce(sum(s.charged - s.refunded), 0) from spending_sums s
      where s.grouping = 'key' and s.account_id = c.account_id and s.quarter >= p.period_start and s.quarter < p.period_end
        and s.value = any (array(select id::text from (select sharing.id from api_keys sharing
    where sharing.account_id = c.account_id and coalesce(sharing.budget_id, sharing.id) = c.key_id) keys))
    ) + (
      select coalesce(sum(case e.kind when 'charge' then e.amount else -e.amount end), 0)
      from ledger_transfers e cross join lateral (select key_id, created_at from predictions where id = e.prediction_id union all select key_id, created_at from removed_predictions where id = e.prediction_id limit 1) d
      where e.account_id = c.account_id and e.id > (select entries_to from summary_position) and e.kind in ('charge', 'refund')
        and d.key_id = any (array(select id from (select sharing.id from api_keys sharing
    where sharing.account_id = c.account_id and coalesce(sharing.budget_id, sharing.id) = c.key_id) keys)) and d.created_at >= p.period_start and d.created_at < p.period_end
    ) else (
      select coalesce(sum(d.cost), 0) from predictions d
      where d.account_id = c.account_id and d.external_user_id = c.external_user_id and d.status = 'completed'
        and d.created_at >= p.period_start and d.created_at < p.period_end
    ) + (
      select coalesce(sum(d.cost), 0) from predictions d
      where d.account_id = c.account_id and d.external_user_id = c.external_user_id and d.status = 'processing'
        and d.created_at >= p.period_start and d.created_at < p.period_end
    ) end::bigint as spent
  from spend_counters c cross join (select clock_timestamp() as now) clock cross join lateral (
    select case c.period when 'total' then '-infinity'::timestamptz else date_trunc(c.period, now, 'UTC') end as period_start, case c.period when 'total' then 'infinity'::timestamptz
    else (date_trunc(c.period, now at time zone 'UTC') + ('1 ' || c.period)::interval) at time zone 'UTC' end as period_end) p
  where c.subject = any ($1::text[]) and not (now >= c.period_start and now < c.period_end)
) p
where k.subject = p.subject;

-- credits.set-alert
with earlier_alerts as materialized (
  select below, is_low from balance_alerts where account_id = $1::uuid for update
),
balances as materialized (
  select coalesce(a.balance < $2::bigint, false) as is_low,
    exists (select from earlier_alerts e where e.is_low and a.balance < e.below) as was_low,
    coalesce((select max(id) from ledger_transfers where account_id = $1::uuid), 0) as newest
  from wallets a where a.account_id = $1::uuid
),
set_alerts as (
  insert into balance_alerts as b (account_id, below, is_low, from_entry, mail_due_at)
  select $1::uuid, $2::bigint, is_low, newest, case when is_low then clock_timestamp() end from balances
  on conflict (account_id) do update set below = excluded.below, is_low = excluded.is_low, from_entry = excluded.from_entry,
    mail_due_at = case when (select was_low from balances) and excluded.is_low then b.mail_due_at else excluded.mail_due_at end,
    attempts = case when (select was_low from balances) and excluded.is_low then b.attempts else 0 end
)
select below from earlier_alerts;

-- credits.set-limit
with periods as materialized (
  select case $5::text when 'total' then '-infinity'::timestamptz else date_trunc($5::text, now, 'UTC') end as period_start, case $5::text when 'total' then 'infinity'::timestamptz
    else (date_trunc($5::text, now at time zone 'UTC') + ('1 ' || $5::text)::interval) at time zone 'UTC' end as period_end
  from (select clock_timestamp() as now) clock
),
old_counters as materialized (
  select subject, credits, period, period_start, spent from spend_counters where subject = coalesce('key:' || (select coalesce(shared.budget_id, shared.id) from api_keys shared where shared.id = $2::uuid), 'end-user:' || $1::uuid || ':' || $3::text)
),
spending as materialized (
  select p.period_start, p.period_end, o.credits as old_credits, o.period as old_period,
    case when o.period = $5::text and o.period_start = p.period_start then o.spent else case when (select coalesce(shared.budget_id, shared.id) from api_keys shared where shared.id = $2::uuid) is not null then (
      select coalesce(sum(s.charged - s.refunded), 0) from spending_sums s
      where s.grouping = 'key' and s.account_id = $1::uuid and s.quarter >= p.period_start and s.quarter < p.period_end
        and s.value = any (array(select id::text from (select sharing.id from api_keys sharing
    where sharing.account_id = $1::uuid and coalesce(sharing.budget_id, sharing.id) = (select coalesce(shared.budget_id, shared.id) from api_keys shared where shared.id = $2::uuid)) keys))
    ) + (
      select coalesce(sum(case e.kind when 'charge' then e.amount else -e.amount end), 0)
      from ledger_transfers e cross join lateral (select key_id, created_at from predictions where id = e.prediction_id union all select key_id, created_at from removed_predictions where id = e.prediction_id limit 1) d
      where e.account_id = $1::uuid and e.id > (select entries_to from summary_position) and e.kind in ('charge', 'refund')
        and d.key_id = any (array(select id from (select sharing.id from api_keys sharing
    where sharing.account_id = $1::uuid and coalesce(sharing.budget_id, sharing.id) = (select coalesce(shared.budget_id, shared.id) from api_keys shared where shared.id = $2::uuid)) keys)) and d.created_at >= p.period_start and d.created_at < p.period_end
    ) else (
      select coalesce(sum(d.cost), 0) from predictions d
      where d.account_id = $1::uuid and d.external_user_id = $3::text and d.status = 'completed'
        and d.created_at >= p.period_start and d.created_at < p.period_end
    ) + (
      select coalesce(sum(d.cost), 0) from predictions d
      where d.account_id = $1::uuid and d.external_user_id = $3::text and d.status = 'processing'
        and d.created_at >= p.period_start and d.created_at < p.period_end
    ) end::bigint end as spent
  from periods p left join old_counters o on true
),
updated_counters as (
  update spend_counters k set epoch = k.epoch + (k.updates >= 63)::int,
    updates = case when k.updates >= 63 then 0 else k.updates + 1 end, credits = $4::bigint, period = $5::text,
    period_start = s.period_start, period_end = s.period_end, spent = s.spent
  from spending s where k.subject = coalesce('key:' || (select coalesce(shared.budget_id, shared.id) from api_keys shared where shared.id = $2::uuid), 'end-user:' || $1::uuid || ':' || $3::text)
),
inserted_counters as (
  insert into spend_counters (subject, account_id, key_id, external_user_id, credits, period, period_start, period_end, spent)
  select coalesce('key:' || (select coalesce(shared.budget_id, shared.id) from api_keys shared where shared.id = $2::uuid), 'end-user:' || $1::uuid || ':' || $3::text), $1::uuid, (select coalesce(shared.budget_id, shared.id) from api_keys shared where shared.id = $2::uuid), $3::text, $4::bigint, $5::text,
    period_start, period_end, spent
  from spending where not exists (select from old_counters)
)
select spent, nullif(period_end, 'infinity') as period_end, old_credits, old_period from spending;

-- credits.settle-wallet
with positions as (
  update credit_positions set due_at = coalesce($3::timestamptz, 'infinity')
  where account_id = $1::uuid and not $5::boolean
),
removed_positions as (
  delete from credit_positions where account_id = $1::uuid and $5::boolean
)
update wallets set balance = balance - $2::bigint, has_expired_held = $4::boolean,
  credits_expire_at = case when not $5::boolean then coalesce($3::timestamptz, 'infinity') end,
  balance_updated_at = case when $2::bigint > 0 then clock_timestamp() else balance_updated_at end
where account_id = $1::uuid;

-- credits.spending-by-day
with unsummed_entries as materialized (
  select prediction_id, kind, amount from ledger_transfers
  where account_id = $1 and id > (select entries_to from summary_position) order by id limit $7::int
),
unsummed as materialized (
  select e.kind, e.amount, p.created_at, p.model_key, p.key_id
  from unsummed_entries e cross join lateral (
    select created_at, model_key, key_id from predictions where id = e.prediction_id union all select created_at, model_key, key_id from removed_predictions where id = e.prediction_id limit 1) p
  where p.created_at >= $4 and p.created_at < $5
),
parts as (
  select (width_bucket(quarter, $6::timestamptz[]) - 1)::text as part, charged, refunded, predictions, completed, failed from spending_sums
  where grouping = 'all' and account_id = $1 and quarter >= $4 and quarter < $5
  union all
  select (width_bucket(created_at, $6::timestamptz[]) - 1)::text, 
  coalesce(sum(e.amount) filter (where e.kind = 'charge'), 0)::bigint as charged,
  coalesce(sum(e.amount) filter (where e.kind = 'refund'), 0)::bigint as refunded,
  count(*) filter (where e.kind = 'charge') as predictions, count(*) filter (where e.kind = 'capture') as completed,
  count(*) filter (where e.kind = 'refund') as failed from unsummed e group by 1
  union all
  select (width_bucket(created_at, $6::timestamptz[]) - 1)::text, cost, case status when 'failed' then cost else 0 end, 1, (status = 'completed')::int, (status = 'failed')::int from (select cost, status, model_key, key_id, created_at from predictions where account_id = $1 and created_at >= $2 and created_at < $4 union all select cost, status, model_key, key_id, created_at from removed_predictions where account_id = $1 and created_at >= $2 and created_at < $4) p
  union all
  select (width_bucket(created_at, $6::timestamptz[]) - 1)::text, cost, case status when 'failed' then cost else 0 end, 1, (status = 'completed')::int, (status = 'failed')::int from (select cost, status, model_key, key_id, created_at from predictions where account_id = $1 and created_at >= $5 and created_at < $3 union all select cost, status, model_key, key_id, created_at from removed_predictions where account_id = $1 and created_at >= $5 and created_at < $3) p
),
added as (
  select part, sum(charged) as charged, sum(refunded) as refunded, sum(predictions)::int as predictions,
    sum(completed)::int as completed, sum(failed)::int as failed
  from parts group by part
)
select (select count(*)::int from unsummed_entries) as unsummed, a.*
from (values (true)) one left join added a on a.predictions > 0;

-- credits.spending-by-key
with unsummed_entries as materialized (
  select prediction_id, kind, amount from ledger_transfers
  where account_id = $1 and id > (select entries_to from summary_position) order by id limit $6::int
),
unsummed as materialized (
  select e.kind, e.amount, p.created_at, p.model_key, p.key_id
  from unsummed_entries e cross join lateral (
    select created_at, model_key, key_id from predictions where id = e.prediction_id union all select created_at, model_key, key_id from removed_predictions where id = e.prediction_id limit 1) p
  where p.created_at >= $4 and p.created_at < $5
),
parts as (
  select nullif(value, '') as part, charged, refunded, predictions, completed, failed from spending_sums
  where grouping = 'key' and account_id = $1 and quarter >= $4 and quarter < $5
  union all
  select key_id::text, 
  coalesce(sum(e.amount) filter (where e.kind = 'charge'), 0)::bigint as charged,
  coalesce(sum(e.amount) filter (where e.kind = 'refund'), 0)::bigint as refunded,
  count(*) filter (where e.kind = 'charge') as predictions, count(*) filter (where e.kind = 'capture') as completed,
  count(*) filter (where e.kind = 'refund') as failed from unsummed e group by 1
  union all
  select key_id::text, cost, case status when 'failed' then cost else 0 end, 1, (status = 'completed')::int, (status = 'failed')::int from (select cost, status, model_key, key_id, created_at from predictions where account_id = $1 and created_at >= $2 and created_at < $4 union all select cost, status, model_key, key_id, created_at from removed_predictions where account_id = $1 and created_at >= $2 and created_at < $4) p
  union all
  select key_id::text, cost, case status when 'failed' then cost else 0 end, 1, (status = 'completed')::int, (status = 'failed')::int from (select cost, status, model_key, key_id, created_at from predictions where account_id = $1 and created_at >= $5 and created_at < $3 union all select cost, status, model_key, key_id, created_at from removed_predictions where account_id = $1 and created_at >= $5 and created_at < $3) p
),
added as (
  select part, sum(charged) as charged, sum(refunded) as refunded, sum(predictions)::int as predictions,
    sum(completed)::int as completed, sum(failed)::int as failed
  from parts group by part
)
select (select count(*)::int from unsummed_entries) as unsummed, a.*
from (values (true)) one left join added a on a.predictions > 0;

-- credits.spending-by-model
with unsummed_entries as materialized (
  select prediction_id, kind, amount from ledger_transfers
  where account_id = $1 and id > (select entries_to from summary_position) order by id limit $6::int
),
unsummed as materialized (
  select e.kind, e.amount, p.created_at, p.model_key, p.key_id
  from unsummed_entries e cross join lateral (
    select created_at, model_key, key_id from predictions where id = e.prediction_id union all select created_at, model_key, key_id from removed_predictions where id = e.prediction_id limit 1) p
  where p.created_at >= $4 and p.created_at < $5
),
parts as (
  select value as part, charged, refunded, predictions, completed, failed from spending_sums
  where grouping = 'model' and account_id = $1 and quarter >= $4 and quarter < $5
  union all
  select model_key, 
  coalesce(sum(e.amount) filter (where e.kind = 'charge'), 0)::bigint as charged,
  coalesce(sum(e.amount) filter (where e.kind = 'refund'), 0)::bigint as refunded,
  count(*) filter (where e.kind = 'charge') as predictions, count(*) filter (where e.kind = 'capture') as completed,
  count(*) filter (where e.kind = 'refund') as failed from unsummed e group by 1
  union all
  select model_key, cost, case status when 'failed' then cost else 0 end, 1, (status = 'completed')::int, (status = 'failed')::int from (select cost, status, model_key, key_id, created_at from predictions where account_id = $1 and created_at >= $2 and created_at < $4 union all select cost, status, model_key, key_id, created_at from removed_predictions where account_id = $1 and created_at >= $2 and created_at < $4) p
  union all
  select model_key, cost, case status when 'failed' then cost else 0 end, 1, (status = 'completed')::int, (status = 'failed')::int from (select cost, status, model_key, key_id, created_at from predictions where account_id = $1 and created_at >= $5 and created_at < $3 union all select cost, status, model_key, key_id, created_at from removed_predictions where account_id = $1 and created_at >= $5 and created_at < $3) p
),
added as (
  select part, sum(charged) as charged, sum(refunded) as refunded, sum(predictions)::int as predictions,
    sum(completed)::int as completed, sum(failed)::int as failed
  from parts group by part
)
select (select count(*)::int from unsummed_entries) as unsummed, a.*
from (values (true)) one left join added a on a.predictions > 0;

-- credits.spending-of-predictions-by-day
select (width_bucket(created_at, $4::timestamptz[]) - 1)::text as part, sum(cost) as charged,
  coalesce(sum(cost) filter (where status = 'failed'), 0) as refunded, count(*)::int as predictions,
  count(*) filter (where status = 'completed')::int as completed, count(*) filter (where status = 'failed')::int as failed
from (select cost, status, model_key, key_id, created_at from predictions where account_id = $1 and created_at >= $2 and created_at < $3 union all select cost, status, model_key, key_id, created_at from removed_predictions where account_id = $1 and created_at >= $2 and created_at < $3) p
group by 1;

-- credits.spending-of-predictions-by-key
select key_id::text as part, sum(cost) as charged,
  coalesce(sum(cost) filter (where status = 'failed'), 0) as refunded, count(*)::int as predictions,
  count(*) filter (where status = 'completed')::int as completed, count(*) filter (where status = 'failed')::int as failed
from (select cost, status, model_key, key_id, created_at from predictions where account_id = $1 and created_at >= $2 and created_at < $3 union all select cost, status, model_key, key_id, created_at from removed_predictions where account_id = $1 and created_at >= $2 and created_at < $3) p
group by 1;

-- credits.spending-of-predictions-by-model
select model_key as part, sum(cost) as charged,
  coalesce(sum(cost) filter (where status = 'failed'), 0) as refunded, count(*)::int as predictions,
  count(*) filter (where status = 'completed')::int as completed, count(*) filter (where status = 'failed')::int as failed
from (select cost, status, model_key, key_id, created_at from predictions where account_id = $1 and created_at >= $2 and created_at < $3 union all select cost, status, model_key, key_id, created_at from removed_predictions where account_id = $1 and created_at >= $2 and created_at < $3) p
group by 1;

-- credits.spent-by-end-user
select case when null::uuid is not null then (
      select coalesce(sum(s.charged - s.refunded), 0) from spending_sums s
      where s.grouping = 'key' and s.account_id = $1::uuid and s.quarter >= '-infinity'::timestamptz and s.quarter < 'infinity'::timestamptz
        and s.value = any (array(select id::text from (select sharing.id from api_keys sharing
    where sharing.account_id = $1::uuid and coalesce(sharing.budget_id, sharing.id) = null::uuid) keys))
    ) + (
      select coalesce(sum(case e.kind when 'charge' then e.amount else -e.amount end), 0)
      from ledger_transfers e cross join lateral (select key_id, created_at from predictions where id = e.prediction_id union all select key_id, created_at from removed_predictions where id = e.prediction_id limit 1) d
      where e.account_id = $1::uuid and e.id > (select entries_to from summary_position) and e.kind in ('charge', 'refund')
        and d.key_id = any (array(select id from (select sharing.id from api_keys sharing
    where sharing.account_id = $1::uuid and coalesce(sharing.budget_id, sharing.id) = null::uuid) keys)) and d.created_at >= '-infinity'::timestamptz and d.created_at < 'infinity'::timestamptz
    ) else (
      select coalesce(sum(d.cost), 0) from predictions d
      where d.account_id = $1::uuid and d.external_user_id = $2::text and d.status = 'completed'
        and d.created_at >= '-infinity'::timestamptz and d.created_at < 'infinity'::timestamptz
    ) + (
      select coalesce(sum(d.cost), 0) from predictions d
      where d.account_id = $1::uuid and d.external_user_id = $2::text and d.status = 'processing'
        and d.created_at >= '-infinity'::timestamptz and d.created_at < 'infinity'::timestamptz
    ) end::bigint as spent;

-- credits.sum-overview-part
with positions as materialized (
  select entries_to from overview_position for update skip locked
),
entries as materialized (
  select id, account_id, prediction_id, kind, destination, amount, created_at from ledger_transfers
  where id > (select entries_to from positions) and id <= $1::bigint order by id limit $2::int
),
placed_entries as materialized (
  select e.id, e.account_id, e.kind, e.destination, e.amount, p.model_key, f.error_code, coalesce(p.created_at, e.created_at) as counted_at
  from entries e
  left join lateral (select model_key, created_at from predictions where id = e.prediction_id union all select model_key, created_at from removed_predictions where id = e.prediction_id limit 1) p on true
  left join lateral (
    select error_code from predictions where e.kind = 'refund' and id = e.prediction_id limit 1) f on true
  where e.prediction_id is null or p.model_key is not null
),
sums as (
  insert into overview_sums as s (span, figure, starts_at, value, entries, amount, first_entry, last_entry)
  select t.span, g.figure, t.starts_at, g.value, count(*), sum(e.amount), min(e.id), max(e.id)
  from placed_entries e cross join lateral (
    select e.kind as figure, coalesce(e.model_key, e.destination) as value
    union all select 'failure', coalesce(e.error_code, '') where e.kind = 'refund'
    union all select 'account', e.account_id::text where e.kind = 'charge'
  ) g
  cross join lateral (values
    ('hour', date_bin(interval '1 hour', e.counted_at, timestamptz '1970-01-01 00:00Z')), ('day', date_bin(interval '1 day', e.counted_at, timestamptz '1970-01-01 00:00Z')), ('all', timestamptz '1970-01-01 00:00Z')
  ) t (span, starts_at)
  where t.span <> 'all' or g.figure <> 'account'
  group by 1, 2, 3, 4
  on conflict (span, figure, starts_at, value) do update set entries = s.entries + excluded.entries,
    amount = s.amount + excluded.amount, last_entry = excluded.last_entry
),
part as materialized (
  select case when count(*) < $2::int then $1::bigint else max(id) end as entries_to from entries
)
update overview_position p set entries_to = greatest(p.entries_to, t.entries_to)
from part t where exists (select from positions) returning p.entries_to;

-- credits.sum-part
with positions as materialized (
  select entries_to from summary_position for update skip locked
),
entries as materialized (
  select id, account_id, prediction_id, kind, amount, created_at from ledger_transfers
  where id > (select entries_to from positions) and id <= $1::bigint order by id limit $2::int
),
movements as materialized (
  select e.id, e.account_id, e.kind, e.amount, p.model_key, p.key_id, date_bin('15 minutes', p.created_at, timestamptz '1970-01-01 00:00Z') as quarter
  from entries e cross join lateral (
    select model_key, key_id, created_at from predictions where id = e.prediction_id union all select model_key, key_id, created_at from removed_predictions where id = e.prediction_id limit 1) p
),
spending as (
  insert into spending_sums as s
    (grouping, account_id, quarter, value, charged, refunded, predictions, completed, failed, last_entry)
  select g.grouping, e.account_id, e.quarter, g.value, 
  coalesce(sum(e.amount) filter (where e.kind = 'charge'), 0)::bigint as charged,
  coalesce(sum(e.amount) filter (where e.kind = 'refund'), 0)::bigint as refunded,
  count(*) filter (where e.kind = 'charge') as predictions, count(*) filter (where e.kind = 'capture') as completed,
  count(*) filter (where e.kind = 'refund') as failed, max(e.id)
  from movements e cross join lateral (select e.model_key, e.key_id) p cross join lateral (values ('all', ''), ('model', p.model_key), ('key', coalesce(p.key_id::text, ''))) g (grouping, value)
  group by 1, 2, 3, 4
  on conflict (grouping, account_id, quarter, value) do update set charged = s.charged + excluded.charged,
    refunded = s.refunded + excluded.refunded, predictions = s.predictions + excluded.predictions,
    completed = s.completed + excluded.completed, failed = s.failed + excluded.failed, last_entry = excluded.last_entry
),
quarters as (
  insert into ledger_quarters as q (account_id, quarter, first_entry, last_entry)
  select account_id, date_bin('15 minutes', created_at, timestamptz '1970-01-01 00:00Z'), min(id), max(id) from entries group by 1, 2
  on conflict (account_id, quarter) do update set last_entry = excluded.last_entry
),
alerted_accounts as materialized (
  select b.account_id, n.id, n.balance_after
  from (select distinct account_id from entries) e
  cross join lateral (select account_id from balance_alerts where account_id = e.account_id and below is not null offset 0) b
  cross join lateral (
    select id, balance_after from ledger_transfers t where t.account_id = b.account_id order by id desc limit 1) n
),
crossings as (
  update balance_alerts b set is_low = n.balance_after < b.below, from_entry = n.id, attempts = 0,
    mail_due_at = case when n.balance_after < b.below then clock_timestamp() end
  from alerted_accounts n
  where b.account_id = any(array(select account_id from alerted_accounts)) and b.account_id = n.account_id
    and n.id > b.from_entry and (n.balance_after < b.below) <> b.is_low
),
unread_entries as (
  update credit_positions p set unread = p.unread + e.entries,
    due_at = case when e.has_refund then '-infinity' else p.due_at end
  from (select account_id, count(*) as entries, bool_or(kind = 'refund') as has_refund from entries group by account_id) e
  where p.account_id = any(array(select account_id from entries)) and p.account_id = e.account_id
),
part as materialized (
  select case when count(*) < $2::int then $1::bigint else max(id) end as entries_to from entries
)
update summary_position p set entries_to = greatest(p.entries_to, t.entries_to)
from part t where exists (select from positions) returning p.entries_to;

-- credits.summary-position
select entries_to, (select coalesce(max(id), 0) from ledger_transfers) > entries_to as is_behind from summary_position;

-- credits.summed-overview
select entries_to from overview_position;

-- credits.summed-to
select entries_to from summary_position;

-- credits.sums-verified
update ledger_checkpoint set sums_to = $1 returning *;

-- credits.track
insert into credit_positions as p (account_id, entries_to, due_at) values ($1, $2::bigint - 1, $3::timestamptz)
on conflict (account_id) do update set due_at = least(p.due_at, excluded.due_at);

-- credits.unread-accounts
select account_id from credit_positions where unread >= 1000 order by unread desc limit $1::int;

-- credits.verified
select v.finished_at, v.findings_total::float8 as findings,
  coalesce((select entries_to from ledger_checkpoint), 0)::float8 as entries_to,
  coalesce((select id from ledger_transfers order by id desc limit 1), 0)::float8 as last_entry
from (select) as always
left join lateral (select finished_at, findings_total from ledger_verifications
  where finished_at is not null order by id desc limit 1) v on true;

-- credits.verify-accounts
with accounts_of_part as materialized (
  select a.id, coalesce(w.balance, 0) as balance, coalesce(w.held, 0) as held, coalesce(w.owed, 0) as owed
  from (select id from accounts where id > $1::uuid order by id limit $2::int) a
  left join lateral (select balance, held, owed from wallets w where w.account_id = a.id order by epoch desc limit 1) w on true
),
newer_sums as materialized (
  select account_id, sum(wallet)::bigint as wallet, sum(held)::bigint as held, sum(owed)::bigint as owed, sum(granted)::bigint as granted
  from (select t.account_id, 
    case when t.destination = 'wallet' then t.amount when t.source = 'wallet' then -t.amount else 0 end as wallet,
    case when t.destination = 'held' then t.amount when t.source = 'held' then -t.amount else 0 end as held,
    case when t.source = 'debt' then t.amount when t.destination = 'debt' then -t.amount else 0 end as owed,
    case when t.source = 'system' then t.amount when t.destination in ('system', 'revenue') then -t.amount else 0 end as granted from ledger_transfers t where t.id > $4::bigint) t
  group by account_id
),
processing_costs as materialized (
  select account_id, sum(cost)::bigint as cost from predictions
  where status = 'processing' and deadline_at > '-infinity' group by account_id
),
compared_wallets as materialized (
  select a.id, a.balance, a.held, a.owed, coalesce(c.wallet, 0) + coalesce(n.wallet, 0) as wallet_entries, coalesce(c.held, 0) + coalesce(n.held, 0) as held_entries,
    coalesce(c.owed, 0) + coalesce(n.owed, 0) as owed_entries, coalesce(n.granted, 0) as newer_granted, coalesce(p.cost, 0) as processing
  from accounts_of_part a
  left join lateral (
    select wallet, held, owed from ledger_account_checkpoints where account_id = a.id and pass = $3::bigint limit 1) c on true
  left join newer_sums n on n.account_id = a.id
  left join processing_costs p on p.account_id = a.id
),
findings as materialized (
select 0 as check_number, f.* from (select id, id, format('balance %s, entries %s', balance, wallet_entries) from compared_wallets where balance <> wallet_entries) as f (subject, account, detail)
  union all select 1 as check_number, f.* from (select id, id, format('owed %s, debt entries %s', owed, owed_entries) from compared_wallets where owed <> owed_entries) as f (subject, account, detail)
  union all select 2 as check_number, f.* from (select id, id, format('held %s, entries %s', held, held_entries) from compared_wallets where held <> held_entries) as f (subject, account, detail)
  union all select 3 as check_number, f.* from (select id, id, format('held %s, processing %s', held, processing) from compared_wallets where held <> processing) as f (subject, account, detail)
  union all select 4 as check_number, f.* from (select id, id, format('balance %s, held %s, owed %s', balance, held, owed) from compared_wallets where balance < 0 or held < 0 or owed < 0) as f (subject, account, detail)
),
part as materialized (
  select count(*) as accounts, (select id from accounts_of_part order by id desc limit 1) as accounts_to,
    coalesce(sum(balance + held - owed), 0)::text as customers, coalesce(sum(newer_granted), 0)::text as granted,
    (select count(*) from findings) as findings_total
  from compared_wallets
),
moved_checkpoint as (
  update ledger_checkpoint c set findings = c.findings + p.findings_total from part p where p.findings_total > 0
)
select p.*, f.* from part p left join findings f on true;

-- credits.verify-counters
with counters_of_part as materialized (
  select subject, account_id, key_id, external_user_id, period_start, period_end, spent
  from spend_counters where subject > $1::text order by subject limit $2::int
),
compared_counters as materialized (
  select c.*, case when c.key_id is not null then (
      select coalesce(sum(s.charged - s.refunded), 0) from spending_sums s
      where s.grouping = 'key' and s.account_id = c.account_id and s.quarter >= c.period_start and s.quarter < c.period_end
        and s.value = any (array(select id::text from (select sharing.id from api_keys sharing
    where sharing.account_id = c.account_id and coalesce(sharing.budget_id, sharing.id) = c.key_id) keys))
    ) + (
      select coalesce(sum(case e.kind when 'charge' then e.amount else -e.amount end), 0)
      from ledger_transfers e cross join lateral (select key_id, created_at from predictions where id = e.prediction_id union all select key_id, created_at from removed_predictions where id = e.prediction_id limit 1) d
      where e.account_id = c.account_id and e.id > (select entries_to from summary_position) and e.kind in ('charge', 'refund')
        and d.key_id = any (array(select id from (select sharing.id from api_keys sharing
    where sharing.account_id = c.account_id and coalesce(sharing.budget_id, sharing.id) = c.key_id) keys)) and d.created_at >= c.period_start and d.created_at < c.period_end
    ) else (
      select coalesce(sum(d.cost), 0) from predictions d
      where d.account_id = c.account_id and d.external_user_id = c.external_user_id and d.status = 'completed'
        and d.created_at >= c.period_start and d.created_at < c.period_end
    ) + (
      select coalesce(sum(d.cost), 0) from predictions d
      where d.account_id = c.account_id and d.external_user_id = c.external_user_id and d.status = 'processing'
        and d.created_at >= c.period_start and d.created_at < c.period_end
    ) end::bigint as expected from counters_of_part c
),
findings as materialized (
select 14 as check_number, f.* from (select account_id, account_id, format('%s: counted %s, charges less refunds %s', subject, spent, expected)
      from compared_counters c
      where spent < expected or spent > expected and (key_id is not null or not exists (
        select from removed_predictions r where r.account_id = c.account_id and r.created_at >= c.period_start and r.created_at < c.period_end))) as f (subject, account, detail)
),
part as materialized (
  select (select subject from counters_of_part order by subject desc limit 1) as counter_to,
    (select count(*) from findings) as findings_total
),
moved_checkpoint as (
  update ledger_checkpoint c set findings = c.findings + p.findings_total from part p where p.findings_total > 0
)
select p.*, f.* from part p left join findings f on true;

-- credits.verify-entries
with entries as materialized (
  select t.id, t.account_id, t.prediction_id, t.kind, t.destination, t.amount, t.balance_after, t.created_at, t.expires_at, 
    case when t.destination = 'wallet' then t.amount when t.source = 'wallet' then -t.amount else 0 end as wallet,
    case when t.destination = 'held' then t.amount when t.source = 'held' then -t.amount else 0 end as held,
    case when t.source = 'debt' then t.amount when t.destination = 'debt' then -t.amount else 0 end as owed,
    case when t.source = 'system' then t.amount when t.destination in ('system', 'revenue') then -t.amount else 0 end as granted
  from ledger_transfers t where t.id > $1::bigint and t.id <= $2::bigint order by t.id limit $3::int
),
ordered_entries as materialized (
  select e.account_id, e.id, e.balance_after, e.wallet, e.held, e.owed, e.granted, lag(e.balance_after) over chain as previous,
    lead(e.id) over chain is null as is_last
  from entries e window chain as (partition by e.account_id order by e.id)
),
chained as materialized (
  select o.*, o.wallet + coalesce(o.previous, (
      select balance_after from ledger_account_checkpoints where account_id = o.account_id and pass = $4::bigint), 0) as expected
  from ordered_entries o
),
sums as materialized (
  select account_id, sum(wallet)::bigint as wallet, sum(held)::bigint as held, sum(owed)::bigint as owed, sum(granted)::bigint as granted,
    max(balance_after) filter (where is_last) as balance_after
  from ordered_entries group by account_id
),
carried_sums as (
  insert into ledger_account_checkpoints as c (account_id, pass, wallet, held, owed, granted, balance_after)
  select account_id, $4::bigint, wallet, held, owed, granted, balance_after from sums order by account_id
  on conflict (account_id) do update set pass = excluded.pass, balance_after = excluded.balance_after,
    wallet = excluded.wallet + case when c.pass = excluded.pass then c.wallet else 0 end,
    held = excluded.held + case when c.pass = excluded.pass then c.held else 0 end,
    owed = excluded.owed + case when c.pass = excluded.pass then c.owed else 0 end,
    granted = excluded.granted + case when c.pass = excluded.pass then c.granted else 0 end
),
predictions_of_part as (
  select p.* from (select distinct prediction_id as id from entries where prediction_id <= $5::uuid) e
  cross join lateral (select id, account_id, status, cost from predictions where id = e.id union all select id, account_id, status, cost from removed_predictions where id = e.id limit 1) p
),
tallies as materialized (
  select p.id, p.account_id, p.status, p.cost, t.*
  from predictions_of_part p cross join lateral (
    select count(*) filter (where kind = 'charge') as charges, sum(amount) filter (where kind = 'charge') as charged,
      count(*) filter (where kind = 'refund') as refunds, count(*) filter (where kind = 'capture') as captures,
      sum(amount) filter (where kind in ('refund', 'capture')) as settled, max(id) as last_entry
    from ledger_transfers where prediction_id = p.id) t
),
findings as materialized (
select 5 as check_number, f.* from (select account_id, account_id, format('entry %s: %s after %s', id, balance_after, expected) from chained where balance_after <> expected) as f (subject, account, detail)
  union all select 6 as check_number, f.* from (select id, account_id, format('%s charges of %s, cost %s', charges, charged, cost) from tallies where charges <> 1 or charged <> cost) as f (subject, account, detail)
  union all select 7 as check_number, f.* from (select id, account_id, format('%s with %s refunds and %s captures of %s', status, refunds, captures, settled) from tallies
      where refunds <> (case status when 'failed' then 1 else 0 end) or captures <> (case status when 'completed' then 1 else 0 end)
        or coalesce(settled, cost) <> cost) as f (subject, account, detail)
  union all select 8 as check_number, f.* from (select e.prediction_id, e.account_id, format('entry %s', e.id)
      from entries e left join lateral (select id from predictions where id = e.prediction_id union all select id from removed_predictions where id = e.prediction_id limit 1) p on true
      where e.prediction_id is not null and p.id is null) as f (subject, account, detail)
  union all select 9 as check_number, f.* from (select e.account_id, e.account_id, format('entries from %s on', e.first)
      from (select account_id, min(id) as first from entries group by account_id) e
        left join lateral (select true as found from accounts a where a.id = e.account_id) a on true
      where a.found is null) as f (subject, account, detail)
  union all select 11 as check_number, f.* from (select e.account_id, e.account_id, format('entry %s', e.id)
      from entries e left join lateral (
          select true as found from (select created_at from predictions where id = e.prediction_id union all select created_at from removed_predictions where id = e.prediction_id limit 1) p
          join spending_sums s on s.grouping = 'all' and s.account_id = e.account_id
            and s.quarter = date_bin('15 minutes', p.created_at, timestamptz '1970-01-01 00:00Z') and s.value = '' limit 1) s on true
        left join lateral (
          select true as found from ledger_quarters q where q.account_id = e.account_id
            and q.quarter = date_bin('15 minutes', e.created_at, timestamptz '1970-01-01 00:00Z') and e.id between q.first_entry and q.last_entry limit 1) q on true
      where e.id <= (select entries_to from summary_position)
        and (q.found is null or (e.prediction_id is not null and s.found is null))) as f (subject, account, detail)
  union all select 13 as check_number, f.* from (select e.account_id, e.account_id, format('entry %s, %s', e.id, g.figure)
      from (
  select e.id, e.account_id, e.kind, e.destination, e.amount, p.model_key, f.error_code, coalesce(p.created_at, e.created_at) as counted_at
  from entries e
  left join lateral (select model_key, created_at from predictions where id = e.prediction_id union all select model_key, created_at from removed_predictions where id = e.prediction_id limit 1) p on true
  left join lateral (
    select error_code from predictions where e.kind = 'refund' and id = e.prediction_id limit 1) f on true
  where e.prediction_id is null or p.model_key is not null) e cross join lateral (
    select e.kind as figure, coalesce(e.model_key, e.destination) as value
    union all select 'failure', coalesce(e.error_code, '') where e.kind = 'refund'
    union all select 'account', e.account_id::text where e.kind = 'charge'
  ) g left join lateral (
        select true as found from overview_sums s
        where s.span = 'hour' and s.figure = g.figure and s.starts_at = date_bin(interval '1 hour', e.counted_at, timestamptz '1970-01-01 00:00Z')
          and s.value = g.value and e.id between s.first_entry and s.last_entry limit 1) s on true
      where e.id <= (select entries_to from overview_position) and g.figure <> 'failure' and s.found is null) as f (subject, account, detail)
  union all select 15 as check_number, f.* from (select e.account_id, e.account_id, format('entry %s: %s expired of %s', e.id, g.expired, g.granted)
      from entries e cross join lateral (
        select coalesce(sum(amount) filter (where kind = 'expiry'), 0) as expired, coalesce(sum(amount) filter (where kind = 'grant'), 0) as granted
        from ledger_transfers t where t.account_id = e.account_id and t.expires_at = e.expires_at) g
      where e.kind = 'expiry' and (e.created_at < e.expires_at or g.expired > g.granted)) as f (subject, account, detail)
),
part as materialized (
  select case when count(*) < $3::int then $2::bigint else max(id) end as entries_to, count(*) as entries,
    coalesce(sum(granted), 0)::bigint as granted, (select count(*) from findings) as findings_total
  from entries
),
moved_checkpoint as (
  update ledger_checkpoint c set entries_to = p.entries_to, entries = c.entries + p.entries, granted = c.granted + p.granted,
    findings = c.findings + p.findings_total
  from part p
)
select p.*, f.* from part p left join findings f on true;

-- credits.verify-lots
with positions_of_part as materialized (
  select p.account_id, p.entries_to, a.credits_expire_at, coalesce(a.has_expired_held, false) as has_expired_held,
    coalesce(b.balance_after, 0) as balance_after
  from (select account_id, entries_to from credit_positions where account_id > $1::uuid order by account_id limit $2::int) p
  left join lateral (
    select credits_expire_at, has_expired_held from wallets a where a.account_id = p.account_id order by epoch desc limit 1) a on true
  left join lateral (
    select balance_after from ledger_transfers t where t.account_id = p.account_id and t.id <= p.entries_to order by t.id desc limit 1) b on true
),
compared_lots as materialized (
  select l.account_id, l.expires_at, l.remaining, l.held, g.granted, g.expired, h.holds
  from positions_of_part p join credit_lots l on l.account_id = p.account_id
  cross join lateral (
    select coalesce(sum(amount) filter (where kind = 'expiry'), 0) as expired, coalesce(sum(amount) filter (where kind = 'grant'), 0) as granted
    from ledger_transfers t where t.account_id = l.account_id and t.expires_at = l.expires_at and t.id <= p.entries_to) g
  cross join lateral (
    select coalesce(sum(amount), 0) as holds from credit_holds h where h.account_id = l.account_id and h.expires_at = l.expires_at) h
),
compared_positions as materialized (
  select p.*, (select coalesce(sum(remaining), 0) from compared_lots l where l.account_id = p.account_id) as remaining from positions_of_part p
),
findings as materialized (
select 16 as check_number, f.* from (select account_id, account_id, format('%s: %s and %s held (%s by predictions) of %s granted, %s expired', expires_at, remaining, held, holds, granted, expired)
      from compared_lots where remaining + held + expired > granted or held <> holds) as f (subject, account, detail)
  union all select 17 as check_number, f.* from (select account_id, account_id, format('lots of %s, balance %s', remaining, balance_after) from compared_positions where remaining > balance_after) as f (subject, account, detail)
  union all select 18 as check_number, f.* from (select p.account_id, p.account_id, format('%s, expiring at %s', l.expires_at, p.credits_expire_at)
      from compared_positions p left join compared_lots l on l.account_id = p.account_id
      where p.credits_expire_at is null or (l.remaining > 0 and p.credits_expire_at > l.expires_at)
        or (l.held > 0 and p.credits_expire_at > l.expires_at and not p.has_expired_held)) as f (subject, account, detail)
),
part as materialized (
  select (select account_id from positions_of_part order by account_id desc limit 1) as account_to,
    (select count(*) from findings) as findings_total
),
moved_checkpoint as (
  update ledger_checkpoint c set findings = c.findings + p.findings_total from part p where p.findings_total > 0
)
select p.*, f.* from part p left join findings f on true;

-- credits.verify-overview
with hours as materialized (
  select min(s.starts_at) as starts_at from unnest(array['charge', 'capture', 'refund', 'grant', 'adjustment', 'debt', 'expiry']) f (figure) cross join lateral (
    select starts_at from overview_sums
    where span = 'hour' and figure = f.figure and starts_at > $1::timestamptz and last_entry > $2::bigint
    order by starts_at limit 1) s
),
recorded_sums as materialized (
  select s.* from hours h cross join unnest(array['charge', 'capture', 'refund', 'grant', 'adjustment', 'debt', 'expiry', 'account', 'failure']) f (figure) cross join lateral (
    select figure, value, entries, amount, first_entry, last_entry from overview_sums
    where span = 'hour' and figure = f.figure and starts_at = h.starts_at offset 0) s
),
entries as materialized (
  select e.* from hours h cross join recorded_sums a cross join lateral (
    select id from predictions where account_id = a.value::uuid and created_at >= h.starts_at and created_at < h.starts_at + interval '1 hour' union all select id from removed_predictions where account_id = a.value::uuid and created_at >= h.starts_at and created_at < h.starts_at + interval '1 hour' offset 0) p
  cross join lateral (
    select id, account_id, prediction_id, kind, destination, amount, created_at from ledger_transfers
    where prediction_id = p.id and id <= (select entries_to from overview_position) offset 0) e
  where a.figure = 'account'
  union all
  select e.* from hours h
  cross join (select min(first_entry) as first, max(last_entry) as last from recorded_sums where figure = any (array['grant', 'adjustment', 'debt', 'expiry'])) r
  cross join lateral (
    select id, account_id, prediction_id, kind, destination, amount, created_at from ledger_transfers
    where id between r.first and r.last and prediction_id is null
      and created_at >= h.starts_at and created_at < h.starts_at + interval '1 hour' offset 0) e
),
placed_entries as materialized (
  select e.id, e.account_id, e.kind, e.destination, e.amount, p.model_key, f.error_code, coalesce(p.created_at, e.created_at) as counted_at
  from entries e
  left join lateral (select model_key, created_at from predictions where id = e.prediction_id union all select model_key, created_at from removed_predictions where id = e.prediction_id limit 1) p on true
  left join lateral (
    select error_code from predictions where e.kind = 'refund' and id = e.prediction_id limit 1) f on true
  where e.prediction_id is null or p.model_key is not null
),
expected_sums as materialized (
  select g.figure, g.value, count(*) as entries, sum(e.amount) as amount
  from placed_entries e cross join lateral (
    select e.kind as figure, coalesce(e.model_key, e.destination) as value
    union all select 'failure', coalesce(e.error_code, '') where e.kind = 'refund'
    union all select 'account', e.account_id::text where e.kind = 'charge'
  ) g group by 1, 2
),
left_days as materialized (
  select date_bin(interval '1 day', $1::timestamptz, timestamptz '1970-01-01 00:00Z') as starts_at from hours
  where date_bin(interval '1 day', $1::timestamptz, timestamptz '1970-01-01 00:00Z') is distinct from date_bin(interval '1 day', starts_at, timestamptz '1970-01-01 00:00Z')
),
compared_overview as materialized (
  select (select starts_at::text from hours) as starts_at, figure, value, r.sums as recorded, e.sums as expected
  from (select figure, value, row(entries, amount)::text as sums from recorded_sums where figure <> 'failure') r
  full join (select figure, value, row(entries, amount)::text as sums from expected_sums where figure <> 'failure') e
    using (figure, value)
  union all
  select (select starts_at::text from hours), 'failure', 'any',
    (select row(coalesce(sum(entries), 0), coalesce(sum(amount), 0))::text from recorded_sums where figure = 'failure'),
    (select row(coalesce(sum(entries), 0), coalesce(sum(amount), 0))::text from expected_sums where figure = 'failure')
  union all
  select (select starts_at::text from hours), 'failure', e.value, r.entries::text, greatest(r.entries, e.entries)::text
  from (select * from expected_sums where figure = 'failure' and value <> '') e
  left join (select * from recorded_sums where figure = 'failure') r using (value)
  union all
  select 'day ' || d.starts_at, figure, value, recorded, expected
  from left_days d cross join lateral (
    select figure, value, r.sums as recorded, e.sums as expected from (
      select figure, value, row(entries, amount)::text as sums from overview_sums
      where span = 'day' and figure = any (array['charge', 'capture', 'refund', 'grant', 'adjustment', 'debt', 'expiry', 'account', 'failure']) and starts_at = d.starts_at) r
    full join (
      select figure, value, row(sum(entries)::bigint, sum(amount)::bigint)::text as sums from overview_sums
      where span = 'hour' and figure = any (array['charge', 'capture', 'refund', 'grant', 'adjustment', 'debt', 'expiry', 'account', 'failure'])
        and starts_at >= d.starts_at and starts_at < d.starts_at + interval '1 day'
      group by 1, 2) e using (figure, value)) compared
  union all
  select 'all', figure, value, r.sums, e.sums
  from (
    select figure, value, row(entries, amount)::text as sums from overview_sums
    where span = 'all' and (select starts_at from hours) is null) r
    full join (
      select figure, value, row(sum(entries)::bigint, sum(amount)::bigint)::text as sums from overview_sums
      where span = 'day' and figure = any (array['charge', 'capture', 'refund', 'grant', 'adjustment', 'debt', 'expiry', 'failure']) and (select starts_at from hours) is null
      group by 1, 2) e using (figure, value)
),
findings as materialized (
select 12 as check_number, f.* from (select 'ledger', null::uuid, format('%s, %s %s: sums %s, entries %s', starts_at, figure, value, recorded, expected)
      from compared_overview where recorded is distinct from expected) as f (subject, account, detail)
),
part as materialized (
  select (select starts_at from hours) as hour_to, (select count(*) from findings) as findings_total
),
moved_checkpoint as (
  update ledger_checkpoint c set findings = c.findings + p.findings_total from part p where p.findings_total > 0
)
select p.*, f.* from part p left join findings f on true;

-- credits.verify-predictions
with predictions_of_part as materialized (
  (select id, account_id, status, cost from predictions where id > $1::uuid order by id limit $2::int)
  union all
  (select id, account_id, status, cost from removed_predictions where id > $1::uuid order by id limit $2::int)
  order by id limit $2::int
),
tallies as materialized (
  select p.id, p.account_id, p.status, p.cost, t.*
  from predictions_of_part p cross join lateral (
    select count(*) filter (where kind = 'charge') as charges, sum(amount) filter (where kind = 'charge') as charged,
      count(*) filter (where kind = 'refund') as refunds, count(*) filter (where kind = 'capture') as captures,
      sum(amount) filter (where kind in ('refund', 'capture')) as settled, max(id) as last_entry
    from ledger_transfers where prediction_id = p.id) t
),
findings as materialized (
select 6 as check_number, f.* from (select id, account_id, format('%s charges of %s, cost %s', charges, charged, cost) from tallies where charges <> 1 or charged <> cost) as f (subject, account, detail)
  union all select 7 as check_number, f.* from (select id, account_id, format('%s with %s refunds and %s captures of %s', status, refunds, captures, settled) from tallies
      where refunds <> (case status when 'failed' then 1 else 0 end) or captures <> (case status when 'completed' then 1 else 0 end)
        or coalesce(settled, cost) <> cost) as f (subject, account, detail)
),
part as materialized (
  select count(*) as predictions, (select id from predictions_of_part order by id desc limit 1) as predictions_to,
    (select id from predictions_of_part where status = 'processing' order by id limit 1) as oldest_processing,
    (select count(*) from findings) as findings_total
  from predictions_of_part
),
moved_checkpoint as (
  update ledger_checkpoint c set predictions_to = coalesce(p.predictions_to, c.predictions_to),
    oldest_processing = coalesce(c.oldest_processing, p.oldest_processing), findings = c.findings + p.findings_total
  from part p
)
select p.*, f.* from part p left join findings f on true;

-- credits.verify-sums
with next_quarters as materialized (
  select account_id, quarter, predictions from spending_sums
  where grouping = 'all' and (account_id, quarter) > ($1::uuid, $2::timestamptz) and last_entry > $4::bigint
  order by account_id, quarter limit $3::int
),
quarters as materialized (
  select account_id, quarter from (
    select account_id, quarter, predictions, sum(predictions) over (order by account_id, quarter) - predictions as earlier
    from next_quarters) q
  where earlier < $3::int
),
recorded_sums as materialized (
  select s.* from quarters q cross join unnest(array['all', 'model', 'key']) as kinds (grouping) cross join lateral (
    select grouping, account_id, quarter, value, charged, refunded, predictions, completed, failed from spending_sums
    where grouping = kinds.grouping and account_id = q.account_id and quarter = q.quarter offset 0) s
),
entries as materialized (
  select q.account_id, q.quarter, p.model_key, p.key_id, e.kind, e.amount
  from quarters q cross join lateral (
    select id, model_key, key_id from predictions where account_id = q.account_id and created_at >= q.quarter and created_at < q.quarter + interval '15 minutes' union all select id, model_key, key_id from removed_predictions where account_id = q.account_id and created_at >= q.quarter and created_at < q.quarter + interval '15 minutes' offset 0) p
  cross join lateral (
    select kind, amount from ledger_transfers
    where prediction_id = p.id and id <= (select entries_to from summary_position) offset 0) e
),
expected_sums as materialized (
  select g.grouping, e.account_id, e.quarter, g.value, 
  coalesce(sum(e.amount) filter (where e.kind = 'charge'), 0)::bigint as charged,
  coalesce(sum(e.amount) filter (where e.kind = 'refund'), 0)::bigint as refunded,
  count(*) filter (where e.kind = 'charge') as predictions, count(*) filter (where e.kind = 'capture') as completed,
  count(*) filter (where e.kind = 'refund') as failed
  from entries e cross join lateral (select e.model_key, e.key_id) p cross join lateral (values ('all', ''), ('model', p.model_key), ('key', coalesce(p.key_id::text, ''))) g (grouping, value)
  group by 1, 2, 3, 4
),
compared_sums as materialized (
  select account_id, quarter, grouping, value, r.sums as recorded, e.sums as expected
  from (select grouping, account_id, quarter, value, row(charged, refunded, predictions, completed, failed)::text as sums from recorded_sums) r
  full join (select grouping, account_id, quarter, value, row(charged, refunded, predictions, completed, failed)::text as sums from expected_sums) e
    using (grouping, account_id, quarter, value)
),
findings as materialized (
select 10 as check_number, f.* from (select account_id, account_id, format('%s, %s %s: sums %s, entries %s', quarter, grouping, value, recorded, expected)
      from compared_sums where recorded is distinct from expected) as f (subject, account, detail)
),
part as materialized (
  select (select account_id from quarters order by account_id desc, quarter desc limit 1) as account_to,
    (select quarter from quarters order by account_id desc, quarter desc limit 1) as quarter_to,
    (select count(*) from findings) as findings_total
),
moved_checkpoint as (
  update ledger_checkpoint c set findings = c.findings + p.findings_total from part p where p.findings_total > 0
)
select p.*, f.* from part p left join findings f on true;

-- credits.write-lots
with lots as materialized (
  select l.at as expires_at, l.remaining, l.held from jsonb_to_recordset($3::jsonb) as l (at timestamptz, remaining bigint, held bigint)
),
written_lots as (
  insert into credit_lots (account_id, expires_at, remaining, held)
  select $1::uuid, expires_at, remaining, held from lots where remaining + held > 0
  on conflict (account_id, expires_at) do update set remaining = excluded.remaining, held = excluded.held
),
removed_lots as (
  delete from credit_lots where account_id = $1::uuid and expires_at in (select expires_at from lots where remaining + held = 0)
),
begun_holds as (
  insert into credit_holds (account_id, prediction_id, expires_at, amount)
  select $1::uuid, h."predictionId", h.at, h.amount
  from jsonb_to_recordset($4::jsonb) as h ("predictionId" uuid, at timestamptz, amount bigint)
),
ended_holds as (
  delete from credit_holds where account_id = $1::uuid and prediction_id = any($5::uuid[])
)
update credit_positions set entries_to = $2::bigint, unread = 0 where account_id = $1::uuid;

-- credits.writers
select array_agg(distinct virtualtransaction) as writers, min(pid) as pid from pg_locks
where locktype = 'relation' and relation = 'ledger_transfers'::regclass and mode = 'RowExclusiveLock' and granted
  and database = (select oid from pg_database where datname = current_database())
  and ($1::text[] is null or virtualtransaction = any($1));

-- events.advance
update event_listeners set position = $3::bigint, failures = 0, retry_at = null where name = $1 and fence = $2::bigint and lease_until > clock_timestamp() returning 1;

-- events.claim-listener
update event_listeners set fence = fence + 1, lease_until = clock_timestamp() + make_interval(secs => $2), seen_at = clock_timestamp()
where name = $1 and (lease_until is null or lease_until <= clock_timestamp())
returning fence, position, failures,
  greatest(extract(epoch from retry_at - clock_timestamp()) * 1000, 0)::float8 as retry_in_ms;

-- events.fail
update event_listeners set failures = failures + 1, retry_at = clock_timestamp() + make_interval(secs => $3::float8 / 1000)
where name = $1 and fence = $2::bigint and lease_until > clock_timestamp() returning failures;

-- events.forget
delete from event_listeners where seen_at < clock_timestamp() - make_interval(secs => $1::float8 * 86400)
  and (lease_until is null or lease_until <= clock_timestamp())
returning name;

-- events.heard-kinds
select array(select distinct unnest(kinds) from event_listeners) as kinds,
  coalesce((select jsonb_object_agg(tgname, encode(tgargs, 'escape')) from pg_trigger
    where tgname like 'events\_of\_%' and tgrelid in
      ('ledger_transfers'::regclass, 'predictions'::regclass, 'api_keys'::regclass, 'accounts'::regclass)), '{}') as triggers;

-- events.is-passed
select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as is_passed;

-- events.is-registered
select 1 from event_listeners where name = $1;

-- events.lags
select l.name, coalesce(extract(epoch from clock_timestamp() - (
  select e.created_at from events e where e.position > l.position and e.kind = any(l.kinds) order by e.position limit 1)), 0)::float8 as seconds
from event_listeners l;

-- events.newest-event
select newest, case when newest > $1::bigint then pg_current_xact_id()::text end as xid
from (select coalesce(max(position), 0) as newest from events offset 0) e;

-- events.read-events
select e.position, e.kind, e.account_id, e.prediction_id, coalesce(e.key_id, p.key_id) as key_id, e.payload, e.created_at,
  p.env, p.model_key, p.modality, p.operation, p.cost, p.error_code, p.error_retryable, t.source, t.amount, t.balance_after
from (
  select position, kind, account_id, prediction_id, key_id, transfer_id, payload, created_at
  from events where position > $1::bigint and position <= $2::bigint and kind = any($3::text[]) order by position limit $4) e
left join lateral (
  select key_id, env, model_key, modality, operation, cost, error_code, error_retryable
  from predictions where id = e.prediction_id offset 0) p on true
left join lateral (select source, amount, balance_after from ledger_transfers where id = e.transfer_id offset 0) t on true
order by e.position;

-- events.register
insert into event_listeners as l (name, kinds, position)
select $1, $2::text[], coalesce(pg_sequence_last_value(pg_get_serial_sequence('events', 'position')::regclass), 0)
on conflict (name) do update set kinds = excluded.kinds, seen_at = clock_timestamp()
returning xmax = 0 as is_new;

-- events.release-listener
update event_listeners set lease_until = null where name = $1 and fence = $2::bigint and lease_until > clock_timestamp();

-- events.remove-handled
with removed_events as (
  delete from events where position = any (array(
    select position from events
    where position <= coalesce((select min(position) from event_listeners), 9223372036854775807)
    order by position limit $1))
  returning 1
)
select count(*)::int as count from removed_events;

-- events.renew-listener
update event_listeners set lease_until = clock_timestamp() + make_interval(secs => $3), seen_at = clock_timestamp()
where name = $1 and fence = $2::bigint and lease_until > clock_timestamp() returning 1;

-- generation.absent-workers
with present_workers as materialized (
  select distinct l.objid::bigint as worker from pg_locks l
  where l.locktype = 'advisory' and l.granted and l.classid = $1
    and l.database = (select oid from pg_database where datname = current_database())
),
gaps as materialized (
  select worker as above, coalesce(lead(worker) over (order by worker), 1::bigint << 32) as below from present_workers
  union all
  select -1, coalesce(min(worker), 1::bigint << 32) from present_workers
)
select distinct p.leased_by as worker from gaps g cross join lateral (
  select leased_by from predictions
  where leased_by > g.above and leased_by < g.below and status = 'processing' and lease_until > clock_timestamp()
  offset 0) p;

-- generation.any-waiting
select 1 from predictions p where p.status = 'processing' and p.fair_tag is null limit 1;

-- generation.await
with leases as materialized (
  select * from jsonb_to_recordset($1::jsonb) as t (
    id uuid, fence int, ref jsonb, poll_after_ms float8, progress int, queue_position int)
)
update predictions p set provider_ref = t.ref, submit_open = false, lease_until = null, leased_by = null,
  run_at = least(clock_timestamp() + make_interval(secs => t.poll_after_ms / 1000), p.deadline_at),
  progress = greatest(p.progress, t.progress), provider_queue_position = t.queue_position,
  events = case when p.provider_ref is null
    then p.events || jsonb_build_object('at', clock_timestamp(), 'event', 'submitted', 'attempt', p.attempts) else p.events end
from leases t
where p.id = t.id and p.fence = t.fence and p.status = 'processing' and p.lease_until > clock_timestamp() and p.id = any (array(select id from leases))
returning p.id;

-- generation.begin
with leases as materialized (
  select * from jsonb_to_recordset($1::jsonb) as t (id uuid, fence int)
)
update predictions p set attempts = p.attempts + 1, submit_open = true,
  events = case when jsonb_array_length(p.events) < 100 then p.events || jsonb_build_object('at', clock_timestamp(), 'event', 'attempt_started', 'attempt', p.attempts + 1) else p.events end
from leases t
where p.id = t.id and p.fence = t.fence and p.status = 'processing' and p.lease_until > clock_timestamp() and p.id = any (array(select id from leases))
returning p.id, p.attempts;

-- generation.claim
with engine_capacities as materialized (
  select c.provider, c.submits, c.polls, c.place_limit, clock_timestamp() as now, pg_stat_get_xact_blocks_fetched('predictions'::regclass) as pages_before,
    coalesce(to_timestamp(c.submits_from / 1000), '-infinity') as submits_from,
    coalesce(to_timestamp(c.polls_from / 1000), '-infinity') as polls_from,
    coalesce(c.waiting_tag, (-9223372036854775808)::bigint) as waiting_tag, coalesce(c.waiting_id, '00000000-0000-0000-0000-000000000000'::uuid) as waiting_id
  from unnest($1::text[], $2::int[], $3::int[], $8::float8[], $9::float8[],
    $10::bigint[], $11::uuid[], $12::int[])
    as c (provider, submits, polls, submits_from, polls_from, waiting_tag, waiting_id, place_limit)
),
engine_places as materialized (
  select c.*, t.taken, t.count_to - t.count_from as pages_of_count, case when c.place_limit is not null then
    case when t.taken >= 0 then greatest(0, c.place_limit - t.taken) else 0 end end as places
  from engine_capacities c left join lateral (
    select pg_stat_get_xact_blocks_fetched('predictions'::regclass) as count_from, coalesce(engine_places_taken(c.provider, c.place_limit), -1) as taken,
      pg_stat_get_xact_blocks_fetched('predictions'::regclass) as count_to
    where c.place_limit is not null and c.submits > 0 and coalesce(
      (select 1 from predictions
        where status = 'processing' and started_at is null and provider = c.provider
          and (fair_tag, id) >= (c.waiting_tag, c.waiting_id) limit 1),
      (select 1 from predictions
        where status = 'processing' and started_at is not null and provider = c.provider and provider_ref is null
          and run_at <= c.now and (lease_until is null or lease_until <= c.now) and run_at >= c.submits_from limit 1)
    ) is not null offset 0) t on true
),
awaited_predictions as materialized (
  select d.id from engine_places c cross join lateral (
    select id from predictions
    where status = 'processing' and started_at is not null and provider_ref is not null and provider = c.provider
      and run_at <= c.now and (lease_until is null or lease_until <= c.now) and run_at >= c.polls_from
      and crashes + (lease_until is not null)::int < $7::int
    order by run_at limit c.polls for update skip locked) d
),
due_predictions as materialized (
  select d.*, c.provider, c.places from engine_places c cross join lateral (
    select id, run_at, (submit_open or leased_by is not null) as is_placed from predictions
    where status = 'processing' and started_at is not null and provider_ref is null and provider = c.provider
      and run_at <= c.now and (lease_until is null or lease_until <= c.now) and run_at >= c.submits_from
      and (c.places is distinct from 0 or (submit_open or leased_by is not null))
      and crashes + (lease_until is not null)::int < $7::int
    order by run_at limit c.submits for update skip locked) d
),
permitted_due_predictions as materialized (
  select * from (
    select *, row_number() over (partition by provider, is_placed order by run_at) as rank from due_predictions) ranked
  where places is null or is_placed or rank <= places
),
fresh_predictions as materialized (
  select f.id, f.fair_tag, c.provider from engine_places c cross join lateral (
    select id, fair_tag from predictions
    where status = 'processing' and started_at is null and provider = c.provider
      and (fair_tag, id) >= (c.waiting_tag, c.waiting_id)
    order by fair_tag, id limit least(
      c.submits - (select count(*) from due_predictions due where due.provider = c.provider),
      c.places - (select count(*) from permitted_due_predictions due where due.provider = c.provider and not due.is_placed))
    for update skip locked) f
),
chosen_predictions as materialized (
  select id from awaited_predictions
  union all
  select id from (
    select id, true as is_fresh, null as run_at, fair_tag from fresh_predictions
    union all select id, false, run_at, 0 from permitted_due_predictions
    order by is_fresh, run_at, fair_tag, id limit $6) submits
),
scans as materialized (
  select pg_stat_get_xact_blocks_fetched('predictions'::regclass) - (select min(pages_before) + coalesce(sum(pages_of_count), 0) from engine_places) as pages,
    (select min(now) from engine_capacities) as now, count(*) from chosen_predictions
),
claimed_predictions as (
  update predictions p set
    fence = p.fence + 1, leased_by = $4, lease_until = clock_timestamp() + make_interval(secs => $5),
    crashes = p.crashes + (p.lease_until is not null)::int,
    started_at = coalesce(p.started_at, clock_timestamp())
  where p.id = any (array(select id from chosen_predictions))
  returning p.*
),
advanced_clocks as (
  update queue_clock set tag = (select max(fair_tag) from claimed_predictions where fence = 1)
  where tag >= (select tag from queue_clock order by tag desc limit 1)
    and tag < (select max(fair_tag) from claimed_predictions where fence = 1)
)
select id, fence, provider, model_key, model, modality, operation, input, inline_media, attempts, errors,
  crashes, isolated_crashes, submit_open, provider_ref, progress, deadline_at, trace_context,
  case when events->-1->>'event' = 'engine_busy' then (events->-1->>'times')::int else 0 end as times_busy,
  case when trace_context is not null then (extract(epoch from clock_timestamp() - run_at) * 1000)::float8 end as waited_ms,
  (extract(epoch from deadline_at - clock_timestamp()) * 1000)::float8 as remaining_ms, fair_tag::float8, (extract(epoch from run_at) * 1000)::float8 as run_at_ms,
  pages::int, (extract(epoch from now) * 1000)::float8 as now_ms,
  array(select c.provider from engine_places c where c.taken >= 0 and c.places <= (
    select count(*) from fresh_predictions f where f.provider = c.provider) + (
    select count(*) from permitted_due_predictions due where due.provider = c.provider and not due.is_placed)) as full_engines,
  array(select provider from engine_places where taken < 0) as busy_engines
from scans left join claimed_predictions on true order by fair_tag, id;

-- generation.claim-expired
update predictions p set removal_at = clock_timestamp() + interval '5 minutes'
where p.id = any (array(
  select id from predictions
  where outputs is not null and outputs_removed_at is null and output_expires_at <= (select clock_timestamp())
    and (removal_at is null or removal_at <= clock_timestamp())
  order by output_expires_at limit 200 for update skip locked))
returning p.id;

-- generation.claim-probe
update provider_circuits set open_until = clock_timestamp() + interval '15 s'
where provider = $1 and open_until <= clock_timestamp() returning provider;

-- generation.claim-suspect
with 
engine_capacities as materialized (
  select c.*, clock_timestamp() as now from unnest($1::text[], $2::int[], $3::int[], $4::int[])
    as c (provider, submits, polls, place_limit)
),
due_suspects as materialized (
  select d.id from engine_capacities c cross join lateral (
    select id, crashes + (lease_until is not null)::int as crashes, (submit_open or leased_by is not null) as is_placed from predictions
    where status = 'processing' and started_at is not null and provider_ref is null and provider = c.provider
      and run_at <= c.now and (lease_until is null or lease_until <= c.now)
    order by run_at limit 1000) d
  where c.submits > 0 and d.crashes >= 2
    and case when d.is_placed or c.place_limit is null then true
      else coalesce(engine_places_taken(c.provider, c.place_limit) < c.place_limit, false) end
  union all
  select d.id from engine_capacities c cross join lateral (
    select id, crashes + (lease_until is not null)::int as crashes from predictions
    where status = 'processing' and started_at is not null and provider_ref is not null and provider = c.provider
      and run_at <= c.now and (lease_until is null or lease_until <= c.now)
    order by run_at limit 1000) d
  where c.polls > 0 and d.crashes >= 2
),
chosen_suspects as materialized (
  select id from predictions p
  where p.id = any (array(select id from due_suspects)) and p.status = 'processing'
    and (p.lease_until is null or p.lease_until <= clock_timestamp())
  order by p.isolated_crashes, p.crashes, p.run_at limit 1 for update skip locked
),
claimed_suspects as (
  update predictions p set
    fence = p.fence + 1, leased_by = $5, lease_until = clock_timestamp() + make_interval(secs => $6),
    crashes = p.crashes + (p.lease_until is not null)::int
  where p.id = any (array(select id from chosen_suspects))
  returning p.*
)
select id, fence, provider, model_key, model, modality, operation, input, inline_media, attempts, errors,
  crashes, isolated_crashes, submit_open, provider_ref, progress, deadline_at, trace_context,
  case when events->-1->>'event' = 'engine_busy' then (events->-1->>'times')::int else 0 end as times_busy,
  case when trace_context is not null then (extract(epoch from clock_timestamp() - run_at) * 1000)::float8 end as waited_ms,
  (extract(epoch from deadline_at - clock_timestamp()) * 1000)::float8 as remaining_ms from claimed_suspects;

-- generation.correct-future
with clock as materialized (
  select clock_timestamp() as now, clock_timestamp() + interval '60 s' as far
),
future_predictions as materialized (
  select id from predictions cross join clock
  where status = 'processing'
    and (created_at > far or started_at > far or $2::boolean
      and (run_at > far or lease_until > far + make_interval(secs => $1)))
  limit 1000
),
locked_predictions as materialized (
  select id from predictions where id in (select id from future_predictions) order by id for update skip locked
),
corrected_predictions as (
  update predictions p set
    run_at = case when p.run_at > far then now else p.run_at end,
    lease_until = case when p.lease_until > far + make_interval(secs => $1)
      then now + make_interval(secs => $1) else p.lease_until end,
    deadline_at = case when p.created_at > far then now + (p.deadline_at - p.created_at) else p.deadline_at end,
    created_at = case when p.created_at > far then now else p.created_at end,
    started_at = case when p.started_at > far then now else p.started_at end
  from clock where p.id = any (array(select id from locked_predictions))
  returning p.id
)
select c.corrected, f.found - c.corrected as skipped
from (select count(*)::int as found from future_predictions) f, (select count(*)::int as corrected from corrected_predictions) c;

-- generation.correct-probes
update provider_circuits set open_until = clock_timestamp() where open_until > clock_timestamp() + interval '60 s';

-- generation.count-failure
with earlier_failures as materialized (
  select failures from provider_circuits where provider = $1
)
insert into provider_circuits as c (provider, failures, reason) values ($1, 1, $2)
on conflict (provider) do update set
  failures = case when c.open_until is null then greatest(c.failures, least(c.failures + 1, 2)) else c.failures end,
  reason = excluded.reason, changed_at = clock_timestamp()
returning provider, failures, open_until, reason, changed_at, coalesce((select failures from earlier_failures), 0) as before;

-- generation.count-isolated-crash
update predictions p set isolated_crashes = p.isolated_crashes + 1, lease_until = clock_timestamp()
where p.status = 'processing' and p.lease_until > clock_timestamp() and p.leased_by = $1
returning p.id, p.crashes + 1 as crashes, p.isolated_crashes;

-- generation.count-lost
select count(*)::int as count from unnest($1::uuid[], $2::int[]) as h (id, fence) join predictions p on p.id = h.id
where p.status = 'processing' and (p.fence > h.fence or p.lease_until is not null);

-- generation.count-processing
select count(*)::int as count from (
  select from predictions where account_id = $1 and status = 'processing' limit 1000) processing;

-- generation.create
with calls as materialized (
  select * from jsonb_to_recordset($1::jsonb) as c (
    ord int, id uuid, account_id uuid, key_id uuid, env text, model_key text, model text, modality text, operation text, provider text, input jsonb, inline_media jsonb, inline_bytes bigint, metadata jsonb, external_user_id text, cost bigint, workload bigint, weight bigint, trace_context text, price_version text,
    deadline_seconds float8, waits_for_plan boolean, idempotency_key text, fingerprint text)
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
  insert into predictions (id, account_id, key_id, env, model_key, model, modality, operation, provider, input, inline_media, inline_bytes, metadata, external_user_id, cost, workload, weight, trace_context, price_version, fair_tag, plan_tag, deadline_at)
  select a.id, a.account_id, a.key_id, a.env, a.model_key, a.model, a.modality, a.operation, a.provider, a.input, a.inline_media, a.inline_bytes, a.metadata, a.external_user_id, a.cost, a.workload, a.weight, a.trace_context, a.price_version,
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
left join account_totals t on t.account_id = c.account_id;

-- generation.create-within-limits
with calls as materialized (
  select * from jsonb_to_recordset($1::jsonb) as c (
    ord int, id uuid, account_id uuid, key_id uuid, env text, model_key text, model text, modality text, operation text, provider text, input jsonb, inline_media jsonb, inline_bytes bigint, metadata jsonb, external_user_id text, cost bigint, workload bigint, weight bigint, trace_context text, price_version text,
    deadline_seconds float8, waits_for_plan boolean, idempotency_key text, fingerprint text)
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
  insert into predictions (id, account_id, key_id, env, model_key, model, modality, operation, provider, input, inline_media, inline_bytes, metadata, external_user_id, cost, workload, weight, trace_context, price_version, fair_tag, plan_tag, deadline_at, created_at)
  select a.id, a.account_id, a.key_id, a.env, a.model_key, a.model, a.modality, a.operation, a.provider, a.input, a.inline_media, a.inline_bytes, a.metadata, a.external_user_id, a.cost, a.workload, a.weight, a.trace_context, a.price_version,
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
left join account_totals t on t.account_id = c.account_id;

-- generation.delete-content
update predictions set deleted_at = coalesce(deleted_at, clock_timestamp()), input = '{}', inline_media = null, error_internal = null,
  output_expires_at = least(output_expires_at, clock_timestamp())
where id = $1 and status <> 'processing'
returning outputs is not null and outputs_removed_at is null as has_outputs, inline_bytes is not null as has_inputs;

-- generation.engine-failures
with newest_entries as materialized (
  select id, kind, prediction_id, created_at from ledger_transfers order by id desc limit 10000
),
newest_settlements as materialized (
  select prediction_id from newest_entries
  where kind in ('capture', 'refund') and created_at > now() - interval '1 hour'
  order by id desc limit 1000
)
select p.provider, count(*)::int as settled, count(*) filter (where p.status = 'failed')::int as failed
from newest_settlements s cross join lateral (
  select provider, status, error_code from predictions where id = s.prediction_id offset 0
) p
where p.error_code is distinct from 'cancelled'
group by p.provider;

-- generation.erase-idempotency-keys
with removed_rows as (
  delete from idempotency_keys where (account_id, key) in (select account_id, key from idempotency_keys where account_id = $1 limit 500 for update skip locked)
  returning 1
)
select count(*)::int as count, null as position from removed_rows where $2::jsonb is null;

-- generation.erase-predictions
update predictions set deleted_at = coalesce(deleted_at, clock_timestamp()), input = '{}', inline_media = null, metadata = '{}', external_user_id = null,
  events = '[]', provider_ref = null, error_internal = null, trace_context = null,
  error_message = case when error_code is not null then 'The account was deleted.' end,
  outputs = case when outputs is not null then '[]'::jsonb end,
  outputs_removed_at = case when outputs is not null then coalesce(outputs_removed_at, clock_timestamp()) end
where id = any ($1::uuid[]) and status <> 'processing';

-- generation.expected-outputs
select p.id, p.output_expires_at::text as position,
  (select coalesce(jsonb_agg(jsonb_build_object('name', o->'name', 'bytes', o->'bytes')), '[]') from jsonb_array_elements(p.outputs) o) as files
from predictions p
where p.outputs is not null and p.outputs_removed_at is null
  and p.output_expires_at >= $1::timestamptz and (p.output_expires_at, p.id) > ($1::timestamptz, $2::uuid)
order by p.output_expires_at, p.id limit $3::int;

-- generation.expected-uploads
select u.id, u.expires_at::text as position,
  jsonb_build_array(jsonb_build_object('name', u.name, 'bytes', u.bytes, 'isNew', left(replace(u.id::text, '-', ''), 12)
  > lpad(to_hex((extract(epoch from clock_timestamp() - interval '10 minutes') * 1000)::bigint), 12, '0'))) as files
from uploads u
where u.expires_at >= $1::timestamptz and (u.expires_at, u.id) > ($1::timestamptz, $2::uuid)
order by u.expires_at, u.id limit $3::int;

-- generation.exported-end-users
with recursive end_user_ids (external_user_id, place) as (
  (select external_user_id, 1 from predictions
   where account_id = $1 and external_user_id > $2 and status <> 'processing' order by external_user_id limit 1)
  union all
  select n.external_user_id, e.place + 1 from end_user_ids e cross join lateral (
    select p.external_user_id from predictions p
    where p.account_id = $1 and p.external_user_id > e.external_user_id and p.status <> 'processing'
    order by p.external_user_id limit 1) n
  where e.place < 50
)
select e.external_user_id, s.predictions, s.charged, s.refunded
from end_user_ids e cross join lateral (
  select count(*)::int as predictions, coalesce(sum(cost), 0) as charged,
    coalesce(sum(cost) filter (where status = 'failed'), 0) as refunded
  from predictions p
  where p.account_id = $1 and p.external_user_id = e.external_user_id and p.status <> 'processing') s
order by e.external_user_id;

-- generation.exported-predictions
select id, created_at, started_at, completed_at, deleted_at, status, model_key, model, modality, operation, env, key_id, cost, input, metadata, external_user_id, error_code, error_message, output_expires_at, outputs_removed_at, outputs, created_at::text as created_exact
from predictions
where account_id = $1
  and (created_at, id) < (coalesce($2::timestamptz, 'infinity'), coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'))
order by created_at desc, id desc limit 20;

-- generation.fill-places
with recursive plans as materialized (
  select * from unnest($1::text[], $2::int[]) as p (plan, places)
),
accounts_in_line (account_id, number) as (
  (select p.account_id, 1 from predictions p where p.status = 'processing' and p.fair_tag is null and p.account_id > $4::uuid order by p.account_id limit 1)
  union all
  select (
    select p.account_id from predictions p where p.status = 'processing' and p.fair_tag is null and p.account_id > l.account_id order by p.account_id limit 1), l.number + 1
  from accounts_in_line l where l.account_id is not null and l.number < 200
),
free_places as materialized (
  select l.account_id, case when p.plan is null then $3::int else p.places end - (
    select count(*) from predictions p where p.account_id = l.account_id and p.status = 'processing' and p.plan_tag is not null and p.fair_tag is not null)::int as places
  from accounts_in_line l join accounts a on a.id = l.account_id left join plans p on p.plan = a.plan
),
chosen_predictions as materialized (
  select w.id from free_places f cross join lateral (
    select p.id from predictions p where p.status = 'processing' and p.fair_tag is null and p.account_id = f.account_id
    order by p.plan_tag, p.id
    limit case when f.places is null then 1000 else greatest(0, least(f.places, 1000)) end
    for update skip locked) w
),
filled_places as (
  update predictions p set fair_tag = greatest(p.plan_tag, (select tag from queue_clock order by tag desc limit 1))
  where p.id = any (array(select id from chosen_predictions)) and p.status = 'processing' and p.fair_tag is null
  returning p.id
)
select (select account_id from accounts_in_line where number = 200) as last_account,
  (select count(*)::int from filled_places) as filled;

-- generation.find-keys
select i.key, p.env, encode(i.fingerprint, 'hex') as fingerprint, p.id as "predictionId", p.model, p.model_key as "modelKey", p.modality, p.cost
from idempotency_keys i join predictions p on p.id = i.prediction_id
where i.account_id = $1 and i.key = any($2::text[]) and i.created_at > clock_timestamp() - make_interval(hours => 24);

-- generation.find-plans
select p.id, a.plan from predictions p join accounts a on a.id = p.account_id where p.id = any($1::uuid[]);

-- generation.find-processing
select id from predictions where account_id = $1 and status = 'processing'
order by created_at desc, id desc limit 50;

-- generation.find-settled
select id from predictions where id = any($1::uuid[]) and status <> 'processing';

-- generation.find-used-key
select 1 from idempotency_keys where account_id = $1 and key = $2
       and created_at > clock_timestamp() - make_interval(hours => 24);

-- generation.first-waiting
with recursive engines as (
  (select provider from predictions where status = 'processing' and started_at is null order by provider limit 1)
  union all
  select (
    select p.provider from predictions p
    where p.status = 'processing' and p.started_at is null and p.provider > e.provider order by p.provider limit 1)
  from engines e where e.provider is not null
),
waiting_predictions as (
  select w.* from engines e cross join lateral (
    select id, provider, model_key, workload, cost, fair_tag from predictions
    where status = 'processing' and started_at is null and provider = e.provider and fair_tag is not null
    order by fair_tag, id limit 1000) w
  order by w.fair_tag, w.id limit 1000
),
running_predictions as (
  select id, provider, model_key, workload, cost, started_at from predictions where leased_by is not null limit 1000
),
awaited_predictions as (
  select a.* from unnest($2::text[]) as e (provider) cross join lateral (
    select id, provider, model_key, workload, cost, started_at from predictions
    where status = 'processing' and started_at is not null and provider_ref is not null and provider = e.provider and leased_by is null
    limit 1000) a
)
select id, provider, model_key, workload, cost::float8, null::float8 as elapsed_seconds, false as is_awaited, (
    select count(distinct l.objid)::int from pg_locks l where l.locktype = 'advisory' and l.granted and l.classid = $1
      and l.database = (select oid from pg_database where datname = current_database())) as workers
from (select * from waiting_predictions order by fair_tag, id) w
union all
select id, provider, model_key, workload, cost::float8,
  extract(epoch from clock_timestamp() - coalesce(started_at, clock_timestamp()))::float8, is_awaited, 0
from (select *, false as is_awaited from running_predictions union all select *, true from awaited_predictions) r;

-- generation.forget-failures
delete from provider_circuits where provider = $1 and open_until is null;

-- generation.forget-run-times
delete from run_times where workload in (
  select workload from run_times order by updated_at desc offset 5000);

-- generation.has-due-suspects
with 
engine_capacities as materialized (
  select c.*, clock_timestamp() as now from unnest($1::text[], $2::int[], $3::int[], $4::int[])
    as c (provider, submits, polls, place_limit)
),
due_suspects as materialized (
  select d.id from engine_capacities c cross join lateral (
    select id, crashes + (lease_until is not null)::int as crashes, (submit_open or leased_by is not null) as is_placed from predictions
    where status = 'processing' and started_at is not null and provider_ref is null and provider = c.provider
      and run_at <= c.now and (lease_until is null or lease_until <= c.now)
    order by run_at limit 1000) d
  where c.submits > 0 and d.crashes >= 2
    and case when d.is_placed or c.place_limit is null then true
      else coalesce(engine_places_taken(c.provider, c.place_limit) < c.place_limit, false) end
  union all
  select d.id from engine_capacities c cross join lateral (
    select id, crashes + (lease_until is not null)::int as crashes from predictions
    where status = 'processing' and started_at is not null and provider_ref is not null and provider = c.provider
      and run_at <= c.now and (lease_until is null or lease_until <= c.now)
    order by run_at limit 1000) d
  where c.polls > 0 and d.crashes >= 2
) select exists (select 1 from due_suspects) as found;

-- generation.insert-inline-inputs
insert into inline_inputs (prediction_id, account_id, bytes)
select id, account_id, bytes from jsonb_to_recordset($1::jsonb) as i (id uuid, account_id uuid, bytes bigint);

-- generation.is-expected-output
select 1 from predictions
where id = $1::uuid and outputs is not null and outputs_removed_at is null and output_expires_at > clock_timestamp()
  and outputs @> jsonb_build_array(jsonb_build_object('name', $2::text));

-- generation.is-expected-upload
select 1 from uploads where id = $1::uuid and expires_at > clock_timestamp();

-- generation.leftover-inline-inputs
select i.prediction_id as id, i.created_at::text as created_at from inline_inputs i
where (i.created_at, i.prediction_id) > ($1::timestamptz, $2::uuid)
  and i.created_at <= (select clock_timestamp()) - interval '10 minutes'
  and not exists (select from predictions p where p.id = i.prediction_id and p.status = 'processing')
order by i.created_at, i.prediction_id limit 200;

-- generation.list-circuits
select provider, failures, open_until, reason, changed_at, open_until <= clock_timestamp() as due from provider_circuits;

-- generation.lock-places
select pg_advisory_xact_lock(726442, 0);

-- generation.mark-failed
update predictions set
  removal_at = clock_timestamp() + least(greatest(clock_timestamp() - output_expires_at, interval '1 minute'), interval '6 hours')
where id = any($1::uuid[]);

-- generation.mark-removed
update predictions set outputs_removed_at = clock_timestamp() where id = any($1::uuid[]);

-- generation.next-due
select (extract(epoch from min(first.run_at) - clock_timestamp()) * 1000)::float8 as in_ms from (
  select d.run_at from unnest($1::text[], $4::float8[]) as e (provider, since) cross join lateral (
    select run_at from predictions
    where status = 'processing' and started_at is not null and provider_ref is null and provider = e.provider
      and lease_until is null and crashes < $3::int and run_at >= coalesce(to_timestamp(e.since / 1000), '-infinity')
    order by run_at limit 1) d
  union all
  select d.run_at from unnest($2::text[], $5::float8[]) as e (provider, since) cross join lateral (
    select run_at from predictions
    where status = 'processing' and started_at is not null and provider_ref is not null and provider = e.provider
      and lease_until is null and crashes < $3::int and run_at >= coalesce(to_timestamp(e.since / 1000), '-infinity')
    order by run_at limit 1) d
) first;

-- generation.next-predictions
select p.id, p.outputs is not null and p.outputs_removed_at is null or p.completed_at > $2::timestamptz - interval '1 hour' as has_outputs,
  p.inline_bytes is not null or exists (select from inline_inputs i where i.prediction_id = p.id) as has_inputs,
  jsonb_build_array(p.created_at::text, p.id) as position
from predictions p
where p.account_id = $1
  and (p.created_at, p.id) < (coalesce($3::timestamptz, 'infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'))
order by p.created_at desc, p.id desc limit 100;

-- generation.open-circuit
update provider_circuits c set failures = c.failures + 1, changed_at = clock_timestamp(), open_until = clock_timestamp() + make_interval(secs => least(300, 5 * 2 ^ least((c.failures + 1) - 3, 10)))
where provider = $1 and open_until is null
returning provider, failures, open_until, reason, changed_at;

-- generation.overdue
select id from predictions
where status = 'processing' and deadline_at <= (select clock_timestamp())
  and (lease_until is null or lease_until <= clock_timestamp())
order by deadline_at limit 500;

-- generation.overdue-outputs
select count(*)::int as count from (
  select 1 from predictions
  where outputs is not null and outputs_removed_at is null
    and output_expires_at <= (select clock_timestamp()) - interval '5 minutes'
  limit 10000) overdue;

-- generation.queue
with counted_predictions as materialized (
  select provider, account_id, created_at, started_at is null as is_waiting from predictions
  where status = 'processing' order by deadline_at limit 10001
),
engines as (
  select provider, count(*) filter (where is_waiting)::int as waiting, count(*) filter (where not is_waiting)::int as running,
    extract(epoch from clock_timestamp() - min(created_at) filter (where is_waiting))::float8 as oldest_waiting_seconds
  from counted_predictions group by provider order by count(*) desc, provider limit 100
),
longest_queues as (
  select account_id, count(*)::int as waiting,
    extract(epoch from clock_timestamp() - min(created_at))::float8 as oldest_waiting_seconds
  from counted_predictions where is_waiting group by account_id order by count(*) desc, account_id limit 20
)
select (select count(*)::int from counted_predictions) as counted,
  (select coalesce(jsonb_agg(e), '[]') from engines e) as engines,
  (select coalesce(jsonb_agg(a), '[]') from longest_queues a) as accounts;

-- generation.queue-figures
with processing_predictions as (
  select provider, case
    when started_at is null and fair_tag is null then 'waiting_for_plan'
    when started_at is null then 'waiting'
    when provider_ref is not null then 'at_engine'
    when lease_until > clock_timestamp() then 'submitting'
    else 'retrying' end as state,
    started_at is not null and run_at <= clock_timestamp()
      and (lease_until is null or lease_until <= clock_timestamp()) as due,
    case when started_at is null and fair_tag is not null then created_at end as waiting_since
  from predictions where status = 'processing'
)
select provider, state, count(*)::int as count, count(*) filter (where due)::int as due,
  extract(epoch from clock_timestamp() - min(waiting_since))::float8 as oldest_seconds
from processing_predictions group by provider, state;

-- generation.read
select id, account_id, status, model, model_key, modality, operation, cost, price_version, attempts, progress, provider_queue_position, metadata, external_user_id, outputs, output_expires_at, outputs_removed_at, error_code, error_message, error_retryable, created_at, started_at, completed_at, deleted_at, input->'seed' as seed from predictions where id = any($1::uuid[]);

-- generation.read-clock
select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms;

-- generation.read-events
select events from predictions where id = $1;

-- generation.read-now
select clock_timestamp()::text as now;

-- generation.read-run-times
select workload, model_key, cost::float8, seconds, held_seconds, runs
from run_times order by updated_at desc limit 5000;

-- generation.record-failed-probe
update provider_circuits set failures = failures + 1, reason = $2, changed_at = clock_timestamp(), open_until = clock_timestamp() + make_interval(secs => least(300, 5 * 2 ^ least((failures + 1) - 3, 10)))
where provider = $1;

-- generation.record-lack
insert into provider_circuits (provider, failures, reason, open_until)
values ($1, 3, $2, clock_timestamp() + make_interval(secs => least(300, 5 * 2 ^ least(3 - 3, 10))))
on conflict (provider) do nothing
returning provider, failures, open_until, reason, changed_at;

-- generation.record-run-times
insert into run_times (workload, model_key, cost, seconds, held_seconds, runs)
select * from unnest(
  $1::bigint[], $2::text[], $3::bigint[], $4::float8[], $5::float8[], $6::int[]) as m (workload)
order by workload
on conflict (workload) do update set
  cost = excluded.cost,
  seconds = run_times.seconds + (excluded.seconds - run_times.seconds)
    * excluded.runs / (least(run_times.runs, 20) + excluded.runs),
  held_seconds = run_times.held_seconds + (excluded.held_seconds - run_times.held_seconds)
    * excluded.runs / (least(run_times.runs, 20) + excluded.runs),
  runs = least(run_times.runs + excluded.runs, 1000000), updated_at = clock_timestamp();

-- generation.release
update predictions p set lease_until = null, leased_by = null,
  run_at = clock_timestamp() + $5::float8 * interval '1 ms', submit_open = p.submit_open and not $3::boolean,
  attempts = case when ($4::boolean and p.submit_open and p.provider_ref is null and p.attempts > 0) then p.attempts - 1 else p.attempts end,
  events = case when ($4::boolean and p.submit_open and p.provider_ref is null and p.attempts > 0) and p.events->-1->>'event' = 'attempt_started' then p.events - (-1) else p.events end
where p.id = $1 and p.fence = $2 and p.status = 'processing' and p.lease_until > clock_timestamp()
returning p.id;

-- generation.release-abandoned
update predictions p set lease_until = clock_timestamp(), run_at = clock_timestamp()
where p.status = 'processing' and p.lease_until > clock_timestamp() and p.leased_by = any($1::int[])
returning p.id;

-- generation.release-claim
update predictions set removal_at = null where id = any($1::uuid[]);

-- generation.remove-inline-inputs
delete from inline_inputs where prediction_id = any($1::uuid[]);

-- generation.remove-part
with positions as materialized (
  select walked_to, oldest_kept, begun_at from removal_position for update skip locked
),
bounds as materialized (
  select least(clock_timestamp() - days, (select created_at from events order by position limit 1) - interval '1 hour') as ended_before,
    (lpad(to_hex((extract(epoch from clock_timestamp() - days) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid as id_before
  from make_interval(secs => $1::float8 * 86400) days
),
candidates as materialized (
  select id, account_id, status, cost, completed_at, outputs is null or outputs_removed_at is not null as is_without_files
  from predictions
  where id > (select walked_to from positions) and id < (select id_before from bounds) order by id limit $2::int
),
due_predictions as materialized (
  select id, account_id, status, cost from candidates
  where status <> 'processing' and completed_at < (select ended_before from bounds) and is_without_files
),
tallies as materialized (
  select p.id, p.status, p.cost, t.* from due_predictions p cross join lateral (
    select count(*) filter (where kind = 'charge') as charges, sum(amount) filter (where kind = 'charge') as charged,
      count(*) filter (where kind = 'refund') as refunds, count(*) filter (where kind = 'capture') as captures,
      sum(amount) filter (where kind in ('refund', 'capture')) as settled, max(id) as last_entry
    from ledger_transfers where prediction_id = p.id) t
),
sound_predictions as materialized (
  select id from tallies
  where charges = 1 and charged = cost and settled = cost and last_entry <= (select least(s.entries_to, o.entries_to) from summary_position s, overview_position o)
    and captures = (status = 'completed')::int and refunds = (status = 'failed')::int
),
removed_predictions_of_part as (
  delete from predictions
  where id = any (array(
    select p.id from predictions p
    where p.id = any (array(select id from sound_predictions)) and status <> 'processing' order by id for update skip locked))
  returning id, account_id, key_id, created_at, cost, status, model_key
),
recorded_predictions as (
  insert into removed_predictions (id, account_id, key_id, created_at, cost, status, model_key)
  select id, account_id, key_id, created_at, cost, status, model_key from removed_predictions_of_part
),
part as materialized (
  select count(*) < $2::int as is_end, (select id from candidates order by id desc limit 1) as walked_to,
    (select c.id from candidates c left join removed_predictions_of_part r on r.id = c.id where r.id is null order by c.id limit 1)
      as oldest_kept,
    (select count(*)::int from removed_predictions_of_part) as removed,
    (select count(*)::int from tallies t left join sound_predictions s on s.id = t.id
     where s.id is null and coalesce(t.last_entry, 0) <= (select least(s.entries_to, o.entries_to) from summary_position s, overview_position o)) as unsound
  from candidates
),
walks as materialized (
  select w.*, r.removed, r.unsound, r.is_end, coalesce(w.oldest_kept, r.oldest_kept) as next_from,
    coalesce(r.walked_to, w.walked_to) as next_to, r.is_end and w.begun_at <= clock_timestamp() - interval '1 hour' as is_over
  from positions w cross join part r
)
update removal_position p set
  walked_to = case when w.is_over and w.next_from is not null
    then (left(w.next_from::text, 13) || '-0000-0000-000000000000')::uuid else w.next_to end,
  oldest_kept = case when not w.is_over then w.next_from end,
  begun_at = case when w.is_over then clock_timestamp() else w.begun_at end
from walks w returning w.removed, w.unsound, w.is_end;

-- generation.renew
update predictions p set
  lease_until = clock_timestamp() + make_interval(secs => $4), leased_by = $5, progress = greatest(p.progress, h.progress)
from unnest($1::uuid[], $2::int[], $3::int[]) as h (id, fence, progress)
where p.id = h.id and p.fence = h.fence and p.status = 'processing' and p.lease_until > clock_timestamp()
  and p.deadline_at > clock_timestamp() - interval '15 s'
returning p.id;

-- generation.reroute
with waiting_predictions as materialized (
  select id from predictions
  where status = 'processing' and started_at is null and provider = $1 and model_key = $2
  order by fair_tag, id limit 1000 for update skip locked
),
begun_predictions as materialized (
  select id from predictions p
  where p.status = 'processing' and p.started_at is not null and p.provider = $1
    and p.model_key = $2 and p.provider_ref is null and not p.submit_open
    and (p.lease_until is null or p.lease_until <= clock_timestamp())
  order by run_at limit 1000 for update skip locked
)
update predictions p set provider = $3, model = $4, run_at = clock_timestamp(), leased_by = null,
  events = case when jsonb_array_length(p.events) < 100 then p.events || jsonb_build_object('at', clock_timestamp(), 'event', 'retry_scheduled', 'message', 'at another engine') else p.events end
where p.id in (select id from waiting_predictions union all select id from begun_predictions)
returning p.id;

-- generation.retry
update predictions p set provider = coalesce($8, p.provider), model = coalesce($9, p.model),
  submit_open = p.submit_open and $6::boolean,
  attempts = case when ($10::boolean and p.provider_ref is null and not (p.submit_open and $6::boolean) and p.attempts > 0) then p.attempts - 1 else p.attempts end,
  provider_ref = case when $7::boolean then p.provider_ref end, provider_queue_position = null,
  lease_until = null, leased_by = null, errors = p.errors + $4::int,
  run_at = least(clock_timestamp() + make_interval(secs => $3::float8 / 1000), p.deadline_at),
  events = case when $10::boolean then (
    select case
      when kept->-1->>'event' = 'engine_busy' then jsonb_set(kept, '{-1,times}', to_jsonb((kept->-1->>'times')::int + 1))
      when jsonb_array_length(kept) >= 100 then kept
      else kept || jsonb_build_object('at', clock_timestamp(), 'event', 'engine_busy', 'message', $5::text, 'times', 1) end
    from (select case when ($10::boolean and p.provider_ref is null and not (p.submit_open and $6::boolean) and p.attempts > 0) and p.events->-1->>'event' = 'attempt_started'
      then p.events - (-1) else p.events end as kept) k) else case when jsonb_array_length(p.events) < 100 then p.events || jsonb_build_object('at', clock_timestamp(), 'event', 'attempt_failed', 'attempt', p.attempts, 'message', $5::text) || jsonb_build_object('at', clock_timestamp(), 'event', 'retry_scheduled', 'message', format('in %s s', round($3::numeric / 1000, 1))) else p.events end end
where p.id = $1 and p.fence = $2 and p.status = 'processing' and p.lease_until > clock_timestamp()
returning p.id;

-- generation.settle
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
from settled_predictions;

-- generation.settlements
with recursive newest_entries as materialized (
  select id, kind, created_at from ledger_transfers order by id desc limit 10000
),
reach as materialized (
  select count(*)::int as entries, min(created_at) as since, max(id) as last_id,
    count(*) filter (where kind = 'capture') as captures, count(*) filter (where kind = 'refund') as refunds
  from newest_entries
),
searches as (
  select w.seconds, 0::bigint as low, r.last_id as high
  from unnest($1::int[]) as w (seconds) cross join reach r
  where r.entries = 10000 and r.since > clock_timestamp() - make_interval(secs => w.seconds)
  union all
  select s.seconds, case when m.is_before then m.middle else s.low end, case when m.is_before then s.high else m.middle end
  from searches s cross join lateral (
    select (s.low + s.high) / 2 as middle, coalesce((select l.created_at < now() - make_interval(secs => s.seconds)
      from ledger_transfers l where l.id >= (s.low + s.high) / 2 order by l.id limit 1), false) as is_before
  ) m
  where s.high - s.low > 1
),
window_starts as (
  select seconds, max(low) as before from searches group by seconds
)
select w.seconds, s.before is not null as is_estimate,
  case when s.before is null
    then (select count(*) from newest_entries where kind = 'capture' and created_at > now() - make_interval(secs => w.seconds))
    else round((r.last_id - s.before)::float8 * r.captures / r.entries) end::float8 as completed,
  case when s.before is null
    then (select count(*) from newest_entries where kind = 'refund' and created_at > now() - make_interval(secs => w.seconds))
    else round((r.last_id - s.before)::float8 * r.refunds / r.entries) end::float8 as failed
from unnest($1::int[]) as w (seconds) cross join reach r left join window_starts s on s.seconds = w.seconds
order by w.seconds;

-- generation.sweep-keys
delete from idempotency_keys where (account_id, key) in (
  select account_id, key from idempotency_keys
  where created_at <= (select clock_timestamp()) - make_interval(hours => 24)
  order by created_at limit 2000 for update skip locked) returning 1;

-- generation.try-worker-lock
select pg_try_advisory_lock($1::int, $2::int) as locked;

-- generation.unmark-suspect
update predictions p set crashes = 1, isolated_crashes = 1
where p.id = $1 and p.fence = $2 and p.status = 'processing' and p.lease_until is null and p.provider_ref is not null
  and p.isolated_crashes = 0;

-- history.find-account-of-key
select account_id from api_keys where id = $1;

-- history.find-request
select input, key_id, env from predictions where account_id = $1 and id = $2;

-- history.find-time
select created_at::text from predictions where id = $1
union all
select created_at::text from removed_predictions where id = $1;

-- history.list, 1
select id, account_id, status, model, model_key, modality, operation, cost, price_version, attempts, progress, provider_queue_position, metadata, external_user_id, outputs, output_expires_at, outputs_removed_at, error_code, error_message, error_retryable, created_at, started_at, completed_at, deleted_at, input->'seed' as seed, input, key_id, env, provider, (created_at at time zone 'utc')::text as created_exact
from predictions where account_id = $1
order by created_at desc, id desc limit 21;

-- history.list, 2
select id, account_id, status, model, model_key, modality, operation, cost, price_version, attempts, progress, provider_queue_position, metadata, external_user_id, outputs, output_expires_at, outputs_removed_at, error_code, error_message, error_retryable, created_at, started_at, completed_at, deleted_at, input->'seed' as seed, input, key_id, env, provider, (created_at at time zone 'utc')::text as created_exact
from predictions where account_id = $1 and status = 'processing' and (created_at, id) < ($2::timestamptz, $3::uuid)
order by created_at desc, id desc limit 21;

-- history.list-all
select id, account_id, status, model, model_key, modality, operation, cost, price_version, attempts, progress, provider_queue_position, metadata, external_user_id, outputs, output_expires_at, outputs_removed_at, error_code, error_message, error_retryable, created_at, started_at, completed_at, deleted_at, input->'seed' as seed, input, key_id, env, provider
from predictions where id < $1::uuid
order by id desc limit 21;

-- history.list-all-by-time
with misdated_ids as materialized (
  select id from (select * from predictions where (created_at - to_timestamp(('x' || left(id::text, 8))::bit(32)::bigint * 65.536::float8))
  not between interval '-5 minutes' and interval '5 minutes' offset 0) as misdated where created_at >= $1 and not (id >= $2::uuid) order by id desc limit 21
)
(select id, account_id, status, model, model_key, modality, operation, cost, price_version, attempts, progress, provider_queue_position, metadata, external_user_id, outputs, output_expires_at, outputs_removed_at, error_code, error_message, error_retryable, created_at, started_at, completed_at, deleted_at, input->'seed' as seed, input, key_id, env, provider
 from predictions where created_at >= $1 and id >= $2::uuid order by id desc limit 21)
union all
(select id, account_id, status, model, model_key, modality, operation, cost, price_version, attempts, progress, provider_queue_position, metadata, external_user_id, outputs, output_expires_at, outputs_removed_at, error_code, error_message, error_retryable, created_at, started_at, completed_at, deleted_at, input->'seed' as seed, input, key_id, env, provider
 from predictions where id = any(array(select id from misdated_ids)))
order by id desc limit 21;

-- history.list-filtered, 1
with recursive kinds as (
  (select status, modality, operation, model_key, env, key_id from predictions where account_id = $1 and status <> 'processing' order by status, modality, operation, model_key, env, key_id limit 1)
  union all
  select next_kinds.* from kinds k cross join lateral (
    (select p.status, p.modality, p.operation, p.model_key, p.env, p.key_id from predictions p
     where account_id = $1 and status <> 'processing' and p.status = k.status and p.modality = k.modality and p.operation = k.operation and p.model_key = k.model_key and p.env = k.env and p.key_id > k.key_id order by p.key_id limit 1) union all 
    (select p.status, p.modality, p.operation, p.model_key, p.env, p.key_id from predictions p
     where account_id = $1 and status <> 'processing' and p.status = k.status and p.modality = k.modality and p.operation = k.operation and p.model_key = k.model_key and p.env = k.env and p.key_id is null and k.key_id is not null limit 1) union all 
    (select p.status, p.modality, p.operation, p.model_key, p.env, p.key_id from predictions p
     where account_id = $1 and status <> 'processing' and (p.status, p.modality, p.operation, p.model_key, p.env) > (k.status, k.modality, k.operation, k.model_key, k.env) order by p.status, p.modality, p.operation, p.model_key, p.env, p.key_id limit 1) limit 1
  ) next_kinds
),
bounded_kinds as materialized (
  select * from kinds limit 501
),
final_ids as materialized (
  select newest.id, newest.created_at
  from (select * from bounded_kinds where modality = $2 and (select count(*) from bounded_kinds) <= 500) k
  cross join lateral (
    (select p.id, p.created_at from predictions p
     where account_id = $1 and status <> 'processing' and p.status = k.status and p.modality = k.modality and p.operation = k.operation and p.model_key = k.model_key and p.env = k.env and p.key_id = k.key_id and created_at < $3
     order by p.key_id, p.created_at desc, p.id desc limit 21)
    union all 
    (select p.id, p.created_at from predictions p
     where account_id = $1 and status <> 'processing' and p.status = k.status and p.modality = k.modality and p.operation = k.operation and p.model_key = k.model_key and p.env = k.env and p.key_id is null and k.key_id is null and created_at < $3
     order by p.key_id, p.created_at desc, p.id desc limit 21)
  ) newest
),
processing_ids as materialized (
  select id, created_at from predictions
  where account_id = $1 and status = 'processing' and modality = $2 and created_at < $3
  order by created_at desc, id desc limit 21
),
page_ids as materialized (
  select id from (select * from final_ids union all select * from processing_ids) ids
  order by created_at desc, id desc limit 21
)
select counted.kinds, page.* from (select count(*)::int as kinds from bounded_kinds) counted
left join (
  select id, account_id, status, model, model_key, modality, operation, cost, price_version, attempts, progress, provider_queue_position, metadata, external_user_id, outputs, output_expires_at, outputs_removed_at, error_code, error_message, error_retryable, created_at, started_at, completed_at, deleted_at, input->'seed' as seed, input, key_id, env, provider,
    (created_at at time zone 'utc')::text as created_exact
  from predictions where id = any(array(select id from page_ids))
) page on true
order by page.created_at desc, page.id desc;

-- history.list-filtered, 2
with recursive kinds as (
  (select status, modality, operation, model_key, env, key_id from predictions where account_id = $1 and status <> 'processing' order by status, modality, operation, model_key, env, key_id limit 1)
  union all
  select next_kinds.* from kinds k cross join lateral (
    (select p.status, p.modality, p.operation, p.model_key, p.env, p.key_id from predictions p
     where account_id = $1 and status <> 'processing' and (p.status, p.modality, p.operation, p.model_key, p.env) > (k.status, k.modality, k.operation, k.model_key, k.env) order by p.status, p.modality, p.operation, p.model_key, p.env, p.key_id limit 1)
  ) next_kinds
),
bounded_kinds as materialized (
  select * from kinds limit 501
),
final_ids as materialized (
  select newest.id, newest.created_at
  from (select * from bounded_kinds where modality = $2 and (select count(*) from bounded_kinds) <= 500) k
  cross join lateral (
    (select p.id, p.created_at from predictions p
     where account_id = $1 and status <> 'processing' and p.status = k.status and p.modality = k.modality and p.operation = k.operation and p.model_key = k.model_key and p.env = k.env and p.key_id is null and created_at < $3
     order by p.key_id, p.created_at desc, p.id desc limit 21)
  ) newest
),
processing_ids as materialized (
  select id, created_at from predictions
  where account_id = $1 and status = 'processing' and modality = $2 and created_at < $3
  order by created_at desc, id desc limit 21
),
page_ids as materialized (
  select id from (select * from final_ids union all select * from processing_ids) ids
  order by created_at desc, id desc limit 21
)
select counted.kinds, page.* from (select count(*)::int as kinds from bounded_kinds) counted
left join (
  select id, account_id, status, model, model_key, modality, operation, cost, price_version, attempts, progress, provider_queue_position, metadata, external_user_id, outputs, output_expires_at, outputs_removed_at, error_code, error_message, error_retryable, created_at, started_at, completed_at, deleted_at, input->'seed' as seed, input, key_id, env, provider,
    (created_at at time zone 'utc')::text as created_exact
  from predictions where id = any(array(select id from page_ids))
) page on true
order by page.created_at desc, page.id desc;

-- history.list-filtered, 3
with recursive kinds as (
  (select status, modality, operation, model_key, env, key_id from predictions where account_id = $1 and status <> 'processing' order by status, modality, operation, model_key, env, key_id limit 1)
  union all
  select next_kinds.* from kinds k cross join lateral (
    (select p.status, p.modality, p.operation, p.model_key, p.env, p.key_id from predictions p
     where account_id = $1 and status <> 'processing' and (p.modality, p.operation, p.model_key, p.env) > (k.modality, k.operation, k.model_key, k.env) order by p.status, p.modality, p.operation, p.model_key, p.env, p.key_id limit 1)
  ) next_kinds
),
bounded_kinds as materialized (
  select * from kinds limit 501
),
final_ids as materialized (
  select newest.id, newest.created_at
  from (select * from bounded_kinds where modality = $2 and (select count(*) from bounded_kinds) <= 500) k
  cross join lateral (
    (select p.id, p.created_at from predictions p
     where account_id = $1 and status <> 'processing' and p.status = k.status and p.modality = k.modality and p.operation = k.operation and p.model_key = k.model_key and p.env = k.env and p.key_id = $4::uuid and created_at < $3
     order by p.key_id, p.created_at desc, p.id desc limit 21)
  ) newest
),
processing_ids as materialized (
  select id, created_at from predictions
  where account_id = $1 and status = 'processing' and modality = $2 and created_at < $3
  order by created_at desc, id desc limit 21
),
page_ids as materialized (
  select id from (select * from final_ids union all select * from processing_ids) ids
  order by created_at desc, id desc limit 21
)
select counted.kinds, page.* from (select count(*)::int as kinds from bounded_kinds) counted
left join (
  select id, account_id, status, model, model_key, modality, operation, cost, price_version, attempts, progress, provider_queue_position, metadata, external_user_id, outputs, output_expires_at, outputs_removed_at, error_code, error_message, error_retryable, created_at, started_at, completed_at, deleted_at, input->'seed' as seed, input, key_id, env, provider,
    (created_at at time zone 'utc')::text as created_exact
  from predictions where id = any(array(select id from page_ids))
) page on true
order by page.created_at desc, page.id desc;

-- history.list-filtered-of-all, 1
with recursive newest_ids as materialized (
  select id from (select * from predictions where id < $4::uuid and id >= $5::uuid order by id desc limit 1000) newest
  where modality = $2 and created_at >= $3 order by id desc limit 21
),
kinds as (
  (select status, modality, operation, model_key, env from predictions where external_user_id = $1 and status <> 'processing' and (select count(*) from newest_ids) < 21 order by status, modality, operation, model_key, env limit 1)
  union all
  select next_kinds.* from kinds k cross join lateral (
    select p.status, p.modality, p.operation, p.model_key, p.env from predictions p
    where external_user_id = $1 and status <> 'processing' and (p.status, p.modality, p.operation, p.model_key, p.env) > (k.status, k.modality, k.operation, k.model_key, k.env) order by p.status, p.modality, p.operation, p.model_key, p.env limit 1
  ) next_kinds
),
bounded_kinds as materialized (
  select * from kinds limit 501
),
final_ids as materialized (
  select newest.id
  from (select * from bounded_kinds where modality = $2 and (select count(*) from bounded_kinds) <= 500) k
  cross join lateral (
    select p.id from predictions p where external_user_id = $1 and status <> 'processing' and p.status = k.status and p.modality = k.modality and p.operation = k.operation and p.model_key = k.model_key and p.env = k.env and id < $4::uuid and id >= $5::uuid and created_at >= $3
    order by p.id desc limit 21
  ) newest
),
processing_accounts as (
  (select account_id from predictions where status = 'processing' and (select count(*) from newest_ids) < 21 order by account_id limit 1)
  union all
  select next_accounts.* from processing_accounts a cross join lateral (
    select p.account_id from predictions p
    where p.status = 'processing' and p.account_id > a.account_id order by p.account_id limit 1
  ) next_accounts
),
processing_ids as materialized (
  select processing.id from processing_accounts a cross join lateral (
    select p.id from predictions p
    where p.account_id = a.account_id and p.status = 'processing' and id < $4::uuid and id >= $5::uuid and modality = $2 and created_at >= $3
  ) processing
  order by processing.id desc limit 21
),
misdated_ids as materialized (
  select id from (select * from predictions where (created_at - to_timestamp(('x' || left(id::text, 8))::bit(32)::bigint * 65.536::float8))
  not between interval '-5 minutes' and interval '5 minutes' offset 0) as misdated where modality = $2 and created_at >= $3 and id < $4::uuid and not (id >= $5::uuid) order by id desc limit 21
),
page_ids as materialized (
  select id from (
    select id from newest_ids union select id from final_ids union select id from processing_ids union select id from misdated_ids
  ) ids
  order by id desc limit 21
)
select counted.kinds, page.* from (select count(*)::int as kinds from bounded_kinds) counted
left join (
  select id, account_id, status, model, model_key, modality, operation, cost, price_version, attempts, progress, provider_queue_position, metadata, external_user_id, outputs, output_expires_at, outputs_removed_at, error_code, error_message, error_retryable, created_at, started_at, completed_at, deleted_at, input->'seed' as seed, input, key_id, env, provider from predictions where id = any(array(select id from page_ids))
) page on true
order by page.id desc;

-- history.list-filtered-of-all, 2
with recursive newest_ids as materialized (
  select id from (select * from predictions where id < $4::uuid and id >= $5::uuid order by id desc limit 1000) newest
  where modality = $2 and created_at >= $3 order by id desc limit 21
),
kinds as (
  (select status, modality, operation, model_key, env from predictions where external_user_id = $1 and status <> 'processing' and (select count(*) from newest_ids) < 21 order by status, modality, operation, model_key, env limit 1)
  union all
  select next_kinds.* from kinds k cross join lateral (
    select p.status, p.modality, p.operation, p.model_key, p.env from predictions p
    where external_user_id = $1 and status <> 'processing' and (p.modality, p.operation, p.model_key, p.env) > (k.modality, k.operation, k.model_key, k.env) order by p.status, p.modality, p.operation, p.model_key, p.env limit 1
  ) next_kinds
),
bounded_kinds as materialized (
  select * from kinds limit 501
),
final_ids as materialized (
  select newest.id
  from (select * from bounded_kinds where modality = $2 and (select count(*) from bounded_kinds) <= 500) k
  cross join lateral (
    select p.id from predictions p where external_user_id = $1 and status <> 'processing' and p.status = k.status and p.modality = k.modality and p.operation = k.operation and p.model_key = k.model_key and p.env = k.env and id < $4::uuid and id >= $5::uuid and created_at >= $3
    order by p.id desc limit 21
  ) newest
),
processing_accounts as (
  (select account_id from predictions where status = 'processing' and (select count(*) from newest_ids) < 21 order by account_id limit 1)
  union all
  select next_accounts.* from processing_accounts a cross join lateral (
    select p.account_id from predictions p
    where p.status = 'processing' and p.account_id > a.account_id order by p.account_id limit 1
  ) next_accounts
),
processing_ids as materialized (
  select processing.id from processing_accounts a cross join lateral (
    select p.id from predictions p
    where p.account_id = a.account_id and p.status = 'processing' and id < $4::uuid and id >= $5::uuid and modality = $2 and created_at >= $3
  ) processing
  order by processing.id desc limit 21
),
misdated_ids as materialized (
  select id from (select * from predictions where (created_at - to_timestamp(('x' || left(id::text, 8))::bit(32)::bigint * 65.536::float8))
  not between interval '-5 minutes' and interval '5 minutes' offset 0) as misdated where modality = $2 and created_at >= $3 and id < $4::uuid and not (id >= $5::uuid) order by id desc limit 21
),
page_ids as materialized (
  select id from (
    select id from newest_ids union select id from final_ids union select id from processing_ids union select id from misdated_ids
  ) ids
  order by id desc limit 21
)
select counted.kinds, page.* from (select count(*)::int as kinds from bounded_kinds) counted
left join (
  select id, account_id, status, model, model_key, modality, operation, cost, price_version, attempts, progress, provider_queue_position, metadata, external_user_id, outputs, output_expires_at, outputs_removed_at, error_code, error_message, error_retryable, created_at, started_at, completed_at, deleted_at, input->'seed' as seed, input, key_id, env, provider from predictions where id = any(array(select id from page_ids))
) page on true
order by page.id desc;

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

-- keys.create-operator-key
with created_keys as (
  insert into operator_keys (id, name, last_four, secret_hash, scopes, expires_at, allowed_ips, created_by)
  select $1::uuid, $2, $3, $4::bytea, $5::text[], $6::timestamptz, $7::inet[], $9::uuid
  where (select count(*) from operator_keys where revoked_at is null and (expires_at is null or expires_at > statement_timestamp())) < $8::int
  returning id
),
counted_keys as (
  insert into budgets (subject) select 'operator:' || k.id from created_keys k
)
select id from created_keys;

-- keys.end-all
with ended as (
  update api_keys k set revoked_at = coalesce(k.revoked_at, clock_timestamp()), retires_at = null
  where k.id = any (array(
    select id from api_keys
    where account_id = $1 and (revoked_at is null and place is not null or retires_at > clock_timestamp())
    order by id desc for no key update))
  returning k.id
)
select id, pg_notify('offprint_credential_ended', id::text) from ended;

-- keys.erase-keys
with walked_rows as materialized (
  select id, created_at from api_keys
  where account_id = $1 and (created_at, id) > (
    coalesce(($2::jsonb ->> 0)::timestamptz, '-infinity'), coalesce(($2::jsonb ->> 1)::uuid, '00000000-0000-0000-0000-000000000000'))
  order by created_at, id limit 500
),
changed_rows as (
  update api_keys t set name = 'Deleted key', metadata = '{}', allowed_ips = null, allowed_models = null, last_four = '----',
    secret_hash = sha256(convert_to('erased:' || t.id, 'UTF8')), revoked_at = coalesce(t.revoked_at, clock_timestamp()),
    disabled_at = null, place = null where t.id = any (array(select id from walked_rows)) and (t.last_four <> '----')
)
select count(*)::int as count,
  (select jsonb_build_array(created_at::text, id) from walked_rows order by created_at desc, id desc limit 1) as position
from walked_rows;

-- keys.erase-limits
with removed_rows as (
  delete from account_limits where (account_id) in (select account_id from account_limits where account_id = $1 limit 500 for update skip locked)
  returning 1
)
select count(*)::int as count, null as position from removed_rows where $2::jsonb is null;

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

-- keys.find-operator-key
select k.id, k.name, k.last_four, k.scopes, k.allowed_ips, k.created_by, k.created_at, k.expires_at,
  (select u.email from users u where u.id = k.created_by) as created_by_email,
  k.revoked_at, case when k.revoked_at is not null then 'revoked' when k.expires_at <= statement_timestamp() then 'expired' else 'active' end as status,
  coalesce(w.requests, 0) as requests, w.last_used_at
from operator_keys k left join lateral (
  select requests, last_used_at from budgets b where b.subject = 'operator:' || k.id order by b.epoch desc limit 1
) w on true
 where k.id = $1;

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

-- keys.list-operator-keys
select k.id, k.name, k.last_four, k.scopes, k.allowed_ips, k.created_by, k.created_at, k.expires_at,
  (select u.email from users u where u.id = k.created_by) as created_by_email,
  k.revoked_at, case when k.revoked_at is not null then 'revoked' when k.expires_at <= statement_timestamp() then 'expired' else 'active' end as status,
  coalesce(w.requests, 0) as requests, w.last_used_at
from operator_keys k left join lateral (
  select requests, last_used_at from budgets b where b.subject = 'operator:' || k.id order by b.epoch desc limit 1
) w on true
 where $1::uuid is null or k.id < $1::uuid order by k.id desc limit $2;

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

-- keys.lock-operator-key
select k.id, k.name, k.last_four, k.scopes, k.allowed_ips, k.created_by, k.created_at, k.expires_at,
  (select u.email from users u where u.id = k.created_by) as created_by_email,
  k.revoked_at, case when k.revoked_at is not null then 'revoked' when k.expires_at <= statement_timestamp() then 'expired' else 'active' end as status,
  coalesce(w.requests, 0) as requests, w.last_used_at
from operator_keys k left join lateral (
  select requests, last_used_at from budgets b where b.subject = 'operator:' || k.id order by b.epoch desc limit 1
) w on true
 where k.id = $1 for no key update of k;

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

-- members.accept
with accepted_invitations as (
  delete from invitations i using users u
  where i.hash = $1 and i.expires_at > clock_timestamp() and u.id = $2 and lower(u.email) = i.email
  returning i.id, i.account_id, i.email, i.role, i.expires_at, i.is_mailed
),
new_memberships as (
  insert into memberships (user_id, account_id, role) select $2, account_id, role from accepted_invitations
  on conflict do nothing
  returning role
)
select i.*, (select name from account_names n where n.account_id = i.account_id) as name,
  coalesce((select role from new_memberships),
    (select role from memberships m where m.user_id = $2 and m.account_id = i.account_id)) as account_role
from accepted_invitations i;

-- members.consume
delete from invitations where hash = $1 and expires_at > clock_timestamp()
returning id, account_id, email, role, expires_at, is_mailed;

-- members.count-accounts
select count(*)::int as count from memberships where user_id = $1;

-- members.erase-invitations
with removed_rows as (
  delete from invitations where (id) in (select id from invitations where account_id = $1 limit 500 for update skip locked)
  returning 1
)
select count(*)::int as count, null as position from removed_rows where $2::jsonb is null;

-- members.find-by-email
select id, account_id, email, role, expires_at, is_mailed from invitations
where email = $1 and ($2::uuid is null or account_id = $2) and expires_at > clock_timestamp() order by id;

-- members.find-by-token
select id, account_id, email, role, expires_at, is_mailed from invitations where hash = $1 and expires_at > clock_timestamp();

-- members.find-invitation
select id, email, role, expires_at from invitations where account_id = $1 and id = $2 for update;

-- members.invite
insert into invitations (id, account_id, email, role, invited_by, expires_at)
values ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(hours => $6))
on conflict (account_id, email) do update
  set role = excluded.role, invited_by = excluded.invited_by, expires_at = excluded.expires_at, hash = null
returning id, email, role, expires_at;

-- members.list-invitations
select id, email, role, expires_at from invitations
where account_id = $1 and expires_at > clock_timestamp() order by id desc;

-- members.remove-all-invitations
delete from invitations where account_id = $1;

-- members.remove-expired
delete from invitations where account_id = $1 and expires_at <= clock_timestamp();

-- members.set-link
update invitations set hash = $2, is_mailed = $3 where id = $1 and expires_at > clock_timestamp() returning expires_at;

-- members.withdraw
delete from invitations where account_id = $1 and id = $2;

-- members.withdraw-of
delete from invitations where account_id = $1 and invited_by = $2;

-- openai-front.erase
with erased_answers as (
  delete from openai_front.answers where id in (
    select id from openai_front.answers where account_id = $1 limit $2::int for update skip locked)
  returning 1
),
erased_images as (
  delete from openai_front.form_images where (key_id, name) in (
    select key_id, name from openai_front.form_images where account_id = $1 limit $2::int for update skip locked)
  returning 1
)
select ((select count(*) from erased_answers) + (select count(*) from erased_images))::int as removed;

-- openai-front.find-form-image
select identity, url from openai_front.form_images where key_id = $1 and name = $2;

-- openai-front.keep-answer
insert into openai_front.answers (account_id, key_id, identity, predictions, is_lost)
values ($1, $2, $3, $4, false)
returning id;

-- openai-front.keep-form-image
insert into openai_front.form_images (account_id, key_id, name, identity, url) values ($1, $2, $3, $4, $5)
on conflict (key_id, name) do nothing;

-- openai-front.mark-lost
update openai_front.answers set is_lost = true where id = $1;

-- openai-front.remove-old
with removed_answers as (
  delete from openai_front.answers where id in (
    select id from openai_front.answers where at < now() - interval '1 day' order by at limit $1::int for update skip locked)
  returning 1
),
removed_images as (
  delete from openai_front.form_images where (key_id, name) in (
    select key_id, name from openai_front.form_images where at < now() - interval '1 day' order by at limit $1::int for update skip locked)
  returning 1
)
select ((select count(*) from removed_answers) + (select count(*) from removed_images))::int as removed;

-- openai-front.take-answer
delete from openai_front.answers where id = (
  select id from openai_front.answers
  where key_id = $1 and identity = $2 and (is_lost or not $3::bool)
    and at > now() - case when is_lost then interval '1 day' else interval '10 minutes' end
  order by is_lost desc, id desc limit 1 for update skip locked
)
returning predictions;

-- operations.adopt-installation
update installation set
  secret_fingerprint = coalesce($1::bytea, secret_fingerprint), storage_id = coalesce($2::uuid, storage_id),
  database_id = coalesce($3, database_id);

-- operations.claim-installation
update installation set
  secret_fingerprint = coalesce(secret_fingerprint, $1::bytea), storage_id = coalesce(storage_id, $2::uuid),
  database_id = coalesce(database_id, $3)
where secret_fingerprint is null or storage_id is null or database_id is null;

-- operations.read-database
select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as id
from pg_control_system();

-- operations.read-installation
select secret_fingerprint, storage_id, database_id from installation;

-- operators.find-reference
select encode(fingerprint, 'hex') as fingerprint, account_id from account_creations where reference = $1;

-- operators.remember-reference
insert into account_creations (reference, fingerprint, account_id) values ($1, decode($2, 'hex'), $3);

-- operators.set-external-id
insert into account_references (account_id, external_id) values ($1, $2)
on conflict (external_id) do nothing returning account_id;

-- platform.describe-session
select set_config('application_name', $1, false);

-- platform.find-installation
select current_database() as database, to_regclass('migrations') is null as "isEmpty";

-- platform.find-migration-columns
select from pg_attribute where attname in ('name', 'timestamp') and attrelid =
       (select oid from pg_class where relname = $1 and relnamespace = quote_ident(current_schema())::regnamespace);

-- platform.find-oldest-release
select from pg_attribute where attrelid = to_regclass('installation') and attname = 'oldest_release';

-- platform.find-taken-names
select relname as name from pg_class where relnamespace = quote_ident(current_schema())::regnamespace and relname = any ($1)
     union select typname from pg_type where typnamespace = quote_ident(current_schema())::regnamespace and typname = any ($1)
     union select proname from pg_proc where pronamespace = quote_ident(current_schema())::regnamespace and proname = any ($2) order by 1;

-- platform.list-invalid-indexes
select indexrelid::regclass::text as name from pg_index i
where not indisvalid and not exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid)
order by 1 limit 100;

-- platform.list-migrations
select name from migrations;

-- platform.list-processes
select application_name as name from pg_stat_activity
where datname = current_database() and application_name like 'offprint-listener %'
order by pid desc limit 200;

-- platform.notify
select pg_notify($1, $2);

-- platform.raise-oldest-release
update installation set oldest_release = $1;

-- platform.read-facts
select current_database() as database, current_setting('server_version_num')::int / 10000 as version,
            current_setting('server_encoding') as encoding, current_schema() as schema;

-- platform.read-migrating
select coalesce(a.application_name, '') as name,
  coalesce(a.state = 'idle' or a.wait_event_type = 'Lock', false) as waits, p.index_relid::regclass::text as index, p.phase,
  case when p.blocks_total > 0 then 100 * p.blocks_done / p.blocks_total
    when p.tuples_total > 0 then 100 * p.tuples_done / p.tuples_total
    when p.lockers_total > 0 then 100 * p.lockers_done / p.lockers_total end::int as percent
from pg_locks l join pg_stat_activity a on a.pid = l.pid left join pg_stat_progress_create_index p on p.pid = a.pid
where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = 7264011 and l.objsubid = 1
  and a.datname = current_database()
limit 1;

-- platform.read-oldest-release
select current_database() as database, oldest_release as oldest from installation;

-- postgres.blocking
select pid, coalesce(nullif(application_name, ''), 'unnamed') as application,
  round(extract(epoch from clock_timestamp() - xact_start))::int as seconds
from pg_stat_activity
where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
order by xact_start limit $1;

-- postgres.database-facts
select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
  (select count(*)::int from pg_stat_activity where datid is not null) as connections,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true)::int, 0) as usable_connections;

-- postgres.end-stalled-sessions
select case state when 'active' then pg_cancel_backend(pid) else pg_terminate_backend(pid) end
from pg_stat_activity
where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
  and (state = 'active' and wait_event_type = 'Lock' and wait_event in ('tuple', 'transactionid')
      and query_start > clock_timestamp() + interval '1 s'
    or state like 'idle in transaction%' and state_change > clock_timestamp() + interval '1 s');

-- postgres.find-constraint
select from pg_constraint where conname = $1 and conrelid = to_regclass($2);

-- postgres.find-index
select i.indisvalid as is_valid, pg_relation_size(to_regclass($2)) > $3 as is_large
  from (select) one left join pg_index i on i.indexrelid = to_regclass($1);

-- postgres.find-shared-lock
select from pg_locks where locktype = 'advisory' and granted and classid = $1::oid and objid = $2::oid
         and objsubid = 2 and database = (select oid from pg_database where datname = current_database());

-- postgres.lock
select pg_advisory_lock($1);

-- postgres.lock-name
select pg_advisory_xact_lock(hashtextextended($1, 0));

-- postgres.lock-shared
select pg_advisory_lock_shared($1::int, $2::int);

-- postgres.read-clock
select (extract(epoch from clock_timestamp()) * 1000)::float8 as now;

-- postgres.read-connections
with declared_connections as (
  select objid::int as connections from pg_locks
  where locktype = 'advisory' and granted and classid = $1::oid and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())
), limits as (
  select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true)::int, 0) as connections
  union all select datconnlimit from pg_database where datname = current_database() and datconnlimit >= 0
  union all select rolconnlimit from pg_roles where rolname = current_user and rolconnlimit >= 0 and not rolsuper
)
select (select min(connections) from limits)::int as usable,
  (select coalesce(sum(connections), 0) from declared_connections)::int as declared;

-- postgres.read-mode
select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as read_only;

-- postgres.read-session
select pg_backend_pid() as pid;

-- postgres.read-settings
select s.name, s.setting, pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as read_only,
  (select extract(epoch from backend_start) * 1000 from pg_stat_activity where pid = pg_backend_pid())::float8 as begun
from unnest($1::text[]) as wanted (name) join pg_settings s on lower(s.name) = lower(wanted.name);

-- postgres.set-all
select count(set_config(name, value, false)), pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as read_only
from unnest($1::text[], $2::text[]) as s (name, value)
where current_setting(name, true) is not null;

-- postgres.snapshots
select pid, application_name as application, coalesce(state, 'unknown') as state,
  extract(epoch from clock_timestamp() - xact_start)::float8 as seconds
from pg_stat_activity
where datname = current_database() and backend_type = 'client backend' and backend_xmin is not null
  and xact_start < clock_timestamp() - interval '60 s'
order by xact_start limit 20;

-- postgres.standbys
select application_name as name, state, sync_state,
  case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 end as lag_bytes,
  extract(epoch from replay_lag)::float8 as lag_seconds
from pg_stat_replication order by application_name, pid limit 20;

-- postgres.try-lock
select pg_try_advisory_lock($1) as locked;

-- postgres.try-lock-name
select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked;

-- postgres.unlock
select pg_advisory_unlock($1);

-- request-log.erase
with erased_records as (
  delete from request_records where id = any (array(
    select id from request_records where account_id = $1 order by id limit $2::int for update skip locked
  )) returning 1
)
select count(*)::int as removed from erased_records;

-- request-log.insert
insert into request_records (id, account_id, key_id, method, route, status, code, ms, prediction_id, count)
select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::smallint[],
  $7::text[], $8::integer[], $9::uuid[], $10::integer[]);

-- request-log.list, 1
with page_records as materialized (
  select * from (
    select id, account_id, key_id, method, route, status, code, ms, prediction_id, count from request_records where account_id = $1::uuid and id >= $2::uuid order by id desc limit 2000
  ) read_records
  where true order by id desc limit 21
),
last_places as materialized (
  select id as read_to from request_records
  where account_id = $1::uuid and id >= $2::uuid and (select count(*) from page_records) < 21
  order by id desc offset 1999 limit 1
)
select ends.read_to, page.* from (select (select read_to from last_places) as read_to) ends
left join page_records page on true
order by page.id desc;

-- request-log.list, 2
with page_records as materialized (
  select * from (
    select id, account_id, key_id, method, route, status, code, ms, prediction_id, count from request_records where account_id = $1::uuid and id >= $2::uuid and id < $3::uuid order by id desc limit 2000
  ) read_records
  where key_id = $4::uuid and status = $5 order by id desc limit 21
),
last_places as materialized (
  select id as read_to from request_records
  where account_id = $1::uuid and id >= $2::uuid and id < $3::uuid and (select count(*) from page_records) < 21
  order by id desc offset 1999 limit 1
)
select ends.read_to, page.* from (select (select read_to from last_places) as read_to) ends
left join page_records page on true
order by page.id desc;

-- request-log.remove
with removed_records as (
  delete from request_records where id = any (array(
    select id from request_records
    where id >= $3::uuid
      and id < (select (lpad(to_hex((extract(epoch from clock_timestamp() - days) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
        from make_interval(secs => $1::float8 * 86400) days)
    order by id limit $2::int for update skip locked
  )) returning id
)
select count(*)::int as removed, (select id from removed_records order by id desc limit 1) as last from removed_records;

-- usage.find-key-names
select id, name from api_keys where id = any($1::uuid[]);

-- usage.new-accounts
with new_accounts as (
  select id from accounts where id >= $3::uuid and id < $4::uuid and created_at >= $1 and created_at < $2 limit 100001
)
select case when count(*) <= 100000 then count(distinct id)::int end as added from new_accounts;

-- usage.overview
with unsummed_entries as materialized (
  select id, account_id, prediction_id, kind, destination, amount, created_at from ledger_transfers
  where id > (select entries_to from overview_position) order by id limit 20001
),
placed_entries as materialized (
  select e.id, e.account_id, e.kind, e.destination, e.amount, p.model_key, f.error_code, coalesce(p.created_at, e.created_at) as counted_at
  from unsummed_entries e
  left join lateral (select model_key, created_at from predictions where id = e.prediction_id union all select model_key, created_at from removed_predictions where id = e.prediction_id limit 1) p on true
  left join lateral (
    select error_code from predictions where e.kind = 'refund' and id = e.prediction_id limit 1) f on true
  where e.prediction_id is null or p.model_key is not null
),
unsummed as materialized (
  select g.figure, g.value, e.counted_at, e.amount from placed_entries e cross join lateral (
    select e.kind as figure, coalesce(e.model_key, e.destination) as value
    union all select 'failure', coalesce(e.error_code, '') where e.kind = 'refund'
    union all select 'account', e.account_id::text where e.kind = 'charge'
  ) g
),
sums as materialized (
    select figure, value, starts_at, entries, amount from overview_sums
    where span = 'day' and figure = any (array['failure', 'charge', 'capture', 'refund', 'grant', 'adjustment', 'debt', 'expiry']) and starts_at >= $3 and starts_at < $4
    union all
    select figure, value, starts_at, entries, amount from overview_sums
    where span = 'hour' and figure = any (array['failure', 'charge', 'capture', 'refund', 'grant', 'adjustment', 'debt', 'expiry']) and starts_at >= $1 and starts_at < $3
    union all
    select figure, value, starts_at, entries, amount from overview_sums
    where span = 'hour' and figure = any (array['failure', 'charge', 'capture', 'refund', 'grant', 'adjustment', 'debt', 'expiry']) and starts_at >= $4 and starts_at < $2
    union all
    select figure, value, counted_at, 1, amount from unsummed
    where figure <> 'account' and counted_at >= $1 and counted_at < $2
),
sums_by_value as (
  select figure, value, sum(entries)::int as entries, sum(amount)::text as amount from sums group by 1, 2
),
sums_by_step as (
  select figure, (extract(epoch from date_bin($5::interval, starts_at, timestamptz '1970-01-01 00:00Z')) * 1000)::bigint as at, sum(entries)::int as entries,
    sum(amount)::text as amount
  from sums group by 1, 2
),
sums_of_all_times as (
  select figure, value, sum(amount)::text as amount
  from (
    select figure, value, amount from overview_sums where span = 'all' and figure = any (array['failure', 'charge', 'capture', 'refund', 'grant', 'adjustment', 'debt', 'expiry'])
    union all
    select figure, value, amount from unsummed where figure <> 'account') s
  group by 1, 2
),
active_accounts as (
  select value from (
    select value from overview_sums
    where span = 'day' and figure = any ('{account}') and starts_at >= $3 and starts_at < $4
    union all
    select value from overview_sums
    where span = 'hour' and figure = any ('{account}') and starts_at >= $1 and starts_at < $3
    union all
    select value from overview_sums
    where span = 'hour' and figure = any ('{account}') and starts_at >= $4 and starts_at < $2
    union all
    select value from unsummed where figure = 'account' and counted_at >= $1 and counted_at < $2
  ) a limit 50001
)
select (select count(*)::int from unsummed_entries) as unsummed,
  (select coalesce(jsonb_agg(s), '[]') from sums_by_value s) as by_value,
  (select coalesce(jsonb_agg(s), '[]') from sums_by_step s) as by_step,
  (select coalesce(jsonb_agg(s), '[]') from sums_of_all_times s) as of_all_times,
  (select case when sum(times) <= 50000 or sum(times) is null then count(*)::int end
   from (select count(*) as times from active_accounts group by value) a) as active;

-- usage.payments-of-range
with granted_payments as materialized (
  select id, currency, amount, credits, taken_back from payments
  where id >= $3::uuid and id < $4::uuid and created_at >= $1 and created_at < $2 and credits > 0 limit 20001
),
reversals as materialized (
  select p.id, r.amount from granted_payments p cross join lateral (
    select coalesce(sum(amount), 0) as amount from (
      select greatest(sum(case when kind in ('refunded', 'disputed') then amount else -amount end), 0) as amount
      from payment_events where payment_id = p.id and kind <> 'paid' and currency = p.currency
      group by kind in ('disputed', 'dispute_won'), subject_id) s) r
)
select currency, count(*)::int as payments, sum(p.amount)::text as paid, sum(least(r.amount, p.amount))::text as reversed,
  sum(credits)::text as credits, sum(taken_back)::text as taken_back, (select count(*)::int from granted_payments) as counted
from granted_payments p join reversals r using (id) group by currency order by currency;

-- usage.report, 1
with counted_predictions as materialized (
  select least(count(*), 10)::int as counted from (
    (select from predictions where account_id = $3::uuid and created_at >= $1::timestamptz and created_at < $2::timestamptz limit 10)
    union all
    (select from removed_predictions where account_id = $3::uuid and created_at >= $1::timestamptz and created_at < $2::timestamptz limit 10)
  ) counted
),
usage_groups as materialized (
  select (created_at at time zone 'utc')::date::text as "day", model_key as "modelKey", key_id as "keyId", modality as "modality", external_user_id as "externalUserId", status as "status", count(*)::int as count,
    count(*) filter (where status = 'completed')::int as completed, count(*) filter (where status = 'failed')::int as failed,
    sum(cost) as credits, coalesce(sum(cost) filter (where status = 'failed'), 0) as refunded,
    percentile_cont(array[0.5, 0.95]) within group (order by seconds) as seconds,
    coalesce(sum(cost) filter (where status = 'completed'), 0) as earned,
    null as engine_cost, 0 as uncosted
  from (
    select model_key, key_id, status, cost, created_at, modality, external_user_id,
      case status when 'completed' then extract(epoch from completed_at - created_at)::float8 end as seconds from predictions where account_id = $3::uuid and created_at >= $1::timestamptz and created_at < $2::timestamptz
    union all
    select model_key, key_id, status, cost, created_at, null::text as modality, null::text as external_user_id, null::float8 as seconds from removed_predictions where account_id = $3::uuid and created_at >= $1::timestamptz and created_at < $2::timestamptz
  ) usage_predictions 
  where (select counted from counted_predictions) <= 9
  group by 1, 2, 3, 4, 5, 6
  limit 10
)
select c.counted, g.* from counted_predictions c left join usage_groups g on true
order by g."day" nulls last, g."modelKey" nulls last, g."keyId" nulls last, g."modality" nulls last, g."externalUserId" nulls last, g."status" nulls last;

-- usage.report, 2
with counted_predictions as materialized (
  select least(count(*), 10)::int as counted from (
    (select from predictions where id >= $5::uuid and id < $6::uuid limit 10)
    union all
    (select from removed_predictions where id >= $5::uuid and id < $6::uuid limit 10)
  ) counted
),
usage_groups as materialized (
  select (created_at at time zone 'utc')::date::text as "day", model_key as "modelKey", key_id as "keyId", modality as "modality", external_user_id as "externalUserId", status as "status", count(*)::int as count,
    count(*) filter (where status = 'completed')::int as completed, count(*) filter (where status = 'failed')::int as failed,
    sum(cost) as credits, coalesce(sum(cost) filter (where status = 'failed'), 0) as refunded,
    percentile_cont(array[0.5, 0.95]) within group (order by seconds) as seconds,
    coalesce(sum(cost) filter (where status = 'completed'), 0) as earned,
    null as engine_cost, 0 as uncosted
  from (
    
    select model_key, key_id, status, cost, created_at, modality, external_user_id,
      case status when 'completed' then extract(epoch from completed_at - created_at)::float8 end as seconds from predictions where id >= $3::uuid and id < $4::uuid and created_at >= $1::timestamptz and created_at < $2::timestamptz
    union all
    select model_key, key_id, status, cost, created_at, modality, external_user_id,
      case status when 'completed' then extract(epoch from completed_at - created_at)::float8 end as seconds from (select * from predictions where (created_at - to_timestamp(('x' || left(id::text, 8))::bit(32)::bigint * 65.536::float8))
  not between interval '-5 minutes' and interval '5 minutes' offset 0) misdated
    where created_at >= $1::timestamptz and created_at < $2::timestamptz and not (id >= $3::uuid and id < $4::uuid)
    union all
    
    select model_key, key_id, status, cost, created_at, null::text as modality, null::text as external_user_id, null::float8 as seconds from removed_predictions where id >= $3::uuid and id < $4::uuid and created_at >= $1::timestamptz and created_at < $2::timestamptz
    union all
    select model_key, key_id, status, cost, created_at, null::text as modality, null::text as external_user_id, null::float8 as seconds from (select * from removed_predictions where (created_at - to_timestamp(('x' || left(id::text, 8))::bit(32)::bigint * 65.536::float8))
  not between interval '-5 minutes' and interval '5 minutes' offset 0) misdated
    where created_at >= $1::timestamptz and created_at < $2::timestamptz and not (id >= $3::uuid and id < $4::uuid)
  ) usage_predictions 
  where (select counted from counted_predictions) <= 9
  group by 1, 2, 3, 4, 5, 6
  limit 10
)
select c.counted, g.* from counted_predictions c left join usage_groups g on true
order by g."day" nulls last, g."modelKey" nulls last, g."keyId" nulls last, g."modality" nulls last, g."externalUserId" nulls last, g."status" nulls last;

-- usage.report-with-costs, 1
with counted_predictions as materialized (
  select least(count(*), 10)::int as counted from (
    (select from predictions where account_id = $3::uuid and created_at >= $1::timestamptz and created_at < $2::timestamptz limit 10)
    union all
    (select from removed_predictions where account_id = $3::uuid and created_at >= $1::timestamptz and created_at < $2::timestamptz limit 10)
  ) counted
),
usage_groups as materialized (
  select (created_at at time zone 'utc')::date::text as "day", model_key as "modelKey", key_id as "keyId", modality as "modality", external_user_id as "externalUserId", status as "status", count(*)::int as count,
    count(*) filter (where status = 'completed')::int as completed, count(*) filter (where status = 'failed')::int as failed,
    sum(cost) as credits, coalesce(sum(cost) filter (where status = 'failed'), 0) as refunded,
    percentile_cont(array[0.5, 0.95]) within group (order by seconds) as seconds,
    coalesce(sum(cost) filter (where status = 'completed'), 0) as earned,
    ceil(sum(per_prediction + per_credit * cost) filter (where status = 'completed')) as engine_cost,
    count(*) filter (where status = 'completed' and costs_model_key is null)::int as uncosted
  from (
    select model_key, key_id, status, cost, created_at, modality, external_user_id,
      case status when 'completed' then extract(epoch from completed_at - created_at)::float8 end as seconds from predictions where account_id = $3::uuid and created_at >= $1::timestamptz and created_at < $2::timestamptz
    union all
    select model_key, key_id, status, cost, created_at, null::text as modality, null::text as external_user_id, null::float8 as seconds from removed_predictions where account_id = $3::uuid and created_at >= $1::timestamptz and created_at < $2::timestamptz
  ) usage_predictions left join unnest($4::text[], $5::numeric[], $6::numeric[]) costs (costs_model_key, per_prediction, per_credit) on costs_model_key = model_key
  where (select counted from counted_predictions) <= 9
  group by 1, 2, 3, 4, 5, 6
  limit 10
)
select c.counted, g.* from counted_predictions c left join usage_groups g on true
order by g."day" nulls last, g."modelKey" nulls last, g."keyId" nulls last, g."modality" nulls last, g."externalUserId" nulls last, g."status" nulls last;

-- usage.report-with-costs, 2
with counted_predictions as materialized (
  select least(count(*), 10)::int as counted from (
    (select from predictions where id >= $5::uuid and id < $6::uuid limit 10)
    union all
    (select from removed_predictions where id >= $5::uuid and id < $6::uuid limit 10)
  ) counted
),
usage_groups as materialized (
  select (created_at at time zone 'utc')::date::text as "day", model_key as "modelKey", key_id as "keyId", modality as "modality", external_user_id as "externalUserId", status as "status", count(*)::int as count,
    count(*) filter (where status = 'completed')::int as completed, count(*) filter (where status = 'failed')::int as failed,
    sum(cost) as credits, coalesce(sum(cost) filter (where status = 'failed'), 0) as refunded,
    percentile_cont(array[0.5, 0.95]) within group (order by seconds) as seconds,
    coalesce(sum(cost) filter (where status = 'completed'), 0) as earned,
    ceil(sum(per_prediction + per_credit * cost) filter (where status = 'completed')) as engine_cost,
    count(*) filter (where status = 'completed' and costs_model_key is null)::int as uncosted
  from (
    
    select model_key, key_id, status, cost, created_at, modality, external_user_id,
      case status when 'completed' then extract(epoch from completed_at - created_at)::float8 end as seconds from predictions where id >= $3::uuid and id < $4::uuid and created_at >= $1::timestamptz and created_at < $2::timestamptz
    union all
    select model_key, key_id, status, cost, created_at, modality, external_user_id,
      case status when 'completed' then extract(epoch from completed_at - created_at)::float8 end as seconds from (select * from predictions where (created_at - to_timestamp(('x' || left(id::text, 8))::bit(32)::bigint * 65.536::float8))
  not between interval '-5 minutes' and interval '5 minutes' offset 0) misdated
    where created_at >= $1::timestamptz and created_at < $2::timestamptz and not (id >= $3::uuid and id < $4::uuid)
    union all
    
    select model_key, key_id, status, cost, created_at, null::text as modality, null::text as external_user_id, null::float8 as seconds from removed_predictions where id >= $3::uuid and id < $4::uuid and created_at >= $1::timestamptz and created_at < $2::timestamptz
    union all
    select model_key, key_id, status, cost, created_at, null::text as modality, null::text as external_user_id, null::float8 as seconds from (select * from removed_predictions where (created_at - to_timestamp(('x' || left(id::text, 8))::bit(32)::bigint * 65.536::float8))
  not between interval '-5 minutes' and interval '5 minutes' offset 0) misdated
    where created_at >= $1::timestamptz and created_at < $2::timestamptz and not (id >= $3::uuid and id < $4::uuid)
  ) usage_predictions left join unnest($7::text[], $8::numeric[], $9::numeric[]) costs (costs_model_key, per_prediction, per_credit) on costs_model_key = model_key
  where (select counted from counted_predictions) <= 9
  group by 1, 2, 3, 4, 5, 6
  limit 10
)
select c.counted, g.* from counted_predictions c left join usage_groups g on true
order by g."day" nulls last, g."modelKey" nulls last, g."keyId" nulls last, g."modality" nulls last, g."externalUserId" nulls last, g."status" nulls last;
