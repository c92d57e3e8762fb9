import type { EventKind } from './event-listener.js';

/** The kinds of rows of `events`: a charge or a refund is recorded with its prediction, in one row. */
export type RecordedKind = Exclude<EventKind, 'credits.charged' | 'credits.refunded'>;

/** The row of a kind stands for these events too. */
export const CREDITS_OF: Partial<Record<RecordedKind, 'credits.charged' | 'credits.refunded'>> = {
  'prediction.accepted': 'credits.charged',
  'prediction.failed': 'credits.refunded',
  'prediction.cancelled': 'credits.refunded',
};

const ROWS: Partial<Record<EventKind, readonly RecordedKind[]>> = {
  'credits.charged': ['prediction.accepted'],
  'credits.refunded': ['prediction.failed', 'prediction.cancelled'],
};

export function recordedKindsOf(kinds: readonly EventKind[]): RecordedKind[] {
  return [...new Set(kinds.flatMap((kind) => ROWS[kind] ?? [kind as RecordedKind]))];
}
