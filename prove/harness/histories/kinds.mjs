// The kinds of objects that trial M4 records, and which of them in which round.
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

/** Deals kinds to rounds: `size` of each round, and each kind as often as any other. */
export class KindDeck {
  constructor(random, size = Infinity) {
    Object.assign(this, { random, size, left: [] });
  }

  /** @param wanted kinds that are part of the round in any case @returns the names of the next round's kinds, each once */
  next(wanted = []) {
    const dealt = new Set(wanted);
    while (dealt.size < Math.min(this.size, Object.keys(KINDS).length)) {
      if (this.left.length === 0) this.left = this.random.shuffled(Object.keys(KINDS));
      const next = this.left.findIndex((kind) => !dealt.has(kind));
      if (next < 0) this.left.push(...this.random.shuffled(Object.keys(KINDS)));
      else dealt.add(...this.left.splice(next, 1));
    }
    return [...dealt];
  }
}

/** @param parts {processes, caller, admin, random, query, engine, secret} @returns the object of a kind, to be prepared */
export const makeHistory = (kind, parts) => KINDS[kind]({ ...parts, random: parts.random.fork(kind) });
