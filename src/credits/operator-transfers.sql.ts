/** A transfer with a reference is entered once, however often it is delivered. */
import { sql, statement } from '../platform/database/index.js';

export const IS_DELETED = statement('credits.is-deleted', {
  parameters: { account: sql.uuid },
  text: 'select from account_deletions where account_id = $account',
});

export const FIND = statement('credits.find-reference', {
  parameters: { reference: sql.text },
  row: { fingerprint: sql.text, balance: sql.bigint },
  text: `
select encode(r.fingerprint, 'hex') as fingerprint, t.balance_after as balance
from transfer_references r join ledger_transfers t on t.id = r.transfer_id where r.reference = $reference
`,
});

/** The last entry of the transfer has the balance of the first response: what covered a debt is an entry after the transfer. */
export const REMEMBER = statement('credits.remember-reference', {
  parameters: { reference: sql.text, fingerprint: sql.text, transfer: sql.bigint },
  text: `
insert into transfer_references (reference, fingerprint, transfer_id) values ($reference, decode($fingerprint, 'hex'), $transfer)
`,
});
