import { sql, statement } from '../platform/database/index.js';

export const FIND_LIMIT = statement('keys.find-limit', {
  parameters: { account: sql.uuid },
  row: { max_rate_limit: sql.integer },
  text: 'select max_rate_limit from account_limits where account_id = $account',
});

export const SET_LIMIT = statement('keys.set-limit', {
  parameters: { account: sql.uuid, maxRateLimit: sql.integer },
  text: `
insert into account_limits (account_id, max_rate_limit) values ($account, $maxRateLimit)
on conflict (account_id) do update set max_rate_limit = excluded.max_rate_limit
`,
});

export const REMOVE_LIMIT = statement('keys.remove-limit', {
  parameters: { account: sql.uuid },
  text: 'delete from account_limits where account_id = $account',
});
