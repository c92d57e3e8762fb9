// Repeatable random numbers: all random choices of a trial derive from the run's seed. `fork` returns an independent stream for
// each part of a trial, so that the numbers of one part do not depend on how many another part has used.
import { createHash } from 'node:crypto';

export class Random {
  constructor(seed) {
    this.seed = String(seed);
    this.state = createHash('sha256').update(this.seed).digest().readUInt32LE(0);
  }

  fork(name) {
    return new Random(`${this.seed}/${name}`);
  }

  /** Uniform in [0, 1): mulberry32. */
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from `least` to `most`, both included. */
  between(least, most) {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability) {
    return this.next() < probability;
  }

  pick(list) {
    return list[Math.floor(this.next() * list.length)];
  }

  /** Returns the elements of the list in another order. */
  shuffled(list) {
    const keyed = list.map((one) => ({ one, key: this.next() }));
    return keyed.sort((a, b) => a.key - b.key).map(({ one }) => one);
  }

  /** Returns `size` elements of the list, uniformly chosen, in the order of the list. */
  sample(list, size) {
    const keyed = list.map((one, at) => ({ one, at, key: this.next() }));
    const chosen = keyed.sort((a, b) => a.key - b.key).slice(0, size);
    return chosen.sort((a, b) => a.at - b.at).map(({ one }) => one);
  }
}
