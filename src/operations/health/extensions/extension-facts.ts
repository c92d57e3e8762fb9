/**
 * A table on the page "Extensions" of the administration, such as what an extension has read from its settings. Register the class in
 * `facts` of an extension; processes with the role `api` use it.
 */
export abstract class ExtensionFacts {
  /** The heading of the table: which extension, and what about it. */
  abstract readonly title: string;

  /** The heads of the columns. */
  abstract readonly columns: readonly string[];

  /** Called for each request. Each row has a text for every column and no secret. An error is logged and hides only these rows. */
  abstract rows(): readonly (readonly string[])[] | Promise<readonly (readonly string[])[]>;
}
