/** The shape in which each folder hands in what it does with the personal data of an account. `account-data/` collects and runs it. */
import type { StepStatement } from './erasure-steps.sql.js';

/** What happens to the rows of a table after the deletion of their account. At least one of both. */
type Erasure =
  | {
      /** The names of the steps that erase them; `deletion` is the transaction that accepts the deletion. */
      erased: readonly [string, ...string[]];
      /** What stays nevertheless, and why. */
      kept?: string;
    }
  | { erased?: undefined; kept: string };

/** Whether an export shows the rows of a table. */
type Export =
  | {
      /** The files of the archive that do. */
      exported: readonly [string, ...string[]];
    }
  | {
      exported?: undefined;
      /** Why no file does. */
      notExported: string;
    };

/** What a folder says of one of its tables. */
export type TableClaim = Erasure & Export;

/** What a folder does with the personal data of an account. */
export interface PersonalData {
  /** All its tables that have an account's id, by name. */
  tables: Record<string, TableClaim>;
  /** The steps of an erasure that are one statement each, by name. Rows of deletions have the names, so none is ever changed. */
  steps?: Record<string, StepStatement>;
}

/** A deleted account, and how far a step of its erasure is. */
export interface AccountInErasure {
  account_id: string;
  requested_at: Date;
  /** The second one erases what requests have written that were in progress at the deletion. */
  pass: number;
  /** Null at first. */
  position: unknown;
}

/** Erases a batch. Returns where the next one begins; undefined when the step is done. */
export type ErasureStep = (account: AccountInErasure, isStopping: () => boolean) => Promise<unknown>;

/** Steps that are more than one statement, such as those that remove files: a provider. */
export interface ErasureSteps {
  readonly steps: Readonly<Record<string, ErasureStep>>;
}

/** Batches of the objects of a list. */
export type Batches = AsyncGenerator<object[]>;
