import type { Type } from '@nestjs/common';
import { describeField, type FieldOptions } from '../platform/http/index.js';
import type { EntryField, EntryFields } from './entry-fields.js';

/** Who a response is for. The field of this name in the table describes what they see. */
type Reader = 'admin' | 'shown';

/**
 * Returns the class of a response with these fields after those of its parent.
 * @param price the class of prices
 */
export function shownTo<Shown extends object>(
  reader: Reader,
  fields: EntryFields,
  price: Type,
  parent: Type<object> = class {},
): Type<Shown> {
  class Body extends parent {}
  for (const [name, field] of Object.entries(fields))
    describeField(typeOf(field, price), field[reader])(Body.prototype, name);
  return Body as Type<Shown>;
}

function typeOf({ rule, described = rule, missing }: EntryField, price: Type): FieldOptions {
  const { type, format } = described;
  const nullable = missing === null || undefined;
  if (type === 'object') return { nullable, type: price };
  return type === 'array' ? { nullable, type: [String] } : { nullable, type, format };
}
