import { AppError } from '../../platform/errors/index.js';

/** A port, which the application binds, because files depend on no database. */
export abstract class ExpectedFiles {
  /** Returns whether a missing file has neither expired nor been removed by the service. If so, counts and logs the loss. */
  abstract reportMissing(name: string): Promise<boolean>;
}

/** Returns 410 for a file that the service removed, and 503 for one that the storage has lost. */
export async function errorOfMissingFile(expected: ExpectedFiles, name: string): Promise<AppError> {
  if (!(await expected.reportMissing(name))) return new AppError('file_removed');
  const message =
    'This file is missing from the storage of this installation. Its operator has been alerted.';
  return new AppError('service_unavailable', { message, headers: { 'Retry-After': '60' } });
}
