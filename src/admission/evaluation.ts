import type { EvaluatedRow } from './admit.sql.js';
import type { CallerKind } from './callers.js';

/** `key` in its names is the caller's own budget, whatever it belongs to. */
export type Verdict = Omit<EvaluatedRow, 'verdict' | 'is_successor' | 'key_subject' | 'platform_subject'> & {
  verdict: Exclude<EvaluatedRow['verdict'], 'unprepared'>;
};

/** Evaluates calls that arrive together: credential, permission, and room in two budgets. Counts what it admits. */
export abstract class Evaluation {
  /** Returns one verdict per call, in their order; null for an unknown or unusable credential. @throws 503 of a replaced store. */
  abstract evaluate<C>(kind: CallerKind<C>, calls: C[]): Promise<(Verdict | null)[]>;
}
