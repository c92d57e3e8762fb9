import { type ArgumentMetadata, type Type, ValidationPipe } from '@nestjs/common';

/**
 * Nest's own pipe, which need not validate over and over that a query was left out: what that gives for a DTO follows
 * from the DTO alone (its defaults), so it is worked out once. Every caller gets an object of its own. Most polls carry
 * no query, and reading and validating one costs more than all of our own work on them.
 */
export class DtoPipe extends ValidationPipe {
  /** What a DTO is when nothing is given; only of those that allow it. */
  private readonly defaults = new Map<Type, object>();

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    if (type !== 'query' || !metatype || !isEmpty(value)) return super.transform(value, metadata) as unknown;
    let known = this.defaults.get(metatype);
    if (!known) {
      known = (await super.transform(value, metadata)) as object;
      this.defaults.set(metatype, known);
    }
    return Object.assign(Object.create(Object.getPrototypeOf(known) as object) as object, known);
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
