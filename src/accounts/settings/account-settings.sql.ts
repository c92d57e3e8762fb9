/** The statements about the settings of an account. */
import type { RowOf } from '../../platform/database/index.js';
import type { AccountEntity } from '../account.entity.js';
import { SUSPENSION_OF } from '../suspensions.sql.js';

export interface AccountSettingsRow extends RowOf<AccountEntity, 'plan' | 'created_at'> {
  name: string | null;
  /** In thousandths. */
  below: string | null;
  suspended: boolean;
}

/** READ_SETTINGS: account $1 with its name, its alert, and whether it is suspended. */
export const READ_SETTINGS = `
select a.plan, a.created_at, (select name from account_names n where n.account_id = a.id) as name,
  (select below from balance_alerts b where b.account_id = a.id) as below,
  exists ${SUSPENSION_OF('a.id')} as suspended
from accounts a where a.id = $1
`;

/** SET_NAME: names account $1 $2. Returns a row if that changes the name. */
export const SET_NAME = `
insert into account_names as n (account_id, name) values ($1, $2)
on conflict (account_id) do update set name = excluded.name where n.name <> excluded.name
returning 1
`;

/** REMOVE_NAME: removes the name of account $1. Returns a row if it had one. */
export const REMOVE_NAME = 'delete from account_names where account_id = $1 returning 1';
