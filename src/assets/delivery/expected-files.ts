import { AppError } from '../../platform/errors/index.js';

/** Port: knows which files the storage should have. The application binds it, because files depend on no database. */
export abstract class ExpectedFiles {
  /**
   * Returns whether the file that is not in the storage should be there: it has not expired, and the service has not removed
   * it. If so, counts and logs the loss.
   */
  abstract reportMissing(name: string): Promise<boolean>;
}

/** Returns 410 for a file that the service removed, and 503 for one that the storage has lost. */
export async function errorOfMissingFile(expected: ExpectedFiles, name: string): Promise<AppError> {
  if (!(await expected.reportMissing(name))) return new AppError('file_removed');
  const message =
    'This file is missing from the storage of this installation. Its operator has been alerted.';
  return new AppError('service_unavailable', { message, headers: { 'Retry-After': '60' } });
}
