/** The statements of exports. */
import { sql, statement } from '../../platform/database/index.js';

const EXPORT = { account: sql.uuid, export: sql.uuid };

/** Begins an export. Returns no row while another one of the account runs. */
export const LEASE = statement('account-data.lease-export', {
  parameters: { ...EXPORT, seconds: sql.float8 },
  row: { id: sql.uuid },
  text: `
insert into account_exports as e (account_id, id, lease_until)
values ($account, $export, clock_timestamp() + make_interval(secs => $seconds))
on conflict (account_id) do update set id = excluded.id, lease_until = excluded.lease_until
where e.lease_until <= clock_timestamp()
returning id
`,
});

export const RENEW = statement('account-data.renew-export', {
  parameters: { ...EXPORT, seconds: sql.float8 },
  text: `
update account_exports set lease_until = clock_timestamp() + make_interval(secs => $seconds) where account_id = $account and id = $export
`,
});

export const END = statement('account-data.end-export', {
  parameters: EXPORT,
  text: 'delete from account_exports where account_id = $account and id = $export',
});
