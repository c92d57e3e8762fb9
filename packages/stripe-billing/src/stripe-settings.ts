/** The settings of the extension, from the `STRIPE_…` variables or written in code, validated before the first request. */
import { ConfigError } from 'offprint';

/** Which Stripe account sells, and how. */
export interface StripeSettings {
  /** `sk_…`, or `rk_…` for a restricted key. A secret. */
  secretKey: string;
  /** `whsec_…` of the webhook endpoint. A secret. */
  webhookSecret: string;
  /** Writes an invoice for each pack, so that the buyer finds it in the portal. Stripe charges for it. Default: false. */
  invoices?: boolean;
  /** Computes the tax that a price includes, with Stripe Tax. Default: false. */
  automaticTax?: boolean;
  /** Origin of the API: `https://api.stripe.com`, the default, or another server for tests. */
  apiUrl?: string;
}

/** Valid settings with their defaults. */
export interface ResolvedSettings extends Required<StripeSettings> {
  /** Money moves: the key is not of a test mode. */
  isLive: boolean;
}

/** `pk_…` is a publishable key: it can do nothing here. */
const SECRET_KEY = /^(?:sk|rk)_(live|test)_[A-Za-z0-9_]{1,240}$/;
const WEBHOOK_SECRET = /^whsec_[A-Za-z0-9+/=_-]{1,240}$/;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Reads the `STRIPE_…` variables. @param variable returns a variable, or null when it is unset.
 * @throws {ConfigError} naming every wrong one, without values.
 */
export function readSettings(variable: (name: string) => string | null): ResolvedSettings {
  return resolveSettings({
    secretKey: variable('STRIPE_SECRET_KEY') ?? '',
    webhookSecret: variable('STRIPE_WEBHOOK_SECRET') ?? '',
    invoices: readFlag(variable('STRIPE_INVOICES')),
    automaticTax: readFlag(variable('STRIPE_AUTOMATIC_TAX')),
    apiUrl: variable('STRIPE_API_URL') ?? undefined,
  });
}

/** A value that is neither `true` nor `false` stays a text, which `resolveSettings` rejects. */
function readFlag(written: string | null): boolean | undefined {
  if (written === null) return undefined;
  return written === 'true' || (written === 'false' ? false : (written as unknown as boolean));
}

/** Validates settings and adds the defaults. @throws {ConfigError} naming every wrong one, without values. */
export function resolveSettings(given: StripeSettings): ResolvedSettings {
  const settings = {
    secretKey: given.secretKey,
    webhookSecret: given.webhookSecret,
    invoices: given.invoices ?? false,
    automaticTax: given.automaticTax ?? false,
    apiUrl: given.apiUrl ?? 'https://api.stripe.com',
  };
  const [, mode] = SECRET_KEY.exec(settings.secretKey) ?? [];
  const problems = [
    mode === undefined ? 'STRIPE_SECRET_KEY must be a secret or a restricted key: sk_… or rk_…' : null,
    WEBHOOK_SECRET.test(settings.webhookSecret)
      ? null
      : 'STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook endpoint: whsec_…',
    typeof settings.invoices === 'boolean' ? null : 'STRIPE_INVOICES must be true or false',
    typeof settings.automaticTax === 'boolean' ? null : 'STRIPE_AUTOMATIC_TAX must be true or false',
    isOrigin(settings.apiUrl) ? null : 'STRIPE_API_URL must be an https URL without a path',
  ].filter((problem) => problem !== null);
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...settings, isLive: mode === 'live' };
}

/** Plain http would send the key in clear text: only to this machine, where a test has its server. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(text);
  if (pathname !== '/' || search + hash + username + password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}
