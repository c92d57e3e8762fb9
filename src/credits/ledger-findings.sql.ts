/** The CTE in which the statements of a verification collect what they find. */
import { sql } from '../platform/database/index.js';
import { CHECKS, type LedgerCheck } from './ledger-checks.sql.js';

/** A finding in a row of a part, if there is one. */
export const FINDING = {
  check_number: sql.integer.orNull,
  subject: sql.uuid.orNull,
  account: sql.uuid.orNull,
  detail: sql.text.orNull,
};

/** The findings of the checks of the given parts. */
export function findings(...parts: LedgerCheck['part'][]): string {
  /** Each check, with its place in `CHECKS`. */
  const texts = CHECKS.flatMap(({ part, text }, number) =>
    parts.includes(part)
      ? [`select ${number} as check_number, f.* from (${text}) as f (subject, account, detail)`]
      : [],
  );
  return `findings as materialized (\n${texts.join('\n  union all ')}\n)`;
}
