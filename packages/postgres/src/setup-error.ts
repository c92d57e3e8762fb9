/** An error of the installation, which an operator can correct. Its message is one sentence, printed without a stack. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}

/** Final at once; the others may be temporary while a server starts or fails over. */
const PERMANENT = new Set(['3D000', '28P01', '28000', '42501']);

/** Returns whether more attempts cannot succeed: the database, the role or a privilege is missing. */
export function isPermanentSetupError(error: unknown): boolean {
  return error instanceof SetupError || causesOf(error).some(({ code }) => PERMANENT.has(code ?? ''));
}

export interface Cause {
  code?: string;
  message: string;
}

export function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, driverError } = cause as { code?: unknown; driverError?: unknown };
    causes.push({ code: typeof code === 'string' ? code : undefined, message: cause.message });
    if (driverError instanceof Error && driverError !== cause) causes.push(...causesOf(driverError));
  }
  return causes;
}
