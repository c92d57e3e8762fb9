import { type ErrorDetail, validationFailed } from '../../platform/errors/index.js';
import { parseQueryInstant } from '../../platform/http/index.js';

export const USAGE_FIELDS = ['day', 'modelKey', 'keyId', 'modality', 'externalUserId', 'status'] as const;
export type UsageField = (typeof USAGE_FIELDS)[number];

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MOST_DAYS = 366;

/** Predictions started in [from, to), grouped by at least one field, each once. */
export interface UsageRange {
  from: Date;
  to: Date;
  fields: UsageField[];
}

/** @throws 400 that names every invalid parameter. */
export function readUsageQuery(
  query: { from?: string; to?: string; groupBy: string },
  now = new Date(),
): UsageRange {
  const to = query.to === undefined ? now : parseQueryInstant('to', query.to);
  const from = query.from === undefined ? defaultFrom(to) : parseQueryInstant('from', query.from);
  const names = [...new Set(query.groupBy.split(','))];
  const fields = names.filter((name): name is UsageField => USAGE_FIELDS.some((field) => field === name));
  const problems: ErrorDetail[] = [];
  if (fields.length < names.length)
    problems.push({
      field: 'groupBy',
      message: `must be any of ${USAGE_FIELDS.join(', ')}, comma-separated`,
    });
  problems.push(...problemsOfRange(from, to));
  if (problems.length > 0) throw validationFailed(problems);
  return { from, to, fields };
}

export function problemsOfRange(from: Date, to: Date): ErrorDetail[] {
  if (from >= to) return [{ field: 'from', message: 'must be before `to`' }];
  const isLong = to.getTime() - from.getTime() > MOST_DAYS * DAY_MS;
  return isLong ? [{ field: 'from', message: `must be within ${MOST_DAYS} days of \`to\`` }] : [];
}

/** By default only the last day is a part of one. */
function defaultFrom(to: Date): Date {
  return new Date((Math.floor(to.getTime() / DAY_MS) - DEFAULT_DAYS) * DAY_MS);
}
