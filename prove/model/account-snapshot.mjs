// Reads an account from the database in one snapshot, for comparison with the model.

const SNAPSHOT = `
select w.balance::float8 as balance, w.held::float8 as held,
  (select coalesce(json_agg(json_build_object('kind', t.kind, 'amount', t.amount, 'balanceAfter', t.balance_after,
      'predictionId', t.prediction_id) order by t.id), '[]')
   from ledger_transfers t where t.account_id = a.id) as entries,
  (select coalesce(json_agg(json_build_object('id', p.id, 'status', p.status, 'cost', p.cost) order by p.id), '[]')
   from predictions p where p.account_id = a.id) as predictions,
  (select coalesce(json_agg(json_build_object('id', k.id, 'name', k.name, 'status', case when k.revoked_at is null then 'active'
      when k.retires_at > statement_timestamp() then 'retiring' else 'revoked' end) order by k.id), '[]')
   from api_keys k where k.account_id = a.id) as keys
from accounts a join wallets w on w.account_id = a.id where a.id = $1`;

/** Reads the account in the format of the model's `viewOf`. @param {import('pg').Pool} pool */
export async function readAccount(pool, accountId) {
  const { rows } = await pool.query({ name: 'account-snapshot', text: SNAPSHOT, values: [accountId] });
  return rows[0];
}
