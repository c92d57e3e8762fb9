import { publicId } from '../platform/http/index.js';
import type { EventKind, ServiceEvent } from './event-listener.js';
import type { EventRow } from './event-listeners.sql.js';
import { CREDITS_OF } from './recorded-kinds.js';

/** A row may stand for two events, which are returned in their order. */
export function toServiceEvents(row: EventRow, kinds: readonly EventKind[]): ServiceEvent[] {
  const common = {
    at: row.created_at.toISOString(),
    accountId: publicId('acc', row.account_id),
    predictionId: row.prediction_id && publicId('pred', row.prediction_id),
    keyId: row.key_id && publicId('key', row.key_id),
  };
  const { kind } = row;
  // The trigger of a kind writes what its data is made of.
  const first = { id: `evt_${row.position}`, kind, ...common, data: dataOf(row) } as unknown as ServiceEvent;
  const credits = CREDITS_OF[kind];
  const both: ServiceEvent[] = credits
    ? [first, { id: `evt_${row.position}c`, kind: credits, ...common, data: creditsOf(row) }]
    : [first];
  return both.filter((event) => kinds.includes(event.kind));
}

function dataOf(row: EventRow): object {
  if (row.payload) return row.payload;
  return row.prediction_id === null ? creditsOf(row) : predictionOf(row);
}

const creditsOf = ({ source, amount, balance_after: balance }: EventRow) => ({
  amount: toCredits(amount) * (source === 'wallet' ? -1 : 1),
  balance: toCredits(balance),
});

function predictionOf(row: EventRow): object {
  const { kind, env, model_key: modelKey, modality, operation } = row;
  const data = { env, modelKey, modality, operation, creditCost: toCredits(row.cost) };
  // The prediction is read now: an earlier event of a failed one has no code.
  const hasFailed = kind === 'prediction.failed' || kind === 'prediction.cancelled';
  return hasFailed ? { ...data, code: row.error_code, retryable: row.error_retryable } : data;
}

const toCredits = (thousandths: string | null) => Number(thousandths) / 1000;
