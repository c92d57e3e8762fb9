/**
 * Names of columns as types, so that a wrong column in written SQL does not compile. A column is the property of its
 * entity in snake case; a test holds every entity to that.
 */
type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Text;

export type ColumnOf<Entity> = SnakeCase<Extract<keyof Entity, string>>;

/** Returns the columns as a select list. */
export function columns<Entity>(...names: ColumnOf<Entity>[]): string {
  return names.join(', ');
}
