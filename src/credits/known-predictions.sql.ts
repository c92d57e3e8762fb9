/**
 * Predictions of the ledger: those in `predictions`, and those that were removed after their retention, of which
 * `removed_predictions` has what the ledger and its sums need. A prediction is in one of both: one statement moves it.
 */

/** The columns that both tables have. */
type KnownColumn = 'account_id' | 'cost' | 'created_at' | 'id' | 'key_id' | 'model_key' | 'status';

/** Returns the predictions that meet `conditions`, as text of a subquery without parentheses. */
export function knownPredictions(columns: KnownColumn[], conditions: string): string {
  const select = `select ${columns.join(', ')} from`;
  return `${select} predictions where ${conditions} union all ${select} removed_predictions where ${conditions}`;
}

/** Returns the prediction with the id `id`, in the same way. A removed one is looked up only when there is no other. */
export const knownPrediction = (columns: KnownColumn[], id: string) =>
  `${knownPredictions(columns, `id = ${id}`)} limit 1`;
