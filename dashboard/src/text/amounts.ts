/** Formats numbers. Credits have at most three decimals, as in the ledger. */

const CREDITS = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });
const SIGNED = new Intl.NumberFormat('en', { maximumFractionDigits: 3, signDisplay: 'always' });
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const BYTES = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

export function amount(value: number): string {
  return CREDITS.format(value);
}

/** Returns `4 credits` or `1 credit`. */
export function credits(value: number): string {
  return `${amount(value)} ${value === 1 ? 'credit' : 'credits'}`;
}

/** Returns `+4` or `−4`, with a minus sign instead of a hyphen. */
export function signedAmount(value: number): string {
  return SIGNED.format(value).replace('-', '−');
}

export function compactCount(value: number): string {
  return COMPACT.format(value);
}

export function byteSize(bytes: number): string {
  const step = Math.min(BYTES.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** step;
  return `${value.toFixed(step === 0 || value >= 100 ? 0 : 1)} ${BYTES[step]}`;
}
