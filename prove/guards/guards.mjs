// Every guard that Q1 takes out, one at a time: where it stands, and the smallest probe that must notice it is gone.
import { ACCESS_GUARDS } from './access.guards.mjs';
import { DATABASE_GUARDS } from './database.guards.mjs';
import { LIMIT_GUARDS } from './limit.guards.mjs';
import { MONEY_GUARDS } from './money.guards.mjs';
import { OUTSIDE_GUARDS } from './outside.guards.mjs';
import { QUEUE_GUARDS } from './queue.guards.mjs';
import { TENANT_GUARDS } from './tenant.guards.mjs';

/**
 * @typedef Guard
 * @property {string} name
 * @property {import('./patched-copy.mjs').Edit[]} edits what taking it out means
 * @property {(world: import('./world.mjs').World) => Promise<void>} probe throws BrokenPromise when it is gone
 * @property {true} [crash] the database server goes down in it: it is given one for itself
 */
/** @type {Guard[]} */
export const GUARDS = [
  ...MONEY_GUARDS,
  ...QUEUE_GUARDS,
  ...DATABASE_GUARDS,
  ...LIMIT_GUARDS,
  ...ACCESS_GUARDS,
  ...TENANT_GUARDS,
  ...OUTSIDE_GUARDS,
];
