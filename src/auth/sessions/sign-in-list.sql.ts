import { rowOf, sql, statement } from '../../platform/database/index.js';
import { SignInFamilyEntity } from './sign-in-family.entity.js';

/** Returns sign-ins that have not ended, newest first, at most 100. */
export const LIST = statement('auth.list-sign-ins', {
  parameters: { user: sql.uuid },
  row: {
    ...rowOf(SignInFamilyEntity, 'id', 'created_at', 'user_agent', 'address'),
    last_used_at: sql.timestamptz,
  },
  text: `
select f.id, f.created_at, f.user_agent, f.address,
  coalesce((select max(t.created_at) from refresh_tokens t where t.family_id = f.id), f.created_at) as last_used_at
from sign_in_families f
where f.user_id = $user and f.ended_at is null and f.expires_at > clock_timestamp()
order by f.created_at desc, f.id desc limit 100
`,
});

/** Finds an ended sign-in too. */
export const FIND = statement('auth.find-sign-in', {
  parameters: { family: sql.uuid, user: sql.uuid },
  text: 'select id from sign_in_families where id = $family and user_id = $user',
});
