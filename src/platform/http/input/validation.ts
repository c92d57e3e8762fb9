import type { ValidationPipe } from '@nestjs/common';
import { Transform } from 'class-transformer';
import type { ValidationError } from 'class-validator';
import { type ErrorDetail, validationFailed } from '../../errors/index.js';
import { DtoPipe } from './dto.pipe.js';

/** Creates the pipe for all DTOs. It rejects unknown fields, converts nothing implicitly and names each bad field. */
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

/** Converts `true` and `false` of a query string. */
export const QueryBoolean = () =>
  Transform(({ value }): unknown => (value === 'true' ? true : value === 'false' ? false : value));
