/**
 * Types of column names, so that SQL text with a wrong column does not compile. A column is the property of its entity in
 * snake case; a test checks that of every entity.
 */
type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Text;

export type ColumnOf<Entity> = SnakeCase<Extract<keyof Entity, string>>;

/** What a row of these columns holds, with the types of the entity. */
export type RowOf<Entity, Columns extends ColumnOf<Entity>> = {
  [Property in Extract<keyof Entity, string> as Extract<SnakeCase<Property>, Columns>]: Entity[Property];
};

/** Returns the columns as a select list. */
export function columns<Entity>(...names: ColumnOf<Entity>[]): string {
  return names.join(', ');
}
