import { type ArgumentMetadata, type Type, ValidationPipe } from '@nestjs/common';

/**
 * Nest's own pipe, which validates an empty query once per DTO: whether that is allowed follows from the DTO alone, and a
 * new instance has its defaults. Most polls carry no query, and validating one costs more than the rest of the handler.
 */
export class DtoPipe extends ValidationPipe {
  /** DTOs of queries without a required field. */
  private readonly allowEmpty = new Set<Type>();

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    if (type !== 'query' || !metatype || !isEmpty(value)) return super.transform(value, metadata) as unknown;
    if (this.allowEmpty.has(metatype)) return new (metatype as Type<object>)();
    const dto = (await super.transform(value, metadata)) as object;
    this.allowEmpty.add(metatype);
    return dto;
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
