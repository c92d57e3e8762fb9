import { checkPool, type PoolRoute } from '@offprint/postgres';
import { APPLICATION_NAME, POOL_SESSION } from './data-source.js';
import { POOL_MESSAGES } from './pool-messages.js';

/** The pool's address must lead to the database of the direct one, and its sessions must be as the settings say. @throws {SetupError} */
export async function checkServicePool(url: string, directUrl: string, route: PoolRoute): Promise<void> {
  await checkPool(url, directUrl, {
    ...route,
    applicationName: APPLICATION_NAME,
    settings: POOL_SESSION,
    messages: POOL_MESSAGES,
  });
}
