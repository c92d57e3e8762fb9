/** Taxes are included. */
export interface Price {
  /** In minor units of the currency (ISO 4217). */
  amount: number;
  currency: string;
}

/** A pack of credits that is for sale, as `catalogue/packs.yaml` describes it. */
export interface Pack {
  id: string;
  title: string;
  description?: string;
  /** At most 3 decimals. */
  credits: number;
  price: Price;
  /** Days from their arrival in which the credits can be spent. Without it: they never expire. */
  expiresInDays?: number;
  /** False: not for sale. */
  enabled?: boolean;
}
