import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../../platform/config/index.js';

export const UPLOAD_PREFIX = 'upload-';

export function scratchDirectoryOf({ dataDirectory }: Config): string {
  return join(dataDirectory, 'scratch');
}

/** A file that a killed process leaves at this path is removed after an hour. */
export function newScratchPath(config: Config): string {
  return join(scratchDirectoryOf(config), UPLOAD_PREFIX + randomUUID());
}
