import type { Type } from '@nestjs/common';
import { type About, Field, NullableField } from './fields.js';

/** The body of every response that is no error. */
export class SuccessBody {
  @Field.oneOf([true])
  success!: true;
}

export function bodyOf<Resource extends object>(resource: Type<Resource>): Type<Resource & SuccessBody> {
  class Body extends (resource as Type<object>) {
    @Field.oneOf([true])
    success!: true;
  }
  return Body as Type<Resource & SuccessBody>;
}

/** Returns the body with all items of a list. */
export function listBodyOf<Item>(item: Type<Item>, about?: About): Type<SuccessBody & { items: Item[] }> {
  class ListBody extends SuccessBody {
    @Field.list(item, about)
    items!: Item[];
  }
  return ListBody;
}

/** Returns the body with one page of a list. */
export function pageBodyOf<Item>(
  item: Type<Item>,
): Type<SuccessBody & { items: Item[]; nextCursor: string | null }> {
  class PageBody extends SuccessBody {
    @Field.list(item)
    items!: Item[];

    @NullableField.text()
    nextCursor!: string | null;
  }
  return PageBody;
}
