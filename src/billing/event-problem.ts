import { isStorableText } from '../platform/http/index.js';
import type { Money, PaidEvent, PaymentEvent } from './payment-provider.js';

const MAX_ID_LENGTH = 255;
const MAX_URL_LENGTH = 2_048;
/** No payment is as large; in minor units. */
const MAX_AMOUNT = 10n ** 15n;

const KINDS: readonly string[] = [
  'paid',
  'refunded',
  'refund_failed',
  'disputed',
  'dispute_won',
  'payment_failed',
  'subscription_changed',
  'subscription_ended',
] satisfies PaymentEvent['kind'][];

/** Returns what makes an event impossible to record, in words without its values; null when nothing does. */
export function problemOf(event: PaymentEvent): string | null {
  if (!KINDS.includes(event.kind)) return 'its kind is unknown';
  if (!idsOf(event).every(isId)) return 'its id is no text of 1 to 255 characters';
  if (!instantsOf(event).every(isInstant)) return 'its instant is none of these centuries';
  if ('amount' in event && !isMoney(event.amount)) return 'its amount is no amount of money';
  if (event.kind === 'paid' && !hasAmounts(event)) return 'its invoice has no amounts of money';
  return null;
}

function idsOf(event: PaymentEvent): unknown[] {
  switch (event.kind) {
    case 'paid':
      return [event.paymentId, ...(event.subscription ? [event.subscription.id] : [])];
    case 'payment_failed':
    case 'subscription_changed':
      return [event.changeId, event.subscriptionId];
    case 'subscription_ended':
      return [event.subscriptionId];
    case 'refunded':
    case 'refund_failed':
    case 'disputed':
    case 'dispute_won':
      return [event.paymentId, event.reversalId];
  }
}

function instantsOf(event: PaymentEvent): unknown[] {
  if (event.kind === 'paid' && event.subscription) return [event.at, event.subscription.periodEndsAt];
  if (event.kind === 'subscription_changed' && event.endsAt !== null) return [event.at, event.endsAt];
  return [event.at];
}

/** Returns null for an id that cannot be stored. */
export const storableId = (id: string | null): string | null => (isId(id) ? id : null);

/** Returns the address of a receipt if a page may link to it, or null. */
export function storableReceipt(url: string | null): string | null {
  if (url === null || url.length > MAX_URL_LENGTH || !URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === 'https:' ? href : null;
}

function isId(id: unknown): id is string {
  return typeof id === 'string' && id.length > 0 && id.length <= MAX_ID_LENGTH && isStorableText(id);
}

function isInstant(at: unknown): boolean {
  if (!(at instanceof Date)) return false;
  const year = at.getUTCFullYear();
  return year >= 1970 && year < 10_000;
}

function hasAmounts({ subscription }: PaidEvent): boolean {
  const invoice = subscription?.invoice;
  return invoice === undefined || [invoice.total, ...invoice.prices].every(isAmount);
}

function isMoney({ minorUnits, currency }: Money): boolean {
  return isAmount(minorUnits) && /^[A-Z]{3}$/.test(currency);
}

function isAmount(minorUnits: unknown): boolean {
  return typeof minorUnits === 'bigint' && minorUnits >= 0n && minorUnits <= MAX_AMOUNT;
}
