/** The directory for files that are being received and inspected. */
import { join } from 'node:path';
import type { Config } from '../../config/index.js';

export const UPLOAD_PREFIX = 'upload-';

export function scratchDirectoryOf({ dataDirectory }: Config): string {
  return join(dataDirectory, 'scratch');
}
