// A model of a wallet with credits that expire, written from the contract: credits that expire first are spent first, and a refund returns
// to its original pool and expires with it. The model tracks the pool of every credit and shares no code with the service.
const sum = (parts) => parts.reduce((total, { amount }) => total + amount, 0);

/**
 * A wallet. Amounts are thousandths of a credit, times milliseconds since 1970.
 * @typedef {{at: number, amount: number}} Part `at`: when the credits expire; Infinity: never
 */
export class CreditModel {
  /** @type {Part[]} by the time of their expiry */
  pools = [];
  /** @type {Map<string, Part[]>} by prediction */
  held = new Map();
  owed = 0;
  /** Time of expiry → expired credits. */
  expired = new Map();

  get balance() {
    return sum(this.pools);
  }

  /** Pools that expire, by time. */
  get expiring() {
    return this.pools.filter(({ at, amount }) => at !== Infinity && amount > 0);
  }

  get processing() {
    return [...this.held.keys()];
  }

  /** Removes the credits that have expired at `now`. */
  pass(now) {
    for (const pool of this.pools.filter(({ at, amount }) => at <= now && amount > 0)) {
      this.expired.set(pool.at, (this.expired.get(pool.at) ?? 0) + pool.amount);
      pool.amount = 0;
    }
  }

  add(at, amount) {
    const pool = this.pools.find((one) => one.at === at);
    if (pool) pool.amount += amount;
    else this.pools = [...this.pools, { at, amount }].sort((a, b) => (a.at < b.at ? -1 : 1));
    const covered = Math.min(this.owed, this.balance);
    this.owed -= covered;
    this.take(covered);
  }

  /** @returns {boolean} whether the charge is accepted */
  charge(id, amount) {
    if (this.owed > 0 || this.balance < amount) return false;
    this.held.set(id, this.take(amount));
    return true;
  }

  capture(id) {
    this.held.delete(id);
  }

  refund(id) {
    const parts = this.held.get(id);
    this.held.delete(id);
    // One statement refunds all credits before the debt is covered.
    const { owed } = this;
    this.owed = 0;
    for (const { at, amount } of parts) this.add(at, amount);
    this.owed = owed;
    this.add(Infinity, 0);
  }

  /** @returns {boolean} whether it is accepted */
  withdraw(amount) {
    if (amount > this.balance) return false;
    this.take(amount);
    return true;
  }

  takeBack(amount) {
    this.owed += Math.max(0, amount - this.balance);
    this.take(Math.min(amount, this.balance));
  }

  take(amount) {
    const parts = [];
    let missing = amount;
    for (const pool of this.pools) {
      const taken = Math.min(pool.amount, missing);
      pool.amount -= taken;
      missing -= taken;
      if (taken > 0) parts.push({ at: pool.at, amount: taken });
    }
    if (missing > 0) throw new Error('the model spends more than it has');
    return parts;
  }
}
