// The cells of K2: every await between charge and settle, in up to three phases (before the call, while its statement runs, after
// its result). `order` is the request whose prediction reaches the await; `action` is an additional action of the trial.

const statement = (point, order = {}, phases = ['before', 'sent', 'after']) =>
  phases.map((phase) => ({ point, phase, order }));
const call = (point, order = {}) => statement(point, order, ['before', 'after']);

const OF_EVERY_CLASS = [
  // The request, in the API: before and after the commit that charges, and before the response.
  ...statement('generation.find-keys', {}, ['before', 'after']).map((cell) => ({ ...cell, now: true })),
  ...statement('generation.create').map((cell) => ({ ...cell, now: true })),
  ...statement('platform.notify offprint_work', {}, ['before', 'after']),
  // The worker.
  ...statement('generation.claim', {}, ['before', 'after']),
  ...statement('generation.begin'),
  ...call('submit'),
  ...statement('generation.await'),
  ...call('poll'),
  ...call('put'),
  ...statement('generation.settle'),
  ...statement('platform.notify offprint_settled', {}, ['before', 'after']),
  ...statement('generation.renew', { submitMs: 3_000 }, ['before', 'after']),
  ...statement('generation.retry', { behaviour: 'busy-once' }),
  ...statement('generation.settle', { behaviour: 'refuse' }).map((cell) => ({ ...cell, ends: 'failed' })),
  // A graceful stop that exceeds its time for running submits, and a cancel by the caller.
  ...statement('generation.release', { submitMs: 8_000 }, ['before', 'after']).map((cell) => ({
    ...cell,
    action: 'terminate',
  })),
  ...statement('generation.settle', { runMs: 60_000 }).map((cell) => ({
    ...cell,
    action: 'cancel',
    ends: 'failed',
  })),
];

const OF_CLASS = {
  idempotent: [],
  lookup: call('find', { behaviour: 'lose-answer-once' }),
  none: [],
};

/** @param kind 'idempotent' | 'lookup' | 'none' @returns [{kind, point, phase, order, now?, action?, ends?}] */
export function crashCells(kind) {
  // Sorted from the last await of a prediction to the first, so that the rarer cells run first.
  return [...OF_EVERY_CLASS, ...OF_CLASS[kind]].reverse().map((cell) => ({ kind, ...cell }));
}

export const nameOf = ({ kind, point, phase, order, action }) =>
  [kind, point, phase, action ?? order.behaviour].filter(Boolean).join('/');
