// Addresses for trials that do not test the limit per address. Each call returns another address.

let addresses = 0;

/** @returns {string} an IPv4 address, for `address` of HttpCaller */
export function nextAddress() {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}
