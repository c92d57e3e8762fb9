// The commands that fast-check makes runs of: one operation alone, or several at once. After each, the answers must be
// those of the model and the database must show the model's account, whole. Of several at once it is demanded that there
// is an order in which they could have run one by one and given these answers and this account (linearizability).
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { apply, NotAllowed, viewOf } from './account-model.mjs';

/** Which of the account's things an operation is about: chosen among those there are when it runs. */
const NEEDS = {
  keyId: (state, { key }) => state.keys[key % state.keys.length]?.id,
  // The first key stays, so that somebody can always ask.
  targetId: (state, { target }) => state.keys[1 + (target % Math.max(1, state.keys.length - 1))]?.id,
  predictionId: (state, { prediction, running }) => {
    const all = running
      ? state.predictions.filter(({ status }) => status === 'processing')
      : state.predictions;
    return all[prediction % Math.max(1, all.length)]?.id;
  },
};

/** @returns the operation with the ids it is about, or null when there is nothing to do it to. */
function resolve(state, { needs, ...operation }) {
  const ids = needs.map((need) => [need, NEEDS[need](state, operation)]);
  return ids.every(([, id]) => id !== undefined) ? { ...operation, ...Object.fromEntries(ids) } : null;
}

/** Runs operations at once and finds the order that explains them. */
export class Together {
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
    if (operations.length > 1) this.counts.together += 1;
    const done = operations.map((operation, index) => ({ operation, answer: answers[index] }));
    this.happened = done.map(
      ({ operation, answer }) => `${JSON.stringify(operation)} → ${JSON.stringify(answer)}`,
    );
    model.state = explain(model.state, done, await session.look());
  }

  toString() {
    return (this.happened ?? this.wanted.map((operation) => JSON.stringify(operation))).join(' ∥ ');
  }
}

/** @returns the state after the first order that fits @throws with what did not fit in the last one tried */
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
    // Reasons other than the contract's: an operation on what another one of the group has yet to make.
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

const OPERATION = fc.oneof(
  { weight: 5, arbitrary: operation('generate', ['keyId'], { size, use: fc.constant(null) }) },
  { weight: 4, arbitrary: operation('generate', ['keyId'], { size, use: fc.constantFrom('a', 'b', 'c') }) },
  {
    weight: 4,
    arbitrary: operation('finish', ['predictionId'], {
      how: fc.constantFrom('complete', 'refuse', 'retry', 'retry'),
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
  { weight: 1, arbitrary: operation('renameKey', ['targetId'], { name }) },
  { weight: 1, arbitrary: operation('listKeys', []) },
  { weight: 2, arbitrary: operation('readBalance', ['keyId']) },
  { weight: 1, arbitrary: operation('readLedger', ['keyId']) },
  { weight: 2, arbitrary: operation('readStatus', ['predictionId', 'keyId']) },
);

/** @param {number} most commands of a run @param {object} counts what has been done, for the report */
export function commands(most, counts) {
  const command = fc.oneof(
    { weight: 3, arbitrary: OPERATION.map((one) => new Together([one], counts)) },
    {
      weight: 1,
      arbitrary: fc
        .array(OPERATION, { minLength: 2, maxLength: 4 })
        .map((some) => new Together(some, counts)),
    },
  );
  return fc.commands([command], { maxCommands: most, size: 'max' });
}

/** What an account starts with: little or nothing in the wallet, and sometimes almost no room for another key. */
export const START = fc.record({
  credits: fc.constantFrom(0, 4_000, 20_000, 100_000),
  keys: fc.constantFrom(2, 2, 19),
});
