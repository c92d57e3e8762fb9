/** Statements of a user's list of sign-ins. */
import type { RowOf } from '../../platform/database/index.js';
import type { SignInFamilyEntity } from './sign-in-family.entity.js';

export interface SignInRow extends RowOf<SignInFamilyEntity, 'id' | 'created_at' | 'user_agent' | 'address'> {
  last_used_at: Date;
}

/** Lists the sign-ins of a user that have not ended, newest first, at most 100. $1 user. */
export const LIST = `
select f.id, f.created_at, f.user_agent, f.address,
  coalesce((select max(t.created_at) from refresh_tokens t where t.family_id = f.id), f.created_at) as last_used_at
from sign_in_families f
where f.user_id = $1 and f.ended_at is null and f.expires_at > clock_timestamp()
order by f.created_at desc, f.id desc limit 100
`;
