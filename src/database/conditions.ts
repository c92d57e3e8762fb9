import type { ColumnOf } from './columns.js';

/** What a literal may hold: the words of enumerations. */
const WORD = /^[a-z0-9-]+$/;

/**
 * The conditions on a table whose filters may or may not be given. Only those that are given become part of the
 * statement: each combination has a plan of its own, where `$2 is null or …` would be one plan that fits no index. Pure.
 */
export class Conditions<Entity> {
  private readonly texts: string[] = [];
  readonly values: unknown[];

  /** @param first values that the statement refers to itself, as $1, $2, … */
  constructor(...first: unknown[]) {
    this.values = first;
  }

  /** @param type to cast the value to, where PostgreSQL would guess another. */
  where(
    column: ColumnOf<Entity>,
    operator: '=' | '<' | '>=',
    value: unknown,
    type?: 'uuid' | 'timestamptz',
  ): this {
    return this.whereText(`${column} ${operator} ?${type ? `::${type}` : ''}`, value);
  }

  /** A word in the statement's text and not among its values: the planner sees that a partial index fits. */
  whereLiteral(column: ColumnOf<Entity>, word: string): this {
    if (!WORD.test(word)) throw new Error(`not a word: ${word}`);
    return this.whereText(`${column} = '${word}'`);
  }

  whereNull(column: ColumnOf<Entity>): this {
    return this.whereText(`${column} is null`);
  }

  /** Rows after the given one in the order of both columns descending: a row comparison is one index condition. */
  whereBefore(
    [first, second]: [ColumnOf<Entity>, ColumnOf<Entity>],
    [firstValue, secondValue]: [string, string],
    [firstType, secondType]: ['timestamptz', 'uuid'],
  ): this {
    return this.whereText(
      `(${first}, ${second}) < (?::${firstType}, ?::${secondType})`,
      firstValue,
      secondValue,
    );
  }

  /** @param condition in which a question mark stands for each value. Never holds what a caller sent. */
  whereText(condition: string, ...values: unknown[]): this {
    this.texts.push(condition.replace(/\?/g, () => `$${this.values.push(values.shift())}`));
    return this;
  }

  /** For `where`. */
  get text(): string {
    return this.texts.length > 0 ? this.texts.join(' and ') : 'true';
  }
}
