/** CI runs a part of the longest lists, and not all files (jest.config.mjs): it has 50 minutes for everything. */
export const isGate = process.env.CI === 'true';
