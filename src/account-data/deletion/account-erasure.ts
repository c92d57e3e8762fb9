/** What an extension implements to erase what it stores about accounts. */

/**
 * Erases what an extension stores about an account that was deleted. Register the class in `erasures` of an extension; processes with
 * the role `worker` use it, after the service's own data are erased. It runs at once, and again 10 minutes after the deletion: a
 * request that began before it may have written since.
 */
export abstract class AccountErasure {
  /** Says in the row of the deletion how far it is, so it is never changed. The name of the extension in front keeps it unique. */
  abstract readonly step: string;

  /**
   * Erases some of it, in a second or so. Called until nothing is left, and again after a kill or an error.
   * @param accountId as in `accounts.id`.
   * @returns whether nothing is left.
   */
  abstract erase(accountId: string): Promise<boolean>;
}
