/** Recognizes TypeORM's error too. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, driverError } = (error ?? {}) as { code?: unknown; driverError?: { code?: unknown } };
  return (driverError?.code ?? code) === '23505';
}
