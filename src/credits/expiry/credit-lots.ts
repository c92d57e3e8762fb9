/**
 * Computes which credits of a wallet expire when from its ledger. Credits that expire at the same time are one lot; the rest of the wallet
 * never expires. What leaves the wallet leaves the lot that expires first. A refund returns to the lots that its charge came from, also
 * after their time.
 */

/** Amounts in thousandths of a credit. */
export interface Lot {
  /** Milliseconds since 1970. */
  at: number;
  remaining: bigint;
  /** Held by processing predictions. */
  held: bigint;
}

/** An amount of a lot, in thousandths of a credit. */
export interface ExpiringAmount {
  at: number;
  amount: bigint;
}

export interface LotEntry {
  kind: 'grant' | 'charge' | 'capture' | 'refund' | 'adjustment' | 'debt' | 'expiry';
  isFromWallet: boolean;
  amount: bigint;
  predictionId: string | null;
  /** Milliseconds since 1970: of a grant that expires, and of an expiry. */
  expiresAt: number | null;
}

export class CreditLots {
  /** Sorted: the lot that expires first is the first one. */
  private readonly lots: Lot[];
  private readonly changed = new Set<Lot>();
  private readonly begun = new Map<string, ExpiringAmount[]>();
  private readonly ended = new Set<string>();

  /** @param stored holds of the predictions that the entries to apply settle; others may be left out. */
  constructor(
    lots: readonly Lot[],
    private readonly stored: ReadonlyMap<string, readonly ExpiringAmount[]> = new Map(),
  ) {
    this.lots = lots.map((lot) => ({ ...lot })).sort((a, b) => a.at - b.at);
  }

  apply({ kind, isFromWallet, amount, predictionId, expiresAt }: LotEntry): void {
    if (kind === 'grant') return expiresAt === null ? undefined : this.add(expiresAt, amount);
    if (kind === 'expiry') return this.add(expiresAt!, -amount);
    if (kind === 'capture' || kind === 'refund') return this.settle(predictionId!, kind === 'refund');
    if (!isFromWallet) return;
    const shares = this.take(amount);
    if (kind !== 'charge' || shares.length === 0) return;
    for (const share of shares) this.lotAt(share.at).held += share.amount;
    this.begun.set(predictionId!, shares);
  }

  /** Sorted: the lot that expires first is the first one. */
  get remaining(): ExpiringAmount[] {
    return this.lots.flatMap(({ at, remaining }) => (remaining > 0n ? [{ at, amount: remaining }] : []));
  }

  expired(nowMs: number): ExpiringAmount[] {
    return this.remaining.filter(({ at }) => at <= nowMs);
  }

  /** Whether a refund can return credits whose time has come. */
  hasExpiredHeld(nowMs: number): boolean {
    return this.lots.some(({ at, held }) => at <= nowMs && held > 0n);
  }

  /** Returns when credits of the wallet, or credits that a refund can return, expire next; null: never. */
  nextAfter(nowMs: number): number | null {
    return this.lots.find(({ at, remaining, held }) => at > nowMs && remaining + held > 0n)?.at ?? null;
  }

  /** Held credits count too. */
  get isEmpty(): boolean {
    return this.lots.every(({ remaining, held }) => remaining + held === 0n);
  }

  get changes() {
    const begun = [...this.begun].flatMap(([predictionId, shares]) =>
      shares.map((share) => ({ predictionId, ...share })),
    );
    return { lots: [...this.changed], begun, ended: [...this.ended] };
  }

  private add(at: number, amount: bigint): void {
    this.lotAt(at).remaining += amount;
  }

  private take(amount: bigint): ExpiringAmount[] {
    const shares: ExpiringAmount[] = [];
    let missing = amount;
    for (const lot of this.lots) {
      if (missing === 0n) break;
      const taken = lot.remaining < missing ? lot.remaining : missing;
      if (taken === 0n) continue;
      lot.remaining -= taken;
      missing -= taken;
      this.changed.add(lot);
      shares.push({ at: lot.at, amount: taken });
    }
    return shares;
  }

  private settle(predictionId: string, isRefund: boolean): void {
    const begun = this.begun.get(predictionId);
    const shares = begun ?? this.stored.get(predictionId);
    if (!shares) return;
    for (const { at, amount } of shares) {
      const lot = this.lotAt(at);
      lot.held -= amount;
      if (isRefund) lot.remaining += amount;
    }
    if (begun) this.begun.delete(predictionId);
    else this.ended.add(predictionId);
  }

  /** Marks the lot as changed. */
  private lotAt(at: number): Lot {
    let place = this.lots.findIndex((lot) => lot.at >= at);
    if (place < 0) place = this.lots.length;
    if (this.lots[place]?.at !== at) this.lots.splice(place, 0, { at, remaining: 0n, held: 0n });
    const lot = this.lots[place]!;
    this.changed.add(lot);
    return lot;
  }
}
