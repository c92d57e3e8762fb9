import { CREDITS, DESCRIPTION, type FieldsOf, MONEY, type ShownOf, TITLE } from './entry-fields.js';

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

export const PACK_FIELDS = {
  id: {
    rule: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,31}$' },
    admin: { example: 'small' },
    shown: { example: 'small' },
  },
  title: { ...TITLE, shown: { example: '1,000 credits' } },
  description: DESCRIPTION,
  enabled: {
    rule: { type: 'boolean' },
    missing: true,
    change: { nullable: undefined, example: true, description: 'False: not for sale.' },
  },
  credits: {
    ...CREDITS,
    change: { description: 'More than 0, at most 3 decimals.', example: 1000 },
    shown: { example: 1000 },
  },
  price: {
    rule: MONEY,
    change: {
      description: 'Taxes included, in minor units. Orders that were made keep theirs.',
      example: { amount: 1000, currency: 'EUR' },
    },
  },
  expiresInDays: {
    rule: { type: 'integer', minimum: 1, maximum: 36_500 },
    missing: null,
    change: {
      example: 365,
      description:
        'The credits expire so many days after they have arrived. Orders that were made keep theirs. Null: never.',
    },
    admin: 'Days. Null: its credits never expire.',
    shown: {
      description: 'The credits expire so many days after they have arrived. Null: never.',
      example: 365,
    },
  },
} satisfies FieldsOf<Pack>;

export type ShownPack = ShownOf<Pack, typeof PACK_FIELDS>;
