import { type ArgumentMetadata, type Type, ValidationPipe } from '@nestjs/common';
import { Transform } from 'class-transformer';
import type { ValidationError } from 'class-validator';
import { type ErrorDetail, validationFailed } from '../../errors/index.js';

/**
 * Validates an empty query once per DTO. Whether an empty query is valid depends only on the DTO, and a new instance has the defaults. Most
 * polls have no query, and validation would cost more than the rest of the handler.
 */
class DtoPipe extends ValidationPipe {
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

/** Rejects unknown fields, converts nothing implicitly and names each bad field. */
export function validationPipe(): ValidationPipe {
  return new DtoPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    transform: true,
    // A missing body becomes an empty object, so that each required field is named.
    transformOptions: { exposeUnsetFields: false },
    exceptionFactory: (errors: ValidationError[]) =>
      validationFailed(errors.flatMap((error) => flatten(error))),
  });
}

/** Returns one problem per field: a value of the wrong type also breaks every rule of the right type. */
function flatten(error: ValidationError, parent = ''): ErrorDetail[] {
  const field = parent ? `${parent}.${error.property}` : error.property;
  const own = messageOf(error.constraints ?? {});
  return [
    ...(own === undefined ? [] : [{ field, message: own }]),
    ...(error.children ?? []).flatMap((child) => flatten(child, field)),
  ];
}

/** The constraints are in the order in which the decorators ran, so the topmost one, about the type, is the last. */
function messageOf(constraints: Record<string, string>): string | undefined {
  if ('whitelistValidation' in constraints) return 'is not a field of this request';
  return Object.values(constraints).at(-1);
}

/** Converts an integer of a query string. Only digits are converted, so "1e3", " 5" and "0x10" are rejected. */
export const QueryInteger = () =>
  Transform(({ value }): unknown =>
    typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
  );

export const QueryBoolean = () =>
  Transform(({ value }): unknown => (value === 'true' ? true : value === 'false' ? false : value));
