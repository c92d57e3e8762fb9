import type { ColumnOf } from './columns.js';

/** A literal is a word of an enumeration. */
const WORD = /^[a-z0-9-]+$/;

/** Collects the conditions of the given filters, so that each combination has its own plan; `$2 is null or …` would use no index. Pure. */
export class Conditions<Entity> {
  private readonly texts: string[] = [];
  readonly values: unknown[];

  /** @param first values of the statement's own parameters $1, $2, … */
  constructor(...first: unknown[]) {
    this.values = first;
  }

  /** @param type cast of the value, where PostgreSQL would infer another type. */
  where(
    column: ColumnOf<Entity>,
    operator: '=' | '<' | '>=',
    value: unknown,
    type?: 'uuid' | 'timestamptz',
  ): this {
    return this.whereText(`${column} ${operator} ?${type ? `::${type}` : ''}`, value);
  }

  /** Compares with a word in the text instead of a parameter, so that the planner can use a partial index. */
  whereLiteral(column: ColumnOf<Entity>, word: string): this {
    if (!WORD.test(word)) throw new Error(`not a word: ${word}`);
    return this.whereText(`${column} = '${word}'`);
  }

  whereNull(column: ColumnOf<Entity>): this {
    return this.whereText(`${column} is null`);
  }

  /** Selects the rows after the given one, both columns descending. A row comparison is one index condition. */
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

  /** @param condition SQL with a question mark per value. Must not contain text of a caller. */
  whereText(condition: string, ...values: unknown[]): this {
    this.texts.push(condition.replace(/\?/g, () => this.placeholder(values.shift())));
    return this;
  }

  beside(): Conditions<Entity> {
    const other = new Conditions<Entity>();
    (other as { values: unknown[] }).values = this.values;
    return other;
  }

  /** @returns the placeholder of a value for text outside the conditions. */
  placeholder(value: unknown): `$${number}` {
    return `$${this.values.push(value)}`;
  }

  get text(): string {
    return this.texts.length > 0 ? this.texts.join(' and ') : 'true';
  }
}
