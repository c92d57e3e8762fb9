import { WINDOW_NAME } from '../platform/limits/index.js';
import { CREDITS, DESCRIPTION, type FieldsOf, MONEY, type ShownOf, TITLE } from './entry-fields.js';
import type { Price } from './packs.js';

/** A plan of accounts, as `catalogue/plans.yaml` describes it. */
export interface Plan {
  key: string;
  title: string;
  description?: string;
  /** The highest `rateLimit` of a key, in requests per window. Without it: the highest that any key can have. */
  maxRateLimit?: number;
  /** Predictions that its accounts may have in flight; more wait in line. Without it: no limit. */
  maxConcurrent?: number;
  /** How many times as much work of its accounts is begun as of others that wait. Without it: 1. */
  priority?: number;
  /** Keys of the models that its accounts may use. Without it: all. */
  models?: string[];
  /** Days that outputs of its accounts are kept; never longer than `OUTPUT_RETENTION_DAYS`. Without it: as long as that. */
  outputRetentionDays?: number;
  /** What its accounts get each month: with each payment, or by the calendar when it is not bought. At most 3 decimals. */
  monthlyCredits?: number;
  /** The credits of a month expire at its end. Without it: they stay. */
  creditsExpire?: boolean;
  /** Per month. Without it, the plan is given by an operator and not sold. */
  price?: Price;
  /** False: accounts that have it keep it, and no other one gets it. */
  enabled?: boolean;
}

export const PLAN_FIELDS = {
  key: { rule: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,31}$' } },
  title: { ...TITLE, shown: { example: 'Pro' } },
  description: DESCRIPTION,
  enabled: {
    rule: { type: 'boolean' },
    missing: true,
    change: {
      nullable: undefined,
      description: 'False: accounts that have it keep it, no other one gets it.',
    },
  },
  maxRateLimit: {
    rule: { type: 'integer', minimum: 10, maximum: 6000 },
    missing: null,
    change: {
      example: 600,
      description: `Of a key, in requests per ${WINDOW_NAME}. Null: the highest that any key can have.`,
    },
    shown: {
      description: `The highest \`rateLimit\` of a key, in requests per ${WINDOW_NAME}. Null: the highest that any key can have.`,
      example: 600,
    },
    binds:
      'A higher `rateLimit` of a key is 400. A new key without one has a limit of 120, or this if it is less. Without the field: 6,000.',
  },
  maxConcurrent: {
    rule: { type: 'integer', minimum: 1, maximum: 10_000 },
    missing: null,
    change: { example: 20, description: 'Predictions in flight; more wait in line. Null: no limit.' },
    shown: {
      description: 'Predictions in flight; more wait in line and are never refused. Null: no limit.',
      example: 20,
    },
    binds:
      'So many predictions of an account are in flight, over all processes: begun, or next in the fair queue. More are accepted, charged and wait in line, never refused; the oldest gets the next free place. Without the field: no limit.',
  },
  priority: {
    rule: { type: 'integer', minimum: 1, maximum: 100 },
    missing: 1,
    change: {
      example: 1,
      description: 'How many times as much of its work is begun as of accounts with 1. Null: 1.',
    },
    admin: { example: 1 },
    shown: {
      description: 'How many times as much of its work is begun as of accounts with 1, while both wait.',
      example: 1,
    },
    binds:
      'So many times as much work of the account is begun as of one with 1 while both wait for the same engines. Without the field: 1.',
  },
  models: {
    rule: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string' } },
    described: { type: 'array', items: { type: 'string' }, minItems: 1 },
    missing: null,
    change: { description: 'Keys of models. Null: all.', example: ['embedded-image'] },
    shown: 'Keys of the models that its accounts may use; another one is 403 `model_not_in_plan`. Null: all.',
    binds:
      "Any other model is 403 `model_not_in_plan` for the account's keys and people, with nothing charged; a repeated accepted request still gets its response. Without the field: all.",
  },
  outputRetentionDays: {
    rule: { type: 'integer', minimum: 1, maximum: 36_500 },
    missing: null,
    change: {
      example: 7,
      description:
        'Days that outputs stored from now on are kept, at most `OUTPUT_RETENTION_DAYS`. Null: as long as that.',
    },
    admin: 'Days, at most `OUTPUT_RETENTION_DAYS`. Null: as long as that.',
    // Accounts are shown what holds for them.
    shown: {
      type: 'number',
      nullable: undefined,
      description:
        'Days that an output is kept from when it is stored. An account’s new plan holds for outputs that are stored later.',
      example: 30,
    },
    binds:
      'Outputs of its accounts are kept so many days from when they are stored, and never longer than `OUTPUT_RETENTION_DAYS`: to sell a longer time, raise the setting and give the other plans this field. Another plan holds for what is stored from then on, because links that were given out say until when they work. Without the field: `OUTPUT_RETENTION_DAYS`.',
  },
  monthlyCredits: {
    ...CREDITS,
    missing: null,
    change: {
      description: 'Credits of each month: more than 0, at most 3 decimals. Null: none.',
      example: 2000,
    },
    shown: { description: 'Credits that the account gets each month. Null: none.', example: 2000 },
    binds:
      'Credits of each month, also with decimals (3): with each payment, or by the calendar (UTC) for accounts that do not pay for the plan.',
  },
  creditsExpire: {
    rule: { type: 'boolean' },
    missing: false,
    change: {
      description:
        'Whether the credits of a month expire at its end. It needs `monthlyCredits`. Null: false.',
      example: true,
    },
    shown: { description: 'Whether the credits of a month expire at its end.', example: true },
    binds: 'true: the credits of a month expire at its end. It needs `monthlyCredits`.',
  },
  price: {
    rule: MONEY,
    missing: null,
    change: {
      description:
        'Per month, taxes included, in minor units. It needs `monthlyCredits`; the default plan has none. Subscriptions keep the price and the credits that they were bought with. Null: not sold.',
      example: { amount: 1900, currency: 'EUR' },
    },
    shown: 'Per month. Null: it is not sold.',
    binds:
      'Of a month, taxes included, `amount` in minor units: the plan is [sold](operating.md#payments). It needs `monthlyCredits`; the default plan has none.',
  },
} satisfies FieldsOf<Plan>;

export type ShownPlan = ShownOf<Plan, typeof PLAN_FIELDS>;
