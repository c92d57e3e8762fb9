/** A statement as CSV (RFC 4180): CRLF, quotes where they are needed, safe to open in a spreadsheet. Pure. */
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

/** The first line. */
export const STATEMENT_CSV_HEADER = `${COLUMNS.join(',')}\r\n`;

export function statementCsvLines(entries: readonly StatementEntry[]): string {
  return entries.map((entry) => `${COLUMNS.map((column) => cell(entry[column])).join(',')}\r\n`).join('');
}

/** Numbers are ours and stay numbers: `-4` is no formula. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = harmless(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Spreadsheets run a text that begins like this as a formula, also from a file; a quote before it makes it text again.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
function harmless(text: string): string {
  return /^[=+\-@\t\r\n|%\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
}
