/**
 * A model of a wallet with credits that expire, written from the contract: credits that expire first are spent first, and a refund goes
 * back to where it came from and expires with it. It keeps every credit's pool and shares no code with the service.
 */

interface Part {
  /** When the credits expire; Infinity: never. */
  at: number;
  amount: number;
}

const sum = (parts: readonly Part[]) => parts.reduce((total, { amount }) => total + amount, 0);

/** A wallet. Amounts are thousandths of a credit, times milliseconds since 1970. */
export class CreditModel {
  private pools: Part[] = [];
  private readonly held = new Map<string, Part[]>();
  owed = 0;
  /** What has expired, by the time at which it did. */
  readonly expired = new Map<number, number>();

  get balance(): number {
    return sum(this.pools);
  }

  /** Credits that expire, by time. */
  get expiring(): Part[] {
    return this.pools.filter(({ at, amount }) => at !== Infinity && amount > 0);
  }

  get processing(): string[] {
    return [...this.held.keys()];
  }

  /** Takes out what has expired at `now`. */
  pass(now: number): void {
    for (const pool of this.pools.filter(({ at, amount }) => at <= now && amount > 0)) {
      this.expired.set(pool.at, (this.expired.get(pool.at) ?? 0) + pool.amount);
      pool.amount = 0;
    }
  }

  add(at: number, amount: number): void {
    const pool = this.pools.find((one) => one.at === at);
    if (pool) pool.amount += amount;
    else this.pools = [...this.pools, { at, amount }].sort((a, b) => (a.at < b.at ? -1 : 1));
    const covered = Math.min(this.owed, this.balance);
    this.owed -= covered;
    this.take(covered);
  }

  /** @returns whether the charge is accepted. */
  charge(id: string, amount: number): boolean {
    if (this.owed > 0 || this.balance < amount) return false;
    this.held.set(id, this.take(amount));
    return true;
  }

  capture(id: string): void {
    this.held.delete(id);
  }

  refund(id: string): void {
    const parts = this.held.get(id)!;
    this.held.delete(id);
    // One statement gives back all of it before the debt is covered.
    const owed = this.owed;
    this.owed = 0;
    for (const { at, amount } of parts) this.add(at, amount);
    this.owed = owed;
    this.add(Infinity, 0);
  }

  /** @returns whether it is accepted. */
  withdraw(amount: number): boolean {
    if (amount > this.balance) return false;
    this.take(amount);
    return true;
  }

  takeBack(amount: number): void {
    this.owed += Math.max(0, amount - this.balance);
    this.take(Math.min(amount, this.balance));
  }

  private take(amount: number): Part[] {
    const parts: Part[] = [];
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
