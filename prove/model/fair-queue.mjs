/**
 * The rule of the fair queue that CREATE, CLAIM and SETTLE implement in SQL (docs/decisions/queue-and-fairness.md), for any number of
 * accounts. A test compares its order with the order of the statements. Times and tags are milliseconds of work.
 */
export class FairQueue {
  /** The position of the next prediction of each account. */
  #tags;
  /** The largest tag that was begun. */
  clock = 0;
  #waiting = new TagHeap();

  constructor(accounts) {
    this.#tags = new Float64Array(accounts);
  }

  get length() {
    return this.#waiting.length;
  }

  /** Adds a prediction of an account. `id` orders equal tags, as the ids of the service do. @returns its tag. */
  add(account, weight, id) {
    const tag = Math.max(this.#tags[account], this.clock);
    this.#tags[account] = tag + weight;
    this.#waiting.push(tag, id);
    return tag;
  }

  /** Removes the first prediction, which begins now. @returns its id. */
  begin() {
    const { tag, id } = this.#waiting.pop();
    this.clock = Math.max(this.clock, tag);
    return id;
  }

  /** Returns the weight of a prediction that ended before it began to its account. */
  giveBack(account, weight) {
    this.#tags[account] -= weight;
  }
}

/** A binary heap of (tag, id) in two growing typed arrays. */
class TagHeap {
  #tags = new Float64Array(1024);
  #ids = new Int32Array(1024);
  length = 0;

  push(tag, id) {
    if (this.length === this.#tags.length) this.#grow();
    let at = this.length++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(tag, id, parent)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#tags[at] = tag;
    this.#ids[at] = id;
  }

  pop() {
    const first = { tag: this.#tags[0], id: this.#ids[0] };
    const last = --this.length;
    const [tag, id] = [this.#tags[last], this.#ids[last]];
    let at = 0;
    for (let child = 1; child < last; child = 2 * at + 1) {
      if (child + 1 < last && this.#isBefore(this.#tags[child + 1], this.#ids[child + 1], child)) child += 1;
      if (this.#isBefore(tag, id, child)) break;
      this.#move(child, at);
      at = child;
    }
    this.#tags[at] = tag;
    this.#ids[at] = id;
    return first;
  }

  #isBefore(tag, id, other) {
    return tag < this.#tags[other] || (tag === this.#tags[other] && id < this.#ids[other]);
  }

  #move(from, to) {
    this.#tags[to] = this.#tags[from];
    this.#ids[to] = this.#ids[from];
  }

  #grow() {
    const [tags, ids] = [this.#tags, this.#ids];
    this.#tags = new Float64Array(2 * tags.length);
    this.#ids = new Int32Array(2 * ids.length);
    this.#tags.set(tags);
    this.#ids.set(ids);
  }
}
