/** The CTE in which the statements of a verification collect what they find. */
import { CHECKS, type LedgerCheck } from './ledger-checks.sql.js';

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
