import { SUSPENSION_OF } from '../accounts/index.js';
import { USABLE_KEY } from '../keys/index.js';

/**
 * Returns which credentials are still valid, and which of them are keys of a suspended account. $1 ids of API keys, $2 ids of
 * sign-ins.
 */
export const FIND_VALID = `
select k.id, s.is_suspended is not null as is_suspended
from api_keys k left join lateral ${SUSPENSION_OF('k.account_id')} s on true
where id = any($1::uuid[]) and ${USABLE_KEY}
union all
select id, false from sign_in_families
where id = any($2::uuid[]) and ended_at is null and expires_at > clock_timestamp()
`;
