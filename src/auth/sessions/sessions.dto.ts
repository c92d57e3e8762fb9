import { Field, listBodyOf, NullableField } from '../../platform/http/index.js';

export class SessionRecord {
  @Field.id('ses') id!: string;
  @Field.instant() createdAt!: string;
  @Field.instant('When the session was last renewed; an open page renews it every 15 minutes.')
  lastUsedAt!: string;
  @NullableField.text('The `User-Agent` of the sign-in.')
  userAgent!: string | null;
  @NullableField.text('The IP address of the sign-in.')
  address!: string | null;
  @Field('True for the session of this request.')
  current!: boolean;
}

export class SessionListBody extends listBodyOf(SessionRecord) {}
