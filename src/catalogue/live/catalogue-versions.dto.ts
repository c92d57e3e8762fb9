import { Field, InputField, NullableField, OptionalField, pageBodyOf } from '../../platform/http/index.js';
import { ReasonDto } from './live-entry.dto.js';

/** The largest integer of PostgreSQL. */
const MAX_VERSION = 2 ** 31 - 1;

export class RestoreVersionDto extends ReasonDto {
  @InputField.integer(1, MAX_VERSION, '1 is what the files say.', { example: 1 })
  version!: number;
}

export class CatalogueActor {
  @Field({ example: 'admin' }) kind!: string;
  @NullableField.text('Public id.')
  id!: string | null;
  @NullableField.text('The email of a user, or the name of an operator key, as it is now.', {
    example: 'ada@example.com',
  })
  name!: string | null;
}

export class CatalogueVersion {
  @Field.integer('Without gaps. 1 is what the files say.')
  version!: number;
  @NullableField.instant('Null for version 1.')
  createdAt!: string | null;
  @NullableField.object(CatalogueActor, 'Null for version 1.')
  actor!: CatalogueActor | null;
  @NullableField.text() reason!: string | null;
  @NullableField.text('`X-Request-Id` of the request.')
  requestId!: string | null;
  @NullableField.integer('The version whose settings these are again.')
  restored!: number | null;
  @Field.json('The fields that it has set.')
  change!: object;
  @Field.json('All fields that replace those of the files. Null: the field is not there.')
  settings!: object;
  @OptionalField.text({
    nullable: true,
    description: 'Of a model: the version of its price with these settings.',
  })
  priceVersion?: string | null;
}

export class CatalogueVersionPageBody extends pageBodyOf(CatalogueVersion) {}
