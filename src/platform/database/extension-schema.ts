import { SetupError } from '@offprint/postgres';
import type { MigrationInterface } from 'typeorm';

/** A schema of an extension. Its entities name it: `@Entity({ schema: 'acme' })`. */
export interface ExtensionSchema {
  /** Lower-case letters, digits and `_`; created by the start. Not `public`, which is the service's. */
  name: string;
  /**
   * The pending ones run at every start, after those of the service and under the same lock, each in a transaction of its
   * own. `<schema>.migrations` lists those that have run. The name of a class ends in the time in milliseconds.
   */
  migrations: (new () => MigrationInterface)[];
}

const NAME = /^[a-z][a-z0-9_]{0,62}$/;
const TAKEN = /^(?:public|pg_.*|information_schema)$/;

/** @throws {SetupError} for a name that is not allowed, or that two extensions have. */
export function requireOwnSchemas(schemas: readonly ExtensionSchema[]): void {
  for (const [index, { name }] of schemas.entries()) {
    if (!NAME.test(name) || TAKEN.test(name))
      throw new SetupError(
        `"${name}" cannot be the schema of an extension: use lower-case letters, digits and _.`,
      );
    if (schemas.findIndex((one) => one.name === name) !== index)
      throw new SetupError(`Two extensions have the schema ${name}.`);
  }
}
