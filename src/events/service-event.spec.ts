import type { EventRow } from './event-listeners.sql.js';
import { recordedKindsOf } from './recorded-kinds.js';
import { toServiceEvents } from './service-event.js';

const UUID = '0190f3b4-0000-7000-8000-00000000000';
const id = (prefix: string, last: number) => `${prefix}_0190f3b400007000800000000000000${last}`;
const ROW: EventRow = {
  ...{ position: '7', kind: 'credits.granted', account_id: `${UUID}1`, prediction_id: null, key_id: null },
  ...{ payload: null, created_at: new Date('2026-03-01T12:00:00Z') },
  ...{ env: null, model_key: null, modality: null, operation: null, cost: null },
  ...{ error_code: null, error_retryable: null },
  ...{ source: 'system', amount: '2500', balance_after: '10000' },
};
const OF_PREDICTION = {
  ...{ prediction_id: `${UUID}2`, key_id: `${UUID}3`, source: 'held' },
  ...{ env: 'live', model_key: 'a-model', modality: 'image', operation: 'text-to-image', cost: '1500' },
  ...{ error_code: 'timeout', error_retryable: true },
};
const PREDICTION = {
  ...{ env: 'live', modelKey: 'a-model', modality: 'image', operation: 'text-to-image', creditCost: 1.5 },
};
const common = { at: '2026-03-01T12:00:00.000Z', accountId: id('acc', 1) };
const ofPrediction = { ...common, predictionId: id('pred', 2), keyId: id('key', 3) };

it('a grant and an adjustment say what moved, with its sign, and the balance after it', () => {
  expect(toServiceEvents(ROW, ['credits.granted'])).toEqual([
    {
      ...{ id: 'evt_7', kind: 'credits.granted', ...common, predictionId: null, keyId: null },
      data: { amount: 2.5, balance: 10 },
    },
  ]);
  const down: EventRow = { ...ROW, kind: 'credits.adjusted', source: 'wallet' };
  expect(toServiceEvents(down, ['credits.adjusted'])).toMatchObject([
    { data: { amount: -2.5, balance: 10 } },
  ]);
});

it('what the trigger has written stands for itself', () => {
  const row: EventRow = { ...ROW, kind: 'key.created', payload: { name: 'a key' } };
  expect(toServiceEvents(row, ['key.created'])).toMatchObject([{ data: { name: 'a key' } }]);
});

it('a charge is the prediction and its credits, of which a listener gets what it hears', () => {
  const row: EventRow = { ...ROW, ...OF_PREDICTION, kind: 'prediction.accepted', source: 'wallet' };
  const both = toServiceEvents(row, ['credits.charged', 'prediction.accepted']);
  expect(both).toEqual([
    { id: 'evt_7', kind: 'prediction.accepted', ...ofPrediction, data: PREDICTION },
    { id: 'evt_7c', kind: 'credits.charged', ...ofPrediction, data: { amount: -2.5, balance: 10 } },
  ]);
  expect(toServiceEvents(row, ['credits.charged'])).toEqual([both[1]]);
  expect(toServiceEvents(row, ['prediction.accepted'])).toEqual([both[0]]);
});

it.each([
  ['prediction.failed', 'credits.refunded'],
  ['prediction.cancelled', 'credits.refunded'],
] as const)('%s has the reason and its refund', (kind, credits) => {
  const events = toServiceEvents({ ...ROW, ...OF_PREDICTION, kind }, [kind, credits]);
  expect(events).toEqual([
    { id: 'evt_7', kind, ...ofPrediction, data: { ...PREDICTION, code: 'timeout', retryable: true } },
    { id: 'evt_7c', kind: credits, ...ofPrediction, data: { amount: 2.5, balance: 10 } },
  ]);
});

it('an earlier event of a prediction that failed since has no reason, and a capture no credits', () => {
  for (const kind of ['prediction.started', 'prediction.completed'] as const)
    expect(
      toServiceEvents({ ...ROW, ...OF_PREDICTION, kind }, [kind, 'credits.charged', 'credits.refunded']),
    ).toEqual([{ id: 'evt_7', kind, ...ofPrediction, data: PREDICTION }]);
});

it('credits of predictions are in the rows of predictions, each row once', () => {
  expect(recordedKindsOf(['credits.charged'])).toEqual(['prediction.accepted']);
  expect(recordedKindsOf(['credits.refunded', 'prediction.failed', 'key.created'])).toEqual([
    'prediction.failed',
    'prediction.cancelled',
    'key.created',
  ]);
});
