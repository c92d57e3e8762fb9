/** What one session may spend: each generation reserves its price before it starts, so concurrent ones cannot exceed the ceiling together. */
import type { PredictionOrMissing } from '@offprint/client';

/** Room that a generation has taken. Exactly one of its methods is called. */
export interface Reservation {
  /** The prediction has started and cost `credits`: they stay counted, and are given back if it is refunded. */
  charge(predictionId: string, credits: number): void;
  /** Nothing was charged. */
  release(): void;
  /** It is not known whether anything was charged: stays counted for the rest of the session. */
  keep(): void;
}

/** The price does not fit into what is left. */
export class CeilingReachedError extends Error {
  constructor(
    readonly credits: number,
    readonly left: number,
    max: number,
  ) {
    super(
      `This costs ${credits} credits, and ${left} of this session's ceiling of ${max} are left. Nothing was charged.`,
    );
    this.name = new.target.name;
  }
}

/** Credits are added as whole thousandths: fractions do not add up exactly. */
const THOUSANDTHS = 1_000;
const toThousandths = (credits: number) => Math.round(credits * THOUSANDTHS);
const toCredits = (thousandths: number) => thousandths / THOUSANDTHS;

export class SpendingCeiling {
  private readonly max: number;
  /** Reserved, charged and not refunded, in thousandths. */
  private used = 0;
  /** Predictions that may still be refunded. */
  private readonly running = new Set<string>();

  /** @param maxCredits null: no ceiling; what is spent is still counted. */
  constructor(readonly maxCredits: number | null) {
    this.max = maxCredits === null ? Number.POSITIVE_INFINITY : toThousandths(maxCredits);
  }

  get spent(): number {
    return toCredits(this.used);
  }

  /** Null without a ceiling. Never below 0. */
  get left(): number | null {
    return this.maxCredits === null ? null : toCredits(Math.max(0, this.max - this.used));
  }

  /** Ids of predictions that were not final when last seen. */
  get unsettled(): string[] {
    return [...this.running];
  }

  /** @throws {CeilingReachedError} when `credits` are more than what is left. */
  reserve(credits: number): Reservation {
    const reserved = toThousandths(credits);
    if (this.used + reserved > this.max)
      throw new CeilingReachedError(credits, this.left ?? 0, this.maxCredits ?? 0);
    this.used += reserved;
    return {
      charge: (predictionId, charged) => {
        this.used += toThousandths(charged) - reserved;
        this.running.add(predictionId);
      },
      release: () => {
        this.used -= reserved;
      },
      keep: () => undefined,
    };
  }

  /** Gives back the refund of a prediction of this session, once, when its state is final. Other predictions change nothing. */
  settle(body: PredictionOrMissing): void {
    if (body.status === 'processing' || !this.running.delete(body.predictionId)) return;
    if (body.status !== null) this.used -= toThousandths(body.creditsRefunded);
  }
}
