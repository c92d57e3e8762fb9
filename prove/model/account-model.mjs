// A model of an account by the contract: the allowed response of each operation and the next state. All functions are pure; all amounts
// are thousandths of a credit. The model shares no code with the service.

export const COSTS = { small: 501, large: 3_507, huge: 40_080 };
const ACTIVE_KEYS = 20;
const ATTEMPTS = 5;

/**
 * `limits`: subject → limit. A subject is a family of rotated keys (`key:<first>`) or an end user (`user:<name>`).
 * @typedef {{balance: number, held: number, entries: object[], predictions: object[], keys: object[], uses: object, limits: object}} State
 */

/** @returns {State} */
export function newAccount(credits, keys) {
  const families = keys.map((key) => ({ ...key, family: key.id, replaces: null }));
  const state = { balance: 0, held: 0, entries: [], predictions: [], keys: families, uses: {}, limits: {} };
  return credits === 0 ? state : moved(state, { kind: 'grant', amount: credits, wallet: credits });
}

/** The contract does not allow this response in this state. */
export class NotAllowed extends Error {}

function expect(holds, message) {
  if (!holds) throw new NotAllowed(message);
}

/** Adds an entry and updates the wallet and the held credits. */
function moved(state, { kind, amount, wallet = 0, held = 0, predictionId = null }) {
  const balance = state.balance + wallet;
  const entry = { kind, amount, balanceAfter: balance, predictionId };
  return { ...state, balance, held: state.held + held, entries: [...state.entries, entry] };
}

function changed(list, id, change) {
  return list.map((one) => (one.id === id ? { ...one, ...change } : one));
}

function settled(state, { id, cost }, status) {
  const refund = status === 'failed' ? cost : 0;
  const entry = {
    kind: refund > 0 ? 'refund' : 'capture',
    amount: cost,
    wallet: refund,
    held: -cost,
    predictionId: id,
  };
  const after = moved(state, entry);
  return { ...after, predictions: changed(after.predictions, id, { status }) };
}

const find = (list, id) => list.find((one) => one.id === id);

/** Requires 401 for a revoked key, and only for one. @returns whether the request was rejected */
function isRejected(state, { keyId }, { status }) {
  const key = find(state.keys, keyId);
  expect((status === 401) === (key.status === 'revoked'), `${status} for a key that is ${key.status}`);
  return status === 401;
}

/** Ends a key, and the key that it replaced if that key is in its grace. */
function ended(keys, { id, replaces }) {
  const isRetiring = replaces !== null && find(keys, replaces).status === 'retiring';
  const rest = isRetiring ? changed(keys, replaces, { status: 'revoked' }) : keys;
  return changed(rest, id, { status: 'revoked' });
}

/** Returns the spending of a limit: the cost of all its predictions, including waiting and excluding failed ones. */
function spentOf({ predictions }, limited) {
  return predictions
    .filter(({ status, counted }) => status !== 'failed' && counted.includes(limited))
    .reduce((sum, { cost }) => sum + cost, 0);
}

/** Sets or removes (null) a limit, and requires that the response contains the spending. */
function limit(state, limited, { amount }, answer) {
  const spent = spentOf(state, limited);
  expect(answer.status === 200 && answer.limit === amount, `${answer.status} ${answer.limit} for ${amount}`);
  // Without a limit the response contains the total spending of one key alone.
  if (amount !== null) expect(answer.spent === spent, `${answer.spent} spent of ${limited}, it is ${spent}`);
  return { ...state, limits: { ...state.limits, [limited]: amount } };
}

const LIMIT_CODES = { key: 'key_spend_limit_reached', user: 'end_user_spend_limit_reached' };

/** Finds the first limit that does not cover the cost, beginning with the key's. @returns the required response, or null */
function shortOf(state, counted, required) {
  for (const limited of counted) {
    const [most, spent] = [state.limits[limited] ?? null, spentOf(state, limited)];
    if (most !== null && spent + required > most)
      return { code: LIMIT_CODES[limited.split(':')[0]], required, limit: most, spent };
  }
  return null;
}

