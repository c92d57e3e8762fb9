/** Models, plans and packs of the catalogue in one form, so that their list, history and review are the same. Pure. */
import type { components } from '../../../api/schema';
import { amount, credits } from '../../../text/amounts';
import { money } from '../../credits/billing/money';

type Schemas = components['schemas'];
export type CatalogueModel = Schemas['AdminCatalogueModel'];
export type CataloguePlan = Schemas['AdminCataloguePlan'];
export type CataloguePack = Schemas['AdminCataloguePack'];

export const KINDS = { models: 'Models', plans: 'Plans', packs: 'Packs' } as const;
export type Kind = keyof typeof KINDS;

/** Fields of an entry by name, as a change sets them. */
export type Fields = Record<string, unknown>;

interface Common extends Pick<CatalogueModel, 'changedAt' | 'differences' | 'problem' | 'title' | 'version'> {
  key: string;
  /** What it costs or gives. */
  terms: string;
  state: { label: string; color: string };
}
export type Entry =
  | (Common & { kind: 'models'; source: CatalogueModel })
  | (Common & { kind: 'plans'; source: CataloguePlan })
  | (Common & { kind: 'packs'; source: CataloguePack });

const OFF = { label: 'off', color: 'gray' };

export function modelEntry(source: CatalogueModel): Entry {
  const { enabled, offered } = source;
  const on = offered ? { label: 'offered', color: 'teal' } : { label: 'no engine', color: 'orange' };
  return {
    ...source,
    kind: 'models',
    key: source.modelKey,
    terms: priceText(source.pricing),
    state: enabled ? on : OFF,
    source,
  };
}

export function planEntry(source: CataloguePlan): Entry {
  const { enabled, isDefault } = source;
  const on = { label: isDefault ? 'default' : 'offered', color: 'teal' };
  return { ...source, kind: 'plans', terms: limitsText(source), state: enabled ? on : OFF, source };
}

export function packEntry(source: CataloguePack): Entry {
  const { enabled, price } = source;
  return {
    ...source,
    kind: 'packs',
    key: source.id,
    terms: `${credits(source.credits)} for ${money(price.amount, price.currency)}${daysText(source.expiresInDays)}`,
    state: enabled ? { label: 'for sale', color: 'teal' } : OFF,
    source,
  };
}

/** Returns `, for 365 days`. */
function daysText(days: number | null): string {
  if (days === null) return '';
  return days === 1 ? ', for a day' : `, for ${days} days`;
}

/** The parts of a price, in the order in which they are shown. */
export const PRICE_PARTS = {
  base: 'per prediction',
  perSecond: 'per second',
  perMegapixel: 'per megapixel',
  perThousandCharacters: 'per 1,000 characters',
} as const;
export type PricePart = keyof typeof PRICE_PARTS;
const PARTS = Object.entries(PRICE_PARTS);

/** Returns `1 per prediction + 2 per megapixel, × scale`. */
export function priceText(pricing: Fields): string {
  const sum = PARTS.flatMap(([part, unit]) =>
    typeof pricing[part] === 'number' ? [`${amount(pricing[part])} ${unit}`] : [],
  );
  const factors = Object.keys(pricing.multipliers ?? {}).map((field) => `, × ${field}`);
  return (sum.join(' + ') || '0') + factors.join('');
}

function limitsText(plan: CataloguePlan): string {
  const { maxRateLimit, maxConcurrent, priority, models, outputRetentionDays, monthlyCredits, price } = plan;
  return [
    monthlyCredits === null ? null : `${credits(monthlyCredits)} a month`,
    price === null ? null : `for ${money(price.amount, price.currency)}`,
    maxRateLimit === null ? null : `${maxRateLimit} / min`,
    maxConcurrent === null ? null : `${maxConcurrent} at a time`,
    priority === 1 ? null : `priority ${priority}`,
    outputRetentionDays === null
      ? null
      : `outputs for ${outputRetentionDays} ${outputRetentionDays === 1 ? 'day' : 'days'}`,
    models === null ? 'all models' : `${models.length} ${models.length === 1 ? 'model' : 'models'}`,
  ]
    .filter((part) => part !== null)
    .join(', ');
}
