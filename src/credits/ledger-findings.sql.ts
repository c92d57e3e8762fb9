import { sql } from '../platform/database/index.js';
import { CHECKS, type LedgerCheck } from './ledger-checks.sql.js';

export const FINDING = {
  check_number: sql.integer.orNull,
  subject: sql.uuid.orNull,
  account: sql.uuid.orNull,
  detail: sql.text.orNull,
};

/** The CTE in which the statements of a verification collect what the checks of the given parts find. */
export function findings(...parts: LedgerCheck['part'][]): string {
  /** The number is the place of the check in `CHECKS`. */
  const texts = CHECKS.flatMap(({ part, text }, number) =>
    parts.includes(part)
      ? [`select ${number} as check_number, f.* from (${text}) as f (subject, account, detail)`]
      : [],
  );
  return `findings as materialized (\n${texts.join('\n  union all ')}\n)`;
}

/**
 * The end of the statement of a part, which returns its figures, and each finding.
 * - moved_checkpoint: counts the findings.
 */
export const COUNT_FINDINGS = `moved_checkpoint as (
  update ledger_checkpoint c set findings = c.findings + p.findings_total from part p where p.findings_total > 0
)
select p.*, f.* from part p left join findings f on true
`;
