import { Logger } from '@nestjs/common';
import type { DashboardPrincipal } from './principal.js';
import { publicId } from './public-id.js';

const logger = new Logger('admin');

/** Logs an action of an administrator. Call it after the action, so that rejected requests are not logged. */
export function auditAdmin(admin: DashboardPrincipal, action: string, facts: Record<string, unknown>): void {
  logger.log({ action, by: publicId('usr', admin.userId), ...facts });
}
