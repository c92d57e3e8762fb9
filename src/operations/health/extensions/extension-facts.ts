/** What an extension implements to show facts to administrators. */

/**
 * A table on the page "Extensions" of the administration, such as what an extension has read from its settings. Register the class in
 * `facts` of an extension; processes with the role `api` use it.
 */
export abstract class ExtensionFacts {
  /** The heading of the table: which extension, and what about it. */
  abstract readonly title: string;

  /** The heads of the columns. */
  abstract readonly columns: readonly string[];

  /**
   * Returns the rows, each with a text for every column and no secret. Called for each request, so it returns what holds now.
   * An error is logged and takes only these rows away.
   */
  abstract rows(): readonly (readonly string[])[] | Promise<readonly (readonly string[])[]>;
}
