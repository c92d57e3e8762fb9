import { Logger } from '@nestjs/common';
import type { DashboardPrincipal } from './principal.js';
import { publicId } from './public-id.js';

const logger = new Logger('admin');

/**
 * A line of the log for what an administrator has done: who, what, to whom. Written after it was done, so that what
 * was refused is not in it.
 */
export function auditAdmin(admin: DashboardPrincipal, action: string, facts: Record<string, unknown>): void {
  logger.log({ action, by: publicId('usr', admin.userId), ...facts });
}
