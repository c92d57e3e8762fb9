/**
 * A statement is a value: a name, typed parameters, the columns of its rows, and a constant text. PostgreSQL gets `$account` as `$1`,
 * numbered in the order of the declaration. The tests have PostgreSQL describe every statement and compare its types with the declared
 * ones.
 */
import type { RowOfColumns, SqlTypes, ValuesOf } from './sql-type.js';

/** A statement with its values, as the driver takes it. With a name, the driver prepares it. */
export interface BoundStatement {
  name?: string;
  text: string;
  values: unknown[];
}

/** What can be run with values of type `Values` and returns rows of type `Row`. */
export interface Runnable<Values, Row extends object> {
  /** Only its type is used. */
  readonly row?: Row;
  bind(values: Values): BoundStatement;
}

/** A row of a statement. */
export type RowOfStatement<S> = S extends Runnable<never, infer Row> ? Row : never;

/** What `statement` takes. */
export interface StatementDeclaration<Parameters extends SqlTypes, Columns extends SqlTypes> {
  parameters: Parameters;
  /** Omitted: its rows are not read. */
  row?: Columns;
  text: string;
  /** Parsed once per connection, for the hot path. */
  isPrepared?: boolean;
}

const PARAMETER = /\$([a-z]\w*)/gi;

/** Read by a test. */
export interface DeclaredStatement {
  readonly name: string;
  /** Null: those of `Conditions`. */
  readonly parameters: SqlTypes | null;
  readonly columns: SqlTypes | null;
  /** Of a composition, one for each sample. */
  readonly texts: readonly string[];
}

const declared: DeclaredStatement[] = [];

/** In the order in which their modules were loaded. */
export const declaredStatements = (): readonly DeclaredStatement[] => declared;

/** A statement with named parameters. `statement` makes it. */
export class Statement<Values, Row extends object> implements Runnable<Values, Row>, DeclaredStatement {
  declare readonly row?: Row;
  readonly text: string;
  private readonly order: readonly string[];

  constructor(
    readonly name: string,
    readonly parameters: SqlTypes,
    readonly columns: SqlTypes | null,
    text: string,
    private readonly isPrepared: boolean,
  ) {
    this.order = Object.keys(parameters);
    this.text = numbered(name, text, this.order);
  }

  get texts(): string[] {
    return [this.text];
  }

  bind(values: Values): BoundStatement {
    const named = values as Record<string, unknown>;
    const bound = { text: this.text, values: this.order.map((name) => named[name]) };
    return this.isPrepared ? { name: this.name, ...bound } : bound;
  }
}

/**
 * Declares a statement when its module is loaded.
 * @param name unique, of its folder and what it does: `keys.rotate`.
 * @throws when the text and the parameters do not name the same.
 */
export function statement<
  Parameters extends SqlTypes,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- its rows are not read.
  Columns extends SqlTypes = Record<never, never>,
>(
  name: string,
  { parameters, row, text, isPrepared = false }: StatementDeclaration<Parameters, Columns>,
): Statement<ValuesOf<Parameters>, RowOfColumns<Columns>> {
  const made = new Statement<ValuesOf<Parameters>, RowOfColumns<Columns>>(
    name,
    parameters,
    row ?? null,
    text,
    isPrepared,
  );
  declared.push(made);
  return made;
}

function numbered(name: string, text: string, order: readonly string[]): string {
  const used = new Set<string>();
  const result = text.replace(PARAMETER, (_, parameter: string) => {
    if (!order.includes(parameter)) throw new Error(`${name}: $${parameter} is not declared`);
    used.add(parameter);
    return `$${order.indexOf(parameter) + 1}`;
  });
  const unused = order.filter((parameter) => !used.has(parameter));
  if (unused.length > 0) throw new Error(`${name}: the text has no $${unused.join(', $')}`);
  return result;
}

interface Composing<Parts extends readonly unknown[], Columns extends SqlTypes> {
  row: Columns;
  text: (...parts: Parts) => string;
  samples: readonly Parts[];
}

export class Composition<Parts extends readonly unknown[], Row extends object> implements DeclaredStatement {
  readonly parameters = null;

  constructor(
    readonly name: string,
    readonly columns: SqlTypes,
    private readonly compose: (...parts: Parts) => string,
    private readonly samples: readonly Parts[],
  ) {}

  get texts(): string[] {
    return this.samples.map((parts) => this.compose(...parts));
  }

  /** @param name prepares the statement under it. */
  of(parts: Parts, name?: string): Runnable<readonly unknown[], Row> {
    const text = this.compose(...parts);
    return { bind: (values) => ({ ...(name && { name }), text, values: [...values] }) };
  }
}

/**
 * Declares a statement whose text depends on the filters or the order of a request. `Conditions` numbers its parameters.
 * @param samples parts with which the tests describe it.
 */
export function composition<Parts extends readonly unknown[], Columns extends SqlTypes>(
  name: string,
  { row, text, samples }: Composing<Parts, Columns>,
): Composition<Parts, RowOfColumns<Columns>> {
  const made = new Composition<Parts, RowOfColumns<Columns>>(name, row, text, samples);
  declared.push(made);
  return made;
}
