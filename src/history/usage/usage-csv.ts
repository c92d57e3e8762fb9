import { setImmediate as nextLoopIteration } from 'node:timers/promises';
import { csvLine } from '../../platform/http/index.js';
import type { UsageItem } from './usage.dto.js';
import type { UsageField } from './usage.query.js';

const FIGURES = ['count', 'completed', 'failed', 'credits', 'refunded', 'p50Seconds', 'p95Seconds'];
const COSTS = ['engineCost', 'margin'];

/** @returns the fields, then the figures, then what keys are called where it is known. */
export const usageColumns = (
  fields: readonly UsageField[],
  { hasCosts, isNamed }: { hasCosts: boolean; isNamed: boolean },
): string[] => [
  ...fields,
  ...FIGURES,
  ...(hasCosts ? COSTS : []),
  ...(isNamed && fields.includes('keyId') ? ['keyName'] : []),
];

/** Other requests have their turn after so many lines. */
const BATCH_SIZE = 250;

export async function* usageCsv(
  items: readonly UsageItem[],
  columns: readonly string[],
  keyNames: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  for (let from = 0; from < items.length; from += BATCH_SIZE) {
    yield items
      .slice(from, from + BATCH_SIZE)
      .map((item) => {
        const keyName = keyNames.get(item.keyId ?? '') ?? null;
        const cells: Record<string, string | number | null | undefined> = { ...item, keyName };
        return csvLine(columns.map((column) => cells[column] ?? null));
      })
      .join('');
    await nextLoopIteration();
  }
}
