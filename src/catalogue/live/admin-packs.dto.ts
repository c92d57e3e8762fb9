import { bodyOf, Field, listBodyOf, NullableField } from '../../platform/http/index.js';
import { PACKS_FILE_SCHEMA } from '../catalogue.schema.js';
import { FieldOfFiles, GRANTED_CREDITS, LiveEntry, ReasonDto } from './live-entry.dto.js';

const RULES = PACKS_FILE_SCHEMA.properties.packs.items.properties;

export class UpdatePackDto extends ReasonDto {
  @FieldOfFiles(RULES.enabled, { example: true, description: 'False: not for sale.' })
  enabled?: unknown;
  @FieldOfFiles(RULES.title, { example: 'A title' }) title?: unknown;
  @FieldOfFiles(RULES.description, { nullable: true, example: 'What it is.' })
  description?: unknown;
  @FieldOfFiles(GRANTED_CREDITS, { description: 'More than 0, at most 3 decimals.', example: 1000 })
  credits?: unknown;
  @FieldOfFiles(RULES.price, {
    description: 'Taxes included, in minor units. Orders that were made keep theirs.',
    example: { amount: 1000, currency: 'EUR' },
  })
  price?: unknown;
  @FieldOfFiles(RULES.expiresInDays, {
    nullable: true,
    example: 365,
    description:
      'The credits expire so many days after they have arrived. Orders that were made keep theirs. Null: never.',
  })
  expiresInDays?: unknown;
}

export class CataloguePackPrice {
  @Field.integer({ example: 1000 }) amount!: number;
  @Field({ example: 'EUR' }) currency!: string;
}

export class AdminCataloguePack extends LiveEntry {
  @Field({ example: 'small' }) id!: string;
  @NullableField.text() description!: string | null;
  @Field() credits!: number;
  @Field() price!: CataloguePackPrice;
  @NullableField.integer('Days. Null: its credits never expire.')
  expiresInDays!: number | null;
}

export class AdminCataloguePackBody extends bodyOf(AdminCataloguePack) {}

export class AdminCataloguePacksBody extends listBodyOf(AdminCataloguePack, 'In the order of the file.') {}
