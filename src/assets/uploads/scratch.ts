/** Where a file is until all of it is here and it was found whole. */
import { join } from 'node:path';
import type { Config } from '../../config/index.js';

export const UPLOAD_PREFIX = 'upload-';

export function scratchOf({ dataDirectory }: Config): string {
  return join(dataDirectory, 'scratch');
}
