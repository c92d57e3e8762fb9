/** The shape in which each folder hands in what it does with the personal data of an account. `account-data/` collects and runs it. */

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
}
