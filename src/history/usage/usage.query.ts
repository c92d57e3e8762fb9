import { validationFailed } from '../../platform/errors/index.js';
import { DAY_MS, DEFAULT_DAYS, readTimeRange, type TimeRange } from './time-range.query.js';

export const USAGE_FIELDS = ['day', 'modelKey', 'keyId', 'modality', 'externalUserId', 'status'] as const;
export type UsageField = (typeof USAGE_FIELDS)[number];

/** Predictions started in [from, to), grouped by at least one field, each once. */
export interface UsageRange extends TimeRange {
  fields: UsageField[];
}

/** @throws 400 that names every invalid parameter. */
export function readUsageQuery(
  query: { from?: string; to?: string; groupBy: string },
  now = new Date(),
): UsageRange {
  const { from, to, problems } = readTimeRange(query, now, defaultFrom);
  const names = [...new Set(query.groupBy.split(','))];
  const fields = names.filter((name): name is UsageField => USAGE_FIELDS.some((field) => field === name));
  if (fields.length < names.length)
    problems.unshift({
      field: 'groupBy',
      message: `must be any of ${USAGE_FIELDS.join(', ')}, comma-separated`,
    });
  if (problems.length > 0) throw validationFailed(problems);
  return { from, to, fields };
}

/** By default only the last day is a part of one. */
const defaultFrom = (to: Date) => new Date((Math.floor(to.getTime() / DAY_MS) - DEFAULT_DAYS) * DAY_MS);
