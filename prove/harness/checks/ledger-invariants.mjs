// I1 to I7, I10, I15 and I16 as queries. Each returns the rows that violate the invariant, and none while it holds. They follow the
// contract's section on money and are independent of the service's own verifier.

const WALLET_SIGN = `case when destination = 'wallet' then amount when source = 'wallet' then -amount else 0 end`;
const HELD_SIGN = `case when destination = 'held' then amount when source = 'held' then -amount else 0 end`;

export const LEDGER_INVARIANTS = {
  'I1 balance is the sum of its entries': `
    select a.account_id as subject, a.balance || ' is not ' || coalesce(e.wallet, 0) as detail
    from wallets a left join (select account_id, sum(${WALLET_SIGN}) as wallet from ledger_transfers group by 1) e on e.account_id = a.account_id
    where a.balance <> coalesce(e.wallet, 0)`,
  'I2 all sides together are zero': `
    with sides as (
      select (select coalesce(sum(balance), 0) from wallets) as wallets,
        (select coalesce(sum(held), 0) from wallets) as held,
        (select coalesce(sum(owed), 0) from wallets) as owed,
        (select coalesce(sum(case when destination = 'revenue' then amount when source = 'revenue' then -amount end), 0) from ledger_transfers) as revenue,
        (select coalesce(sum(case when destination = 'system' then amount when source = 'system' then -amount end), 0) from ledger_transfers) as system)
    select 'ledger' as subject, concat_ws(' + ', wallets, held, -owed, revenue, system) as detail from sides where wallets + held - owed + revenue + system <> 0`,
  'I3 held is the cost of everything processing': `
    select a.account_id as subject, a.held || ' held, ' || coalesce(p.cost, 0) || ' processing, ' || coalesce(e.held, 0) || ' by entries' as detail
    from wallets a
    left join (select account_id, sum(cost) as cost from predictions where status = 'processing' group by 1) p on p.account_id = a.account_id
    left join (select account_id, sum(${HELD_SIGN}) as held from ledger_transfers group by 1) e on e.account_id = a.account_id
    where a.held <> coalesce(p.cost, 0) or a.held <> coalesce(e.held, 0)`,
  'I15 owed is the sum of its debt entries': `
    select a.account_id as subject, a.owed || ' owed, ' || coalesce(e.owed, 0) || ' by entries' as detail
    from wallets a left join (
      select account_id, sum(case destination when 'debt' then -amount else amount end) as owed from ledger_transfers where kind = 'debt' group by 1
    ) e on e.account_id = a.account_id
    where a.owed <> coalesce(e.owed, 0)`,
  'I16 what has expired was granted, and lots are within balance and grants': `
    select t.account_id as subject, sum(amount) filter (where kind = 'expiry') || ' expired of what ends ' || expires_at as detail
    from ledger_transfers t where expires_at is not null group by account_id, expires_at
    having coalesce(sum(amount) filter (where kind = 'expiry'), 0) > coalesce(sum(amount) filter (where kind = 'grant'), 0)
      or min(created_at) filter (where kind = 'expiry') < expires_at
    union all
    select p.account_id, l.remaining || ' in lots of ' || coalesce(b.balance_after, 0)
    from credit_positions p join (select account_id, sum(remaining) as remaining from credit_lots group by 1) l on l.account_id = p.account_id
    left join lateral (
      select balance_after from ledger_transfers t where t.account_id = p.account_id and t.id <= p.entries_to order by id desc limit 1) b on true
    where l.remaining > coalesce(b.balance_after, 0)
    union all
    select l.account_id, l.held || ' held, ' || coalesce(h.amount, 0) || ' by predictions, of what ends ' || l.expires_at
    from credit_lots l left join (select account_id, expires_at, sum(amount) as amount from credit_holds group by 1, 2) h
      on h.account_id = l.account_id and h.expires_at = l.expires_at
    where l.held <> coalesce(h.amount, 0)`,
  'I4 no wallet is negative': `
    select account_id as subject, 'balance ' || balance || ', held ' || held || ', owed ' || owed as detail from wallets where least(balance, held, owed) < 0
    union all
    select account_id, 'balance_after ' || balance_after from ledger_transfers where balance_after < 0`,
  'I5 a prediction has exactly one charge, of its cost': `
    select p.id as subject, count(t.id) || ' charges of ' || coalesce(sum(t.amount), 0) || ' for ' || p.cost as detail
    from predictions p left join ledger_transfers t on t.prediction_id = p.id and t.kind = 'charge' and t.account_id = p.account_id
    group by p.id, p.cost having count(t.id) <> 1 or sum(t.amount) <> p.cost
    union all
    select t.prediction_id, t.kind || ' of a prediction that does not exist' from ledger_transfers t
    where t.prediction_id is not null and not exists (select from predictions p where p.id = t.prediction_id)`,
  'I6 failed has exactly one refund, completed none': `
    select p.id as subject, p.status || ' with ' || count(t.id) filter (where t.kind = 'refund') || ' refunds and '
      || count(t.id) filter (where t.kind = 'capture') || ' captures' as detail
    from predictions p left join ledger_transfers t on t.prediction_id = p.id and t.kind in ('refund', 'capture')
    group by p.id, p.status, p.cost
    having count(t.id) filter (where t.kind = 'refund') <> (p.status = 'failed')::int
      or count(t.id) filter (where t.kind = 'capture') <> (p.status = 'completed')::int
      or coalesce(sum(t.amount), 0) <> case when p.status = 'processing' then 0 else p.cost end`,
  'I7 balance_after is a chain': `
    select id::text as subject, balance_after || ' is not ' || reckoned as detail from (
      select id, balance_after, sum(${WALLET_SIGN}) over (partition by account_id order by id) as reckoned from ledger_transfers) e
    where balance_after <> reckoned`,
  'I10 final by a minute after its deadline': `
    select id as subject, 'deadline ' || deadline_at as detail from predictions
    where status = 'processing' and deadline_at + interval '60 s' < clock_timestamp()`,
};

/**
 * Checked where spend limits are set. A key and its replacements share a counter. Predictions that were removed after their
 * retention are unknown here.
 */
export const SPENDING_INVARIANTS = {
  'I14 a spend counter is what its period has cost, and never beyond its limit': `
    select c.subject, c.spent || ' of ' || c.credits || ' counted, ' || p.cost || ' spent' as detail
    from spend_counters c cross join lateral (
      select coalesce(sum(cost), 0) as cost from predictions p
      where p.account_id = c.account_id and p.status <> 'failed' and p.created_at >= c.period_start and p.created_at < c.period_end
        and (p.external_user_id = c.external_user_id
          or p.key_id in (select id from api_keys k where coalesce(k.budget_id, k.id) = c.key_id))) p
    where c.spent <> p.cost or c.spent > c.credits`,
};
