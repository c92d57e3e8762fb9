/** The notation of allowed addresses: an IPv4 or IPv6 address, or a network with its prefix length. Pure. */

const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^${BYTE}(?:\\.${BYTE}){3}$`);
const PREFIX_LENGTH = /^(?:0|[1-9]\d{0,2})$/;

/** Splits a text with one address per line; commas and spaces separate too. */
export function addressesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== '');
}

/** Validates a text of addresses. @returns null when all are valid, else a message that names the first invalid one. */
export function addressesProblem(text: string): string | null {
  const wrong = addressesOf(text).find((address) => !isAddressRule(address));
  return wrong === undefined
    ? null
    : `“${wrong.slice(0, 60)}” is not an IP address or network, such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.`;
}

function isAddressRule(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  if (rest.length > 0 || (length !== undefined && !PREFIX_LENGTH.test(length))) return false;
  if (IPV4.test(address)) return Number(length ?? 0) <= 32;
  return isIPv6(address) && Number(length ?? 0) <= 128;
}

/** The browser's own parser reads IPv6 between brackets. */
const isIPv6 = (text: string) => /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]/`);
