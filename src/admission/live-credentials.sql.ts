import { USABLE_KEY } from '../keys/index.js';

/** Returns which credentials are still valid. $1 ids of API keys, $2 ids of sign-ins. */
export const FIND_VALID = `
select id from api_keys where id = any($1::uuid[]) and ${USABLE_KEY}
union all
select id from sign_in_families
where id = any($2::uuid[]) and ended_at is null and expires_at > clock_timestamp()
`;
