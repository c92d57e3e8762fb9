/**
 * Predictions of the ledger: those in `predictions`, and those that were removed after their retention, of which
 * `removed_predictions` has what the ledger and its sums need. A prediction is in one of both: one statement moves it.
 */

type KnownColumn = 'account_id' | 'cost' | 'created_at' | 'id' | 'key_id' | 'model_key' | 'status';

const TABLES = ['predictions', 'removed_predictions'];

/** @returns a subquery without parentheses. */
export const knownPredictions = (columns: KnownColumn[], conditions: string) =>
  TABLES.map((table) => `select ${columns.join(', ')} from ${table} where ${conditions}`).join(' union all ');

/** Returns a subquery without parentheses. A removed prediction is looked up only when there is no other. */
export const knownPrediction = (columns: KnownColumn[], id: string) =>
  `${knownPredictions(columns, `id = ${id}`)} limit 1`;
