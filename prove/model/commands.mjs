// The fast-check commands: one operation, or several concurrent operations. After each command the responses must be those of the model
// and the database must contain the model's account. Concurrent operations must be linearizable: some sequential order of them must
// give these responses and this account.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { apply, NotAllowed, viewOf } from './account-model.mjs';

/** Chooses the ids of an operation among those that exist when it runs. */
const NEEDS = {
  keyId: (state, { key }) => state.keys[key % state.keys.length]?.id,
  // The first key is never revoked, so that requests are always possible.
  targetId: (state, { target }) => state.keys[1 + (target % Math.max(1, state.keys.length - 1))]?.id,
  predictionId: (state, { prediction, running }) => {
    const all = running
      ? state.predictions.filter(({ status }) => status === 'processing')
      : state.predictions;
    return all[prediction % Math.max(1, all.length)]?.id;
  },
};

/** @returns the operation with its ids, or null when no such id exists */
function resolve(state, { needs, ...operation }) {
  const ids = needs.map((need) => [need, NEEDS[need](state, operation)]);
  return ids.every(([, id]) => id !== undefined) ? { ...operation, ...Object.fromEntries(ids) } : null;
}

/** Runs operations concurrently and finds a sequential order that explains them. */
export class ConcurrentOperations {
  constructor(wanted, counts) {
    Object.assign(this, { wanted, counts });
  }

  check({ state }) {
    return this.wanted.some((operation) => resolve(state, operation) !== null);
  }

  async run(model, session) {
    const operations = this.wanted.map((operation) => resolve(model.state, operation)).filter(Boolean);
    const answers = await Promise.all(operations.map((operation) => session.perform(operation)));
    this.counts.commands += 1;
    this.counts.operations += operations.length;
    if (operations.length > 1) this.counts.concurrent += 1;
    const done = operations.map((operation, index) => ({ operation, answer: answers[index] }));
    this.performed = done.map(
      ({ operation, answer }) => `${JSON.stringify(operation)} → ${JSON.stringify(answer)}`,
    );
    model.state = explain(model.state, done, await session.snapshot());
  }

  toString() {
    return (this.performed ?? this.wanted.map((operation) => JSON.stringify(operation))).join(' ∥ ');
  }
}

/** @returns the state after the first order that fits @throws with the last mismatches */
function explain(state, done, seen) {
  const reasons = new Set();
  const search = (now, left) => {
    if (left.length === 0) {
      const wanted = viewOf(now);
      if (isDeepStrictEqual(seen, wanted)) return now;
      reasons.add(`the database shows ${JSON.stringify(seen)}, the model ${JSON.stringify(wanted)}`);
      return null;
    }
    for (const one of left) {
      const next = step(now, one, done, reasons);
      const found =
        next &&
        search(
          next,
          left.filter((other) => other !== one),
        );
      if (found) return found;
    }
    return null;
  };
  const found = search(state, done);
  if (!found) throw new Error(`no order explains it:\n  ${[...reasons].slice(-6).join('\n  ')}`);
  return found;
}

function step(state, one, done, reasons) {
  const others = done.filter((other) => other !== one).map(({ operation }) => operation);
  try {
    return apply(state, one.operation, one.answer, others);
  } catch (error) {
    // Also records errors other than NotAllowed: an operation on an id that another operation of the group creates.
    reasons.add(`${one.operation.do}: ${error.message}`);
    if (error instanceof NotAllowed) return null;
    throw error;
  }
}

const nat = fc.nat({ max: 1000 });
const operation = (name, needs, fields = {}) =>
  fc.record({
    do: fc.constant(name),
    needs: fc.constant(needs),
    key: nat,
    target: nat,
    prediction: nat,
    ...fields,
  });
const size = fc.constantFrom('small', 'small', 'small', 'large', 'large', 'huge');
const name = fc.constantFrom('Production', 'Staging', '❤️', 'x'.repeat(100));
const running = { running: fc.constant(true) };
const user = fc.constantFrom(null, null, 'ada', 'grace');
const amount = fc.option(fc.integer({ min: 0, max: 20_000 }), { freq: 4 });

const OPERATION = fc.oneof(
  { weight: 5, arbitrary: operation('generate', ['keyId'], { size, user, use: fc.constant(null) }) },
  {
    weight: 4,
    arbitrary: operation('generate', ['keyId'], { size, user, use: fc.constantFrom('a', 'b', 'c') }),
  },
  {
    weight: 4,
    arbitrary: operation('finish', ['predictionId'], {
      outcome: fc.constantFrom('complete', 'refuse', 'retry', 'retry'),
      ...running,
    }),
  },
  { weight: 2, arbitrary: operation('cancel', ['predictionId', 'keyId'], running) },
  { weight: 1, arbitrary: operation('cancel', ['predictionId', 'keyId']) },
  { weight: 2, arbitrary: operation('grant', [], { amount: fc.integer({ min: 1, max: 9_999 }) }) },
  {
    weight: 2,
    arbitrary: operation('adjust', [], {
      amount: fc.integer({ min: -9_999, max: 2_000 }).filter((amount) => amount !== 0),
    }),
  },
  { weight: 2, arbitrary: operation('createKey', [], { name }) },
  { weight: 1, arbitrary: operation('revokeKey', ['targetId']) },
  {
    weight: 2,
    arbitrary: operation('rotateKey', ['targetId'], { graceSeconds: fc.constantFrom(0, 604_800, 604_800) }),
  },
  { weight: 1, arbitrary: operation('limitKey', ['targetId'], { amount }) },
  { weight: 1, arbitrary: operation('limitUser', [], { user: fc.constantFrom('ada', 'grace'), amount }) },
  { weight: 1, arbitrary: operation('renameKey', ['targetId'], { name }) },
  { weight: 1, arbitrary: operation('listKeys', []) },
  { weight: 2, arbitrary: operation('readBalance', ['keyId']) },
  { weight: 1, arbitrary: operation('readLedger', ['keyId']) },
  { weight: 2, arbitrary: operation('readStatus', ['predictionId', 'keyId']) },
);

/** @param {number} most maximum commands of a run @param {object} counts for the report */
export function commands(most, counts) {
  const command = fc.oneof(
    { weight: 3, arbitrary: OPERATION.map((one) => new ConcurrentOperations([one], counts)) },
    {
      weight: 1,
      arbitrary: fc
        .array(OPERATION, { minLength: 2, maxLength: 4 })
        .map((some) => new ConcurrentOperations(some, counts)),
    },
  );
  return fc.commands([command], { maxCommands: most, size: 'max' });
}

/** Initial accounts: few or no credits, sometimes with only one free place for a key. */
export const START = fc.record({
  credits: fc.constantFrom(0, 4_000, 20_000, 100_000),
  keys: fc.constantFrom(2, 2, 19),
});
