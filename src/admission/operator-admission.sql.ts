/** The statements about requests with an operator key. */
import { MAX_USABLE_OPERATOR_KEYS, OPERATOR_BUDGET, USABLE_OPERATOR_KEY } from '../keys/index.js';
import { evaluate } from './admit.sql.js';
import { OPERATOR_RATE_LIMIT } from './budget-headers.js';

/** The subject of the budget of all operator keys together: in the place of the platform's, which belongs to customers. */
export const ALL_OPERATORS = 'operators';
/** Its limit: more than all usable keys have together. */
export const ALL_OPERATORS_LIMIT = MAX_USABLE_OPERATOR_KEYS * OPERATOR_RATE_LIMIT;

/** The operator keys of requests `c`: none or one each. */
const KEYS = `(
      select *, allowed_ips is null or coalesce(c.address::inet <<= any(allowed_ips), false) as address_allowed
      from operator_keys where secret_hash = c.hash and ${USABLE_OPERATOR_KEY} limit 1
    ) k`;

/**
 * Evaluates requests with an operator key: see `evaluate`.
 * $1 ordinals, $2 SHA-256 of the secrets, $3 the limit of each key, $4 required scopes, $5 the limit of all keys, $6 addresses (see
 * `plainAddress`).
 */
export const ADMIT_OPERATORS = evaluate(`
  select c.ord, k.id as key_id, null::uuid as account_id, null::text as env, k.scopes, $3::int as rate_limit,
    null::text[] as allowed_models, false as is_successor,
    ${OPERATOR_BUDGET} as key_subject, '${ALL_OPERATORS}' as platform_subject,
    k.address_allowed and c.required = any(k.scopes) as allowed, k.address_allowed, false as is_suspended
  from unnest($1::int[], $2::bytea[], $4::text[], $6::text[]) as c (ord, hash, required, address)
    cross join lateral ${KEYS}
`);

/** Looks up the operator keys of requests. $1 ordinals, $2 SHA-256 of the secrets, $3 required scopes, $4 addresses. */
export const FIND_OPERATOR_KEYS = `
select c.ord, k.id as key_id, array_to_string(k.scopes, ',') as scopes, k.address_allowed,
  k.address_allowed and c.required = any(k.scopes) as allowed
from unnest($1::int[], $2::bytea[], $3::text[], $4::text[]) as c (ord, hash, required, address)
  cross join lateral ${KEYS}
`;
