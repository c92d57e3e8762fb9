import { SUSPENSION_OF } from '../accounts/index.js';
import { USABLE_KEY } from '../keys/index.js';
import { sql, statement } from '../platform/database/index.js';

export const FIND_VALID = statement('admission.find-valid-credentials', {
  parameters: { keys: sql.uuid.array, signIns: sql.uuid.array },
  row: { id: sql.uuid, is_suspended: sql.boolean },
  isPrepared: true,
  text: `
select k.id, s.is_suspended is not null as is_suspended
from api_keys k left join lateral ${SUSPENSION_OF('k.account_id')} s on true
where id = any($keys::uuid[]) and ${USABLE_KEY}
union all
select id, false from sign_in_families
where id = any($signIns::uuid[]) and ended_at is null and expires_at > clock_timestamp()
`,
});
