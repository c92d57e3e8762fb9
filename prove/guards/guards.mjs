// The guards that Q1 removes one at a time, each with the smallest probe that must detect its removal.
import { ACCESS_GUARDS } from './access.guards.mjs';
import { ACCOUNT_GUARDS } from './account.guards.mjs';
import { DATABASE_GUARDS } from './database.guards.mjs';
import { EVENT_GUARDS } from './event.guards.mjs';
import { LIMIT_GUARDS } from './limit.guards.mjs';
import { MONEY_GUARDS } from './money.guards.mjs';
import { OUTSIDE_GUARDS } from './outside.guards.mjs';
import { PAYMENT_GUARDS } from './payment.guards.mjs';
import { QUEUE_GUARDS } from './queue.guards.mjs';
import { SPENDING_GUARDS } from './spending.guards.mjs';
import { TENANT_GUARDS } from './tenant.guards.mjs';

/**
 * @typedef Guard
 * @property {string} name
 * @property {import('./patched-copy.mjs').Edit[]} edits the changes of the build that remove it
 * @property {(world: import('./world.mjs').World) => Promise<void>} probe throws BrokenGuarantee without the guard
 * @property {true} [crash] the probe crashes the database server, so it runs alone
 */
/** @type {Guard[]} */
export const GUARDS = [
  ...MONEY_GUARDS,
  ...PAYMENT_GUARDS,
  ...SPENDING_GUARDS,
  ...QUEUE_GUARDS,
  ...DATABASE_GUARDS,
  ...LIMIT_GUARDS,
  ...ACCESS_GUARDS,
  ...TENANT_GUARDS,
  ...OUTSIDE_GUARDS,
  ...ACCOUNT_GUARDS,
  ...EVENT_GUARDS,
];
