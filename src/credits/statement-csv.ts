/** Formats a statement as CSV (RFC 4180): CRLF, quotes where needed, no formulas for spreadsheets to run. Pure. */
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

export const STATEMENT_CSV_HEADER = `${COLUMNS.join(',')}\r\n`;

export function statementCsvLines(entries: readonly StatementEntry[]): string {
  return entries.map((entry) => `${COLUMNS.map((column) => cell(entry[column])).join(',')}\r\n`).join('');
}

/** Numbers stay numbers: no caller writes them, and `-4` is no formula. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = escapeFormula(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Prefixes text that a spreadsheet would run as a formula with a quote, which makes it text.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
function escapeFormula(text: string): string {
  return /^[=+\-@\t\r\n|%\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
}
