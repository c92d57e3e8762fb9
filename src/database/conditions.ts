/**
 * The conditions of a statement whose filters may or may not be given. Only those that are become part of it: each
 * combination is a statement with a plan of its own, where `$2 is null or …` would be one plan that fits no index. Pure.
 */
export class Conditions {
  private readonly texts: string[] = [];
  readonly values: unknown[];

  /** @param first values that the statement refers to itself, as $1, $2, … */
  constructor(...first: unknown[]) {
    this.values = first;
  }

  /** @param condition in which a question mark stands for each value. Never holds what a caller sent. */
  where(condition: string, ...values: unknown[]): this {
    this.texts.push(condition.replace(/\?/g, () => `$${this.values.push(values.shift())}`));
    return this;
  }

  /** For `where`. */
  get text(): string {
    return this.texts.length > 0 ? this.texts.join(' and ') : 'true';
  }
}
