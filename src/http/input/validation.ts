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

function flatten(error: ValidationError, parent = ''): ErrorDetail[] {
  const field = parent ? `${parent}.${error.property}` : error.property;
  const own = Object.values(error.constraints ?? {}).map((message) => ({ field, message }));
  return [...own, ...(error.children ?? []).flatMap((child) => flatten(child, field))];
}

/** Converts an integer of a query string. Only digits are converted, so "1e3", " 5" and "0x10" are rejected. */
export const QueryInteger = () =>
  Transform(({ value }): unknown =>
    typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
  );

/** Converts `true` and `false` of a query string. */
export const QueryBoolean = () =>
  Transform(({ value }): unknown => (value === 'true' ? true : value === 'false' ? false : value));
