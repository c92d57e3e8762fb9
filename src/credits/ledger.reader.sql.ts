import { columns } from '../database/index.js';
import type { LedgerTransferEntity } from './ledger-transfer.entity.js';

/**
 * ENTRIES: the newest entries of the account $1 that meet the conditions, with the model of each. Without captures, which
 * move only held credits.
 */
export const ENTRIES = (conditions: string, limit: number) => `
select ${columns<LedgerTransferEntity>('id', 'kind', 'balance_after', 'prediction_id', 'note', 'created_at')},
  case destination when 'wallet' then amount else -amount end as signed,
  (select model_key from predictions p where p.id = prediction_id) as model_key
from ledger_transfers where account_id = $1 and kind <> 'capture' and ${conditions}
order by id desc limit ${limit}
`;
