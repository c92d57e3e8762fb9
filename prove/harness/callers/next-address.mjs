// Addresses for requests of a trial whose subject is not the limit per address: each call returns another one.

let addresses = 0;

/** @returns {string} an IPv4 address, for `address` of HttpCaller */
export function nextAddress() {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}