function generate(state, operation, answer, others) {
  if (isRejected(state, operation, answer)) return state;
  const { keyId, size, user, use } = operation;
  const isSame = (other) => other.do === 'generate' && other.use === use;
  if (answer.status === 409) {
    expect(
      use !== null && others.some(isSame),
      'in progress, but no concurrent request has this Idempotency-Key',
    );
    return state;
  }
  const first = use === null ? undefined : state.uses[use];
  if (first && (first.size !== size || first.user !== user)) {
    expect(answer.status === 422, `${answer.status} for another body under one Idempotency-Key`);
    return state;
  }
  if (first) {
    expect(
      answer.status === 201 && answer.replayed && answer.id === first.id,
      `no replay of ${first.id}: ${answer.status} ${answer.id}`,
    );
    return state;
  }
  const cost = COSTS[size];
  if (state.balance < cost) {
    const { status, code, required, balance } = answer;
    expect(
      status === 402 && code === 'insufficient_credits' && required === cost && balance === state.balance,
      `${status} ${code} for ${cost} out of ${state.balance} (said: ${required} of ${balance})`,
    );
    return state;
  }
  const counted = [`key:${find(state.keys, keyId).family}`, ...(user === null ? [] : [`user:${user}`])];
  const short = shortOf(state, counted, cost);
  if (short) {
    const { code, required, limit: most, spent } = answer;
    expect(answer.status === 402, `${answer.status} for ${cost} beyond a limit`);
    same('limit', { code, required, limit: most, spent }, short);
    return state;
  }
  expect(
    answer.status === 201 && !answer.replayed && answer.cost === cost,
    `${answer.status} ${answer.cost} for ${cost} out of ${state.balance}`,
  );
  const { id } = answer;
  const after = moved(state, { kind: 'charge', amount: cost, wallet: -cost, held: cost, predictionId: id });
  const uses = use === null ? after.uses : { ...after.uses, [use]: { id, size, user } };
  return {
    ...after,
    uses,
    predictions: [...after.predictions, { id, cost, counted, status: 'processing', errors: 0 }],
  };
}

/** Applies a worker's step: the engine returns `outcome`, which has an effect only while the prediction is processing. */
function finish(state, { predictionId, outcome }, { submitted }) {
  const prediction = find(state.predictions, predictionId);
  if (prediction.status !== 'processing') return state;
  expect(submitted, 'a processing prediction was not submitted to its engine');
  if (outcome === 'complete') return settled(state, prediction, 'completed');
  const errors = prediction.errors + 1;
  if (outcome === 'refuse' || errors === ATTEMPTS) return settled(state, prediction, 'failed');
  return { ...state, predictions: changed(state.predictions, predictionId, { errors }) };
}

