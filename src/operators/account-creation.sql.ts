import { sql, statement } from '../platform/database/index.js';

export const FIND = statement('operators.find-reference', {
  parameters: { reference: sql.text },
  row: { fingerprint: sql.text, account_id: sql.uuid },
  text: `select encode(fingerprint, 'hex') as fingerprint, account_id from account_creations where reference = $reference`,
});

/** The request has created an account. */
export const REMEMBER = statement('operators.remember-reference', {
  parameters: { reference: sql.text, fingerprint: sql.text, account: sql.uuid },
  text: `
insert into account_creations (reference, fingerprint, account_id) values ($reference, decode($fingerprint, 'hex'), $account)
`,
});

/** Returns no row when another account has the id; waits for a concurrent statement with the same id. */
export const SET_EXTERNAL_ID = statement('operators.set-external-id', {
  parameters: { account: sql.uuid, externalId: sql.text },
  text: `
insert into account_references (account_id, external_id) values ($account, $externalId)
on conflict (external_id) do nothing returning account_id
`,
});
