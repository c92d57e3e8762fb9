/**
 * Formats a price. Its minor units are those of the currency: 1000 is €10.00, and ¥1,000.
 * @param amount in minor units. @param currency ISO 4217.
 */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
