/** Formats reports as CSV. Pure. */
import { csvLine } from '../http/index.js';
import type { UsageItem } from './usage.dto.js';
import type { UsageField } from './usage.query.js';

const FIGURES = ['count', 'completed', 'failed', 'credits', 'refunded', 'p50Seconds', 'p95Seconds'];
const COSTS = ['engineCost', 'margin'];

/** @returns the names of the columns: the fields, then the figures. */
export const usageColumns = (fields: readonly UsageField[], hasCosts: boolean): string[] => [
  ...fields,
  ...FIGURES,
  ...(hasCosts ? COSTS : []),
];

/** Yields all lines at once: a report has a bounded number of items. */

export async function* usageCsv(
  items: readonly UsageItem[],
  columns: readonly string[],
): AsyncGenerator<string> {
  yield items
    .map((item) => {
      const cells = item as unknown as Record<string, string | number | null>;
      return csvLine(columns.map((column) => cells[column] ?? null));
    })
    .join('');
}
