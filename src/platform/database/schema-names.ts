import { DefaultNamingStrategy, type Table } from 'typeorm';

/**
 * As PostgreSQL names them: a column is its property in snake case, `accountId` → `account_id`, a primary key `users_pkey`, a foreign key
 * `payments_checkout_id_fkey`. An entity states a name only where it differs.
 */
export class SchemaNames extends DefaultNamingStrategy {
  override columnName(property: string, name: string, prefixes: string[]): string {
    const column = name || property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [...prefixes, column].join('_');
  }

  override primaryKeyName(table: Table | string): string {
    return `${this.withoutSchema(table)}_pkey`;
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return `${this.withoutSchema(table)}_${columns.join('_')}_fkey`;
  }

  private withoutSchema(table: Table | string): string {
    return this.getTableName(table).split('.').at(-1)!;
  }
}
