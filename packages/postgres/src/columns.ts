import { getMetadataArgsStorage } from 'typeorm';
import { SqlType } from './sql-type.js';

/** Types of column names, so that SQL text with a wrong column does not compile. A test checks them against every entity. */
type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Text;

export type ColumnOf<Entity> = SnakeCase<Extract<keyof Entity, string>>;

export type RowOf<Entity, Columns extends ColumnOf<Entity>> = {
  [Property in Extract<keyof Entity, string> as Extract<SnakeCase<Property>, Columns>]: Entity[Property];
};

export function columns<Entity>(...names: ColumnOf<Entity>[]): string {
  return names.join(', ');
}

/** Names of types that entities write shorter than PostgreSQL. */
const LONG_NAMES: Record<string, string> = { timestamptz: 'timestamp with time zone', int: 'integer' };

const propertyOf = (column: string) => column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** @throws for a column without a type. */
export function rowOf<Entity extends object, Column extends ColumnOf<Entity>>(
  entity: new () => Entity,
  ...names: Column[]
): { [Name in Column]: SqlType<RowOf<Entity, Name>[Name & keyof RowOf<Entity, Name>]> } {
  const ofEntity = getMetadataArgsStorage().filterColumns(entity);
  const typeOf = (name: string) => {
    const { type, array, nullable } = ofEntity.find(
      ({ propertyName }) => propertyName === propertyOf(name),
    )!.options;
    const long = LONG_NAMES[String(type)] ?? String(type);
    return new SqlType(array ? `${long}[]` : long, nullable);
  };
  return Object.fromEntries(names.map((name) => [name, typeOf(name)])) as never;
}
