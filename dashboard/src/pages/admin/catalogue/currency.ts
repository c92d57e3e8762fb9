/** A currency of ISO 4217, as the catalogue's files have it. */
export const CURRENCY = /^[A-Z]{3}$/;
