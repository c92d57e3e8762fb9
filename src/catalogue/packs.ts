/** A pack of credits that is for sale, as `catalogue/packs.yaml` describes it. */
export interface Pack {
  id: string;
  title: string;
  description?: string;
  /** At most 3 decimals. */
  credits: number;
  /** Taxes included. `amount` in minor units of the currency (ISO 4217). */
  price: { amount: number; currency: string };
  /** False: not for sale. */
  enabled?: boolean;
}
