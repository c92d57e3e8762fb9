import { type ArgumentMetadata, type Type, ValidationPipe } from '@nestjs/common';

/**
 * Nest's ValidationPipe, except that it validates an empty query once per DTO. Whether an empty query is valid depends
 * only on the DTO, and a new instance has the defaults. Most polls have no query, and validation would cost more than
 * the rest of the handler.
 */
export class DtoPipe extends ValidationPipe {
  /** DTOs of queries without a required field. */
  private readonly dtosAllowingEmpty = new Set<Type>();

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    if (type !== 'query' || !metatype || !isEmpty(value)) return super.transform(value, metadata) as unknown;
    if (this.dtosAllowingEmpty.has(metatype)) return new (metatype as Type<object>)();
    const dto = (await super.transform(value, metadata)) as object;
    this.dtosAllowingEmpty.add(metatype);
    return dto;
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