const OPERATIONS = {
  generate,
  finish,
  grant(state, { amount }, { balance }) {
    expect(balance === state.balance + amount, `${balance} after granting ${amount} to ${state.balance}`);
    return moved(state, { kind: 'grant', amount, wallet: amount });
  },
  adjust(state, { amount }, { balance, refused }) {
    const after = state.balance + amount;
    expect(
      refused === after < 0 && (refused || balance === after),
      `${refused ? 'refused' : balance} for ${state.balance} by ${amount}`,
    );
    return refused ? state : moved(state, { kind: 'adjustment', amount: Math.abs(amount), wallet: amount });
  },
  cancel(state, operation, answer) {
    if (isRejected(state, operation, answer)) return state;
    const prediction = find(state.predictions, operation.predictionId);
    const after = prediction.status === 'processing' ? settled(state, prediction, 'failed') : state;
    const { status } = find(after.predictions, prediction.id);
    expect(
      answer.status === 200 && answer.state === status,
      `${answer.status} ${answer.state} for a cancel of one that is ${status} then`,
    );
    return after;
  },
  createKey(state, { name }, { status, id }) {
    const isFull = state.keys.filter((key) => key.status === 'active').length >= ACTIVE_KEYS;
    expect(status === (isFull ? 409 : 201), `${status} for a key beside ${isFull ? 20 : 'fewer than 20'}`);
    if (isFull) return state;
    return { ...state, keys: [...state.keys, { id, name, status: 'active', family: id, replaces: null }] };
  },
  /** Rotates a key. The old key works until its grace ends, after the run; the key that the old one replaced ends at once. */
  rotateKey(state, { targetId, graceSeconds }, { status, id }) {
    const old = find(state.keys, targetId);
    expect(status === (old.status === 'active' ? 201 : 409), `${status} for a key that is ${old.status}`);
    if (status === 409) return state;
    const keys = changed(ended(state.keys, old), old.id, {
      status: graceSeconds > 0 ? 'retiring' : 'revoked',
    });
    const { name, family } = old;
    return { ...state, keys: [...keys, { id, name, status: 'active', family, replaces: old.id }] };
  },
  limitKey(state, operation, answer) {
    return limit(state, `key:${find(state.keys, operation.targetId).family}`, operation, answer);
  },
  limitUser(state, operation, answer) {
    return limit(state, `user:${operation.user}`, operation, answer);
  },
  renameKey(state, { targetId, name }, answer) {
    expect(
      answer.status === 200 && answer.name === name,
      `${answer.status} ${answer.name} for the name ${name}`,
    );
    return { ...state, keys: changed(state.keys, targetId, { name }) };
  },
  revokeKey(state, { targetId }, answer) {
    expect(
      answer.status === 200 && answer.state === 'revoked',
      `${answer.status} ${answer.state} for a revocation`,
    );
    return { ...state, keys: ended(state.keys, find(state.keys, targetId)) };
  },
  listKeys(state, _operation, { keys }) {
    same('keys', keys, viewOf(state).keys);
    return state;
  },
  readBalance(state, operation, answer) {
    if (!isRejected(state, operation, answer))
      expect(answer.balance === state.balance, `shows ${answer.balance}, it is ${state.balance}`);
    return state;
  },
  readLedger(state, operation, answer) {
    if (isRejected(state, operation, answer)) return state;
    const shown = viewOf(state)
      .entries.filter(({ kind }) => kind !== 'capture')
      .reverse()
      .slice(0, 100);
    same('ledger', answer.entries, shown);
    return state;
  },
  readStatus(state, operation, answer) {
    if (isRejected(state, operation, answer)) return state;
    const { status, cost } = find(state.predictions, operation.predictionId);
    const wanted = { state: status, cost, refunded: status === 'failed' ? cost : 0 };
    same('status', { state: answer.state, cost: answer.cost, refunded: answer.refunded }, wanted);
    return state;
  },
};

function same(what, given, wanted) {
  const [a, b] = [JSON.stringify(given), JSON.stringify(wanted)];
  expect(a === b, `${what}: shows ${a}, should show ${b}`);
}

/** Applies an operation with its response. @param {object[]} others concurrent operations @throws {NotAllowed} */
export function apply(state, operation, answer, others = []) {
  return OPERATIONS[operation.do](state, operation, answer, others);
}

const byId = (a, b) => (a.id < b.id ? -1 : 1);

/** Returns the state as the database and the API's lists show it. */
export function viewOf({ balance, held, entries, predictions, keys }) {
  return {
    balance,
    held,
    entries: entries.map(({ kind, amount, balanceAfter, predictionId }) => ({
      kind,
      amount,
      balanceAfter,
      predictionId,
    })),
    predictions: predictions.map(({ id, status, cost }) => ({ id, status, cost })).sort(byId),
    keys: keys.map(({ id, name, status }) => ({ id, name, status })).sort(byId),
  };
}
