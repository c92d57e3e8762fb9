/** The values of the forms that create and change a key, and how they become requests. Pure. */
import type { components } from '../../api/schema';
import { localTime, ofLocalTime } from '../../text/times';
import { addressesOf } from './addresses';
import type { Scope } from './scopes';
import type { KeyChanges, KeyRecord, NewKey } from './useKeys';

export type SpendPeriod = components['schemas']['SpendLimitDto']['period'];

const DAY_MS = 86_400_000;

/** Days until a new key expires, or how its expiry is given otherwise. */
export type Expiry = 'never' | '30' | '90' | '365' | 'date';

export interface ExpiryValues {
  expiry: Expiry;
  /** Time in the user's time zone, such as `2026-11-20 18:30:00`; only with `expiry` “date”. */
  expiresAt: string | null;
}

export interface KeyValues extends ExpiryValues {
  name: string;
  scopes: Scope[];
  env: 'live' | 'test';
  /** An empty text: the default of the service, which is at most what the plan allows. */
  rateLimit: number | string;
  /** Credits are an empty text without a limit. */
  spendLimit: { credits: number | string; period: SpendPeriod };
  /** Empty: every model. */
  allowedModels: string[];
  /** One per line. Empty: every address. */
  allowedIps: string;
  metadata: { name: string; value: string }[];
}

export const NEW_KEY: KeyValues = {
  name: '',
  scopes: ['read', 'write'],
  env: 'live',
  rateLimit: '',
  expiry: 'never',
  expiresAt: null,
  spendLimit: { credits: '', period: 'month' },
  allowedModels: [],
  allowedIps: '',
  metadata: [],
};

/** Returns the values that show the settings of a key. */
export function valuesOf(key: KeyRecord): KeyValues {
  return {
    name: key.name,
    scopes: key.scopes,
    env: key.prefix === 'of_live' ? 'live' : 'test',
    rateLimit: key.rateLimit,
    expiry: key.expiresAt === null ? 'never' : 'date',
    expiresAt: key.expiresAt && localTime(key.expiresAt),
    spendLimit: key.spendLimit ?? NEW_KEY.spendLimit,
    allowedModels: key.allowedModels ?? [],
    allowedIps: (key.allowedIps ?? []).join('\n'),
    metadata: Object.entries(key.metadata).map(([name, value]) => ({ name, value })),
  };
}

/** Returns the body that creates a key. @param now in milliseconds; the days until an expiry count from then. */
export function newKeyOf(values: KeyValues, now = Date.now()): NewKey {
  return { scopes: values.scopes, env: values.env, ...settingsOf(values, now) };
}

/**
 * Returns the settings that differ from `before`. What the user did not touch is not sent, so that a concurrent change of another
 * setting remains.
 */
export function changesOf(before: KeyValues, after: KeyValues, now = Date.now()): KeyChanges {
  const [old, settings] = [settingsOf(before, now), settingsOf(after, now)];
  const isChanged = (name: keyof typeof settings) =>
    settings[name] !== undefined &&
    (name === 'expiresAt'
      ? before.expiry !== after.expiry || before.expiresAt !== after.expiresAt
      : JSON.stringify(old[name]) !== JSON.stringify(settings[name]));
  return Object.fromEntries(
    Object.entries(settings).filter(([name]) => isChanged(name as keyof typeof settings)),
  );
}

function settingsOf(values: KeyValues, now: number) {
  const { credits, period } = values.spendLimit;
  const addresses = addressesOf(values.allowedIps);
  const metadata = values.metadata.map(({ name, value }) => [name.trim(), value] as const);
  return {
    name: values.name.trim(),
    rateLimit: values.rateLimit === '' ? undefined : Number(values.rateLimit),
    expiresAt: expiryOf(values, now),
    spendLimit: credits === '' ? null : { credits: Number(credits), period },
    allowedModels: values.allowedModels.length > 0 ? values.allowedModels : null,
    allowedIps: addresses.length > 0 ? addresses : null,
    metadata: metadata.length > 0 ? Object.fromEntries(metadata) : null,
  };
}

/** Returns the instant at which a key expires. @param now in milliseconds. */
export function expiryOf({ expiry, expiresAt }: ExpiryValues, now: number): string | null {
  if (expiry === 'never') return null;
  if (expiry === 'date') return expiresAt && ofLocalTime(expiresAt);
  return new Date(now + Number(expiry) * DAY_MS).toISOString();
}
