// The kinds of objects that trial M4 records, and their selection for each round.
import { AccountHistory } from './account-history.mjs';
import { CounterHistory, IdempotencyHistory, KeyHistory } from './key-histories.mjs';
import { OrderHistory } from './order-history.mjs';
import { PersonHistory } from './person-history.mjs';
import { PlaceHistory } from './place-history.mjs';

const KINDS = {
  account: (parts) => new AccountHistory(parts),
  key: (parts) => new KeyHistory(parts),
  idempotency: (parts) => new IdempotencyHistory(parts),
  counter: (parts) => new CounterHistory(parts),
  person: (parts) => new PersonHistory(parts),
  orders: (parts) => new OrderHistory(parts),
  'places-of-plan': (parts) => new PlaceHistory(parts, 'plan'),
  'places-of-engine': (parts) => new PlaceHistory(parts, 'engine'),
};

/** Selects `size` kinds for each round, so that every kind is selected equally often. */
export class KindRotation {
  constructor(random, size = Infinity) {
    Object.assign(this, { random, size, left: [] });
  }

  /** @param wanted kinds that the round must contain @returns the names of the next round's kinds, each once */
  next(wanted = []) {
    const selected = new Set(wanted);
    while (selected.size < Math.min(this.size, Object.keys(KINDS).length)) {
      if (this.left.length === 0) this.left = this.random.shuffled(Object.keys(KINDS));
      const next = this.left.findIndex((kind) => !selected.has(kind));
      if (next < 0) this.left.push(...this.random.shuffled(Object.keys(KINDS)));
      else selected.add(...this.left.splice(next, 1));
    }
    return [...selected];
  }
}

/** Creates the history of a kind; it must be prepared. @param parts {processes, caller, admin, random, query, engine, secret} */
export const createHistory = (kind, parts) => KINDS[kind]({ ...parts, random: parts.random.fork(kind) });
