// The cells of K2: every await between charge and settle, before it, while its statement is under way, and after its
// result, and what a prediction must be like for that await to come about. `hurry` is what the trial has to do for it.

const statement = (point, order = {}, phases = ['before', 'sent', 'after']) =>
  phases.map((phase) => ({ point, phase, order }));
const call = (point, order = {}) => statement(point, order, ['before', 'after']);

const OF_EVERY_CLASS = [
  // The request, inside the API: before and after the commit that charges, and after it before the answer.
  ...statement('find-idempotency-key', {}, ['before', 'after']).map((cell) => ({ ...cell, now: true })),
  ...statement('create-predictions').map((cell) => ({ ...cell, now: true })),
  ...statement('announce-work', {}, ['before', 'after']),
  // The worker.
  ...statement('claim', {}, ['before', 'after']),
  ...statement('begin'),
  ...call('submit'),
  ...statement('await'),
  ...call('poll'),
  ...call('put'),
  ...statement('settle-predictions'),
  ...statement('announce-settled', {}, ['before', 'after']),
  ...statement('renew', { submitMs: 3_000 }, ['before', 'after']),
  ...statement('retry', { behaviour: 'busy-once' }),
  ...statement('settle-predictions', { behaviour: 'refuse' }).map((cell) => ({ ...cell, ends: 'failed' })),
  // A stop in order, past the time it leaves for last answers, and the caller's cancel.
  ...statement('release', { submitMs: 8_000 }, ['before', 'after']).map((cell) => ({
    ...cell,
    hurry: 'terminate',
  })),
  ...statement('settle-predictions', { runMs: 60_000 }).map((cell) => ({
    ...cell,
    hurry: 'cancel',
    ends: 'failed',
  })),
];

const OF_CLASS = {
  idempotent: [],
  lookup: call('find', { behaviour: 'lose-answer-once' }),
  none: [],
};

/** @param kind 'idempotent' | 'lookup' | 'none' @returns [{kind, point, phase, order, now?, hurry?, ends?}] */
export function crashCells(kind) {
  // From the end of a prediction's life to its beginning: the rarer ways first.
  return [...OF_EVERY_CLASS, ...OF_CLASS[kind]].reverse().map((cell) => ({ kind, ...cell }));
}

export const nameOf = ({ kind, point, phase, order, hurry }) =>
  [kind, point, phase, hurry ?? order.behaviour].filter(Boolean).join('/');
