import { csvLine } from '../platform/http/index.js';
import type { StatementEntry } from './credits.dto.js';

const COLUMNS = [
  'id',
  'createdAt',
  'kind',
  'amount',
  'balanceAfter',
  'predictionId',
  'modelKey',
  'note',
] as const satisfies readonly (keyof StatementEntry)[];

export const STATEMENT_CSV_HEADER = csvLine(COLUMNS);

export function statementCsvLines(entries: readonly StatementEntry[]): string {
  return entries.map((entry) => csvLine(COLUMNS.map((column) => entry[column]))).join('');
}
