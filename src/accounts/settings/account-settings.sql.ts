import { rowOf, sql, statement } from '../../platform/database/index.js';
import { AccountEntity } from '../account.entity.js';
import { SUSPENSION_OF } from '../suspensions.sql.js';

/** `below` in thousandths of a credit. */
export const READ_SETTINGS = statement('accounts.read-settings', {
  parameters: { account: sql.uuid },
  row: {
    ...rowOf(AccountEntity, 'plan', 'created_at'),
    name: sql.text.orNull,
    below: sql.bigint.orNull,
    suspended: sql.boolean,
  },
  text: `
select a.plan, a.created_at, (select name from account_names n where n.account_id = a.id) as name,
  (select below from balance_alerts b where b.account_id = a.id) as below,
  exists ${SUSPENSION_OF('a.id')} as suspended
from accounts a where a.id = $account
`,
});

/** Returns a row if that changes the name. */
export const SET_NAME = statement('accounts.set-name', {
  parameters: { account: sql.uuid, name: sql.text },
  text: `
insert into account_names as n (account_id, name) values ($account, $name)
on conflict (account_id) do update set name = excluded.name where n.name <> excluded.name
returning 1
`,
});

/** Returns a row if the account had a name. */
export const REMOVE_NAME = statement('accounts.remove-name', {
  parameters: { account: sql.uuid },
  text: 'delete from account_names where account_id = $account returning 1',
});
