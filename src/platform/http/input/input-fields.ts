/** Each decorator states a field’s rule once, for its validation and its description. */
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator';
import { type About, describeField, type FieldOptions } from '../routes/fields.js';
import { QueryBoolean } from './validation.js';

/** Applies decorators as if they stood on a field in this order: the last one runs first, and the first message is returned. */
export const stack = (...decorators: PropertyDecorator[]): PropertyDecorator =>
  applyDecorators(...decorators.reverse());

/** Allows omission but not `null`. */
export const Omittable = () => ValidateIf((_body, value) => value !== undefined);

export const Trimmed = () =>
  Transform(({ value }) => (typeof value === 'string' ? value.trim() : (value as unknown)));

export const WithoutRepeats = () =>
  Transform(({ value }) => (Array.isArray(value) ? [...new Set(value as unknown[])] : (value as unknown)));

export const NormalizedEmail = () =>
  Transform(({ value }) => (typeof value === 'string' ? value.trim().toLowerCase() : (value as unknown)));

/** @param presence whether the field may be omitted. */
function inputsOf(required: FieldOptions, ...presence: (() => PropertyDecorator)[]) {
  const input =
    (type: FieldOptions, about?: About, more?: FieldOptions) =>
    (...rules: PropertyDecorator[]) =>
      stack(describeField({ ...required, ...type }, about, more), ...presence.map((one) => one()), ...rules);
  return {
    text: (maxLength: number, about?: About, more?: FieldOptions) =>
      input({ maxLength }, about, more)(IsString(), MaxLength(maxLength)),
    /** A text that is not shown. */
    secret: (maxLength: number, about?: About, more?: FieldOptions) =>
      input({ format: 'password', maxLength }, about, more)(IsString(), MaxLength(maxLength)),
    integer: (minimum: number, maximum: number, about?: About, more?: FieldOptions) =>
      input({ type: 'integer', minimum, maximum }, about, more)(IsInt(), Min(minimum), Max(maximum)),
    boolean: (about?: About, more?: FieldOptions) => input({}, about, more)(IsBoolean()),
    flag: (about?: About, more?: FieldOptions) => input({}, about, more)(QueryBoolean(), IsBoolean()),
    oneOf: (values: readonly unknown[], about?: About, more?: FieldOptions) =>
      input({ enum: values }, about, more)(IsIn(values as unknown[])),
  };
}

/** A field that a request must have. */
export const InputField = inputsOf({});

/** A field that a request may omit; null counts as omitted. */
export const OptionalInput = inputsOf({ required: false }, IsOptional);

/** A field that a request may omit, but that is not null. */
export const OmittableInput = inputsOf({ required: false }, Omittable);
