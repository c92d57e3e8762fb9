/** The statements that check the invariants of the ledger. */

/** Invariant → the statement that returns (subject, detail) for every row that violates it. */
export const CHECKS: Record<string, string> = {
  'balance = sum of entries': `
    select a.id as subject, format('balance %s, entries %s', a.balance, coalesce(s.wallet, 0)) as detail
    from accounts a left join (
      select account_id, sum(case when destination = 'wallet' then amount when source = 'wallet' then -amount else 0 end) as wallet
      from ledger_transfers group by account_id) s on s.account_id = a.id
    where a.balance <> coalesce(s.wallet, 0)`,
  'held = sum of entries': `
    select a.id as subject, format('held %s, entries %s', a.held, coalesce(s.held, 0)) as detail
    from accounts a left join (
      select account_id, sum(case when destination = 'held' then amount when source = 'held' then -amount else 0 end) as held
      from ledger_transfers group by account_id) s on s.account_id = a.id
    where a.held <> coalesce(s.held, 0)`,
  'held = cost of everything processing': `
    select a.id as subject, format('held %s, processing %s', a.held, coalesce(p.cost, 0)) as detail
    from accounts a left join (
      select account_id, sum(cost) as cost from predictions where status = 'processing' group by account_id) p on p.account_id = a.id
    where a.held <> coalesce(p.cost, 0)`,
  'all ledger accounts sum to zero': `
    select 'ledger' as subject, format('wallets and held %s, granted less earned %s', customers, system) as detail
    from (select coalesce(sum(balance + held), 0) as customers from accounts) c,
         (select coalesce(sum(case when source = 'system' then amount when destination in ('system', 'revenue') then -amount else 0 end), 0) as system
          from ledger_transfers) t
    where customers <> system`,
  'no negative wallet': `
    select id as subject, format('balance %s, held %s', balance, held) as detail from accounts where balance < 0 or held < 0`,
  'the chain of balances is unbroken': `
    select account_id as subject, format('entry %s: %s after %s', id, balance_after, expected) as detail
    from (
      select account_id, id, balance_after,
        coalesce(lag(balance_after) over (partition by account_id order by id), 0)
          + case when destination = 'wallet' then amount when source = 'wallet' then -amount else 0 end as expected
      from ledger_transfers) chain
    where balance_after <> expected`,
  'each prediction is charged exactly once, its cost': `
    select p.id as subject, format('%s charges of %s, cost %s', count(t.id), sum(t.amount), p.cost) as detail
    from predictions p left join ledger_transfers t on t.prediction_id = p.id and t.kind = 'charge'
    group by p.id having count(t.id) <> 1 or sum(t.amount) <> p.cost`,
  'failed = refunded once, completed = captured once, processing = neither': `
    select p.id as subject, format('%s with %s refunds and %s captures of %s', p.status,
      count(*) filter (where t.kind = 'refund'), count(*) filter (where t.kind = 'capture'), sum(t.amount)) as detail
    from predictions p left join ledger_transfers t on t.prediction_id = p.id and t.kind in ('refund', 'capture')
    group by p.id
    having count(*) filter (where t.kind = 'refund') <> (case p.status when 'failed' then 1 else 0 end)
        or count(*) filter (where t.kind = 'capture') <> (case p.status when 'completed' then 1 else 0 end)
        or coalesce(sum(t.amount), p.cost) <> p.cost`,
  'every charge has its prediction': `
    select t.prediction_id as subject, format('entry %s', t.id) as detail
    from ledger_transfers t left join predictions p on p.id = t.prediction_id
    where t.prediction_id is not null and p.id is null`,
};

/**
 * OWNERS: the accounts of the subjects $1, which are accounts or predictions. The row of a prediction may be missing; its
 * entries still name the account.
 */
export const OWNERS = `
  select id as subject, id as account from accounts where id = any($1::uuid[])
  union select id, account_id from predictions where id = any($1::uuid[])
  union select prediction_id, account_id from ledger_transfers where prediction_id = any($1::uuid[])`;
