/** Returns whether a statement failed because a row with the same values of a unique index exists, also in TypeORM's error. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, driverError } = (error ?? {}) as { code?: unknown; driverError?: { code?: unknown } };
  return (driverError?.code ?? code) === '23505';
}
